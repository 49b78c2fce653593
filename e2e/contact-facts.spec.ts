import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { site as company } from '../content/site.ts';
import { builtInFacts, contactApi, expectFacts } from './contact-facts.ts';
import { fontsAdded } from './fonts.ts';
import { openWithStoppedClock, started } from './started.ts';
import { expect, test } from './site.ts';

const builtIn = company.contact;

/** Of the same length as the built-in facts, as a corrected letter or digit would be. */
const corrected = {
  email: builtIn.email.replace('hello', 'ahoy!').replace('!', 's'),
  phone: builtIn.phone.replace(/\d$/, '9'),
  address: builtIn.address.replace('1 ', '9 '),
  linkedin: `${builtIn.socialMedia.linkedin.slice(0, -1)}x`,
};

test('the built-in facts stand in the HTML of the contact page and of every footer', async ({ request }) => {
  for (const [path, times] of [
    ['/contact', 2],
    ['/about', 1],
  ] as const) {
    const html = await (await request.get(path)).text();
    const body = html.slice(html.indexOf('<body'), html.lastIndexOf('</footer>'));
    for (const text of [`>${builtIn.email}<`, `>${builtIn.phone}<`, `>${builtIn.address}<`])
      expect(body.split(text)).toHaveLength(times + 1);
    expect(body).toContain(`href="${builtIn.socialMedia.linkedin}"`);
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
    await site.contactSettings.set(field as keyof typeof corrected, value);
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

const partial = [
  { what: 'one field', body: { email: corrected.email }, shown: { email: corrected.email } },
  {
    what: 'empty fields and fields of another type',
    body: { email: ' ', phone: corrected.phone, address: ['x'], socialMedia: 'x' },
    shown: { phone: corrected.phone },
  },
  {
    what: 'a link that is none',
    body: { ...builtIn, email: corrected.email, socialMedia: { linkedin: 'javascript:alert(1)' } },
    shown: { email: corrected.email },
  },
];

for (const { what, body, shown } of partial) {
  test(`an answer with ${what} blanks nothing`, async ({ page }) => {
    await page.route(`**${contactApi}`, (route) => route.fulfill({ json: body }));
    await page.goto('/contact');
    await expectFacts(page, { ...builtInFacts, ...shown });
  });
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
