import type { Page, Route } from '@playwright/test';

import { holdPostcode, phoneLink } from '../content/contact-facts.ts';
import { controls, navigation, site as company } from '../content/words.ts';
import { fontsAdded } from './fonts.ts';
import { openWithStoppedClock, started } from './started.ts';
import { expect, test } from './site.ts';

const contactApi = '/api/content/contact';
const builtIn = company.contact;
const builtInFacts = { ...builtIn, linkedin: builtIn.socialMedia.linkedin };

/** Of the same length as the built-in facts, as a corrected letter or digit would be. */
const corrected = {
  email: builtIn.email.replace(/^./, (letter) => (letter === 'n' ? 'u' : 'n')),
  phone: builtIn.phone.replace(/\d(?=\D*$)/, (digit) => String(9 - Number(digit))),
  address: builtIn.address.replace(/\d/, (digit) => String(9 - Number(digit))),
  linkedin: `${builtIn.socialMedia.linkedin}x`,
};

test('the built-in facts stand in the HTML of the contact page and of every footer', async ({ request }) => {
  for (const [path, times] of [
    ['/contact', 2],
    ['/about', 1],
  ] as const) {
    const html = await (await request.get(path)).text();
    const body = html.slice(html.indexOf('<body'), html.lastIndexOf('</footer>'));
    const address = holdPostcode(builtIn.address);
    for (const text of [builtIn.email, builtIn.phone, address]) expect(body.split(`>${text}<`)).toHaveLength(times + 1);
  }
});

test('footer and contact page ask once, and not again for five minutes of going from page to page', async ({
  page,
}) => {
  const asked = countRequests(page);
  await openWithStoppedClock(page, '/contact');
  await expect.poll(asked).toBe(1);
  await goTo(page, '/about');
  await page.clock.runFor(3 * 60_000);
  await goTo(page, '/contact');
  expect(asked()).toBe(1);
  await goTo(page, '/about');
  await page.clock.runFor(2.5 * 60_000);
  await goTo(page, '/contact');
  await expect.poll(asked).toBe(2);
});

test('what the operator has set replaces the built-in facts everywhere, and nothing moves', async ({ page, site }) => {
  for (const [field, value] of Object.entries(corrected))
    await site.contactSettings.set(field as keyof typeof corrected, value, 'anna@ours.example');
  const answer = Promise.withResolvers<void>();
  await page.route(`**${contactApi}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/contact');
  await started(page);
  await expectFacts(page, builtInFacts);
  await fontsAdded(page);
  const before = await layout(page);

  answer.resolve();
  await expectFacts(page, corrected);
  expect(await layout(page)).toEqual(before);
});

test.describe('when they are answered with an error, with no record or not at all,', () => {
  test.use({ expectedMessages: [/^Failed to load resource|^Contact details:/] });

  test('the contact details are asked for three times more, then the built-in ones stay', async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const warningsAStepLater = async () => {
      await page.clock.runFor(100);
      return warnings.length;
    };
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    for (const answer of [
      (route: Route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
      (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Not the API</h1>' }),
      (route: Route) => route.abort(),
    ]) {
      let attempts = 0;
      await page.route(`**${contactApi}`, async (route) => {
        attempts += 1;
        await answer(route);
      });
      await page.goto('/contact');
      // The scripts of the page wait for each other by the clock as well.
      await page.keyboard.press('Shift');
      await expect.poll(warningsAStepLater, { intervals: [10], timeout: 20_000 }).toBe(1);
      await page.clock.runFor(60_000);
      expect(attempts).toBe(4);
      expect(warnings.splice(0)).toEqual([expect.stringMatching(/^Contact details:/)]);
      await expectFacts(page, builtInFacts);
      await page.unroute(`**${contactApi}`);
    }
  });
});

/** The contact page shows these facts twice, as a footer does everywhere. */
async function expectFacts(page: Page, facts: typeof corrected): Promise<void> {
  for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
    const email = part.getByRole('link', { name: facts.email, exact: true });
    await expect(email).toHaveAttribute('href', `mailto:${facts.email}`);
    const phone = part.getByRole('link', { name: facts.phone, exact: true });
    await expect(phone).toHaveAttribute('href', phoneLink(facts.phone));
    await expect(part.getByText(facts.address, { exact: true })).toBeVisible();
  }
  const linkedin = page.getByRole('contentinfo').getByRole('link', { name: controls.linkedin });
  await expect(linkedin).toHaveAttribute('href', facts.linkedin);
  await expect(linkedin).toHaveAttribute('target', '_blank');
}

function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === contactApi) count += 1;
  });
  return () => count;
}

async function goTo(page: Page, path: string): Promise<void> {
  const label = navigation.links.find(({ to }) => to === path)?.label ?? '';
  await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).click();
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
