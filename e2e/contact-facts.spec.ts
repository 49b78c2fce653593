import type { Page, Route } from '@playwright/test';

import { phoneLink } from '../content/contact-facts.ts';
import { controls, site as company } from '../content/words.ts';
import { fontsAdded } from './fonts.ts';
import { open, openWithStoppedClock } from './started.ts';
import { expect, test } from './site.ts';

const contactApi = '/api/content/contact';
const { socialMedia, ...builtIn } = company.contact;
const builtInFacts = { ...builtIn, linkedin: socialMedia.linkedin };

/** Of the same length as the built-in facts, as a corrected letter or digit would be. */
const corrected = {
  email: builtIn.email.replace(/^./, (letter) => (letter === 'n' ? 'u' : 'n')),
  phone: builtIn.phone.replace(/\d(?=\D*$)/, (digit) => String(9 - Number(digit))),
  address: builtIn.address.replace(/\d/, (digit) => String(9 - Number(digit))),
  linkedin: `${socialMedia.linkedin}x`,
};

test('footer and contact page ask once, and not again for five minutes of reading on', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === contactApi) asked += 1;
  });
  await openWithStoppedClock(page, '/contact');
  await expect.poll(() => asked).toBe(1);
  for (const [minutes, count] of [
    [3, 1],
    [2.5, 2],
  ] as const) {
    await goTo(page, '/about');
    await page.clock.runFor(minutes * 60_000);
    await goTo(page, '/contact');
    await expect.poll(() => asked).toBe(count);
  }
});

test('what the operator has set replaces the built-in facts everywhere, and nothing moves', async ({ page, site }) => {
  for (const [field, value] of Object.entries(corrected))
    await site.contactSettings.set(field as keyof typeof corrected, value, 'anna@ours.example');
  const answer = Promise.withResolvers<void>();
  await page.route(`**${contactApi}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open(page, '/contact');
  await expectFacts(page, builtInFacts);
  await fontsAdded(page);
  const before = await layout(page);

  answer.resolve();
  await expectFacts(page, corrected);
  expect(await layout(page)).toEqual(before);
});

test('the contact page shows email, phone and address above the form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const [above, form] = [await page.locator('main dl').boundingBox(), await page.locator('form').boundingBox()];
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
});

test.describe('the contact details are asked for three times more, then the built-in ones stay, where they are answered', () => {
  test.use({ expectedMessages: [/^Failed to load resource|^Contact details:/] });

  for (const [what, answer] of Object.entries({
    'with an error': (route: Route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
    'with no record': (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Not the API</h1>' }),
    'not at all': (route: Route) => route.abort(),
  }))
    test(what, async ({ page }) => {
      const warnings: string[] = [];
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      let attempts = 0;
      await page.route(`**${contactApi}`, async (route) => {
        attempts += 1;
        await answer(route);
      });
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1000);
      await page.goto('/contact');
      // The scripts of the page wait for each other by the clock as well.
      await page.keyboard.press('Shift');
      const warningsAStepLater = async () => {
        await page.clock.runFor(100);
        return warnings.length;
      };
      await expect.poll(warningsAStepLater, { intervals: [10], timeout: 20_000 }).toBe(1);
      await page.clock.runFor(60_000);
      expect(attempts).toBe(4);
      expect(warnings).toEqual([expect.stringMatching(/^Contact details:/)]);
      await expectFacts(page, builtInFacts);
    });
});

/** The contact page shows these facts twice, as a footer does everywhere. */
async function expectFacts(page: Page, facts: typeof corrected): Promise<void> {
  for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
    for (const [name, href] of [
      [facts.email, `mailto:${facts.email}`],
      [facts.phone, phoneLink(facts.phone)],
    ] as const)
      await expect(part.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    await expect(part.getByText(facts.address, { exact: true })).toBeVisible();
  }
  const linkedin = page.getByRole('contentinfo').getByRole('link', { name: controls.linkedin });
  await expect(linkedin).toHaveAttribute('href', facts.linkedin);
  await expect(linkedin).toHaveAttribute('target', '_blank');
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.getByRole('banner').locator(`a[href="${path}"]`).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

/** Where every block of the page stands. */
function layout(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body :is(section, form, h2, dd, p, li, address, footer)')].map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return `${element.tagName} ${top + scrollY} ${height}`;
    }),
  );
}
