import type { Page } from '@playwright/test';

import { anna, expect, item, mailed, notice, press, receive, signIn, test, title } from './inbox.ts';

const script = '<script>document.title="broken"</script>';
const override = '\u202Egnp.exe\u202C';
const hostile = {
  name: `"><img src=x onerror="document.title='broken'"> ${override}`,
  company: `'"&amp;&lt;b&gt; javascript:alert(1) ${'x'.repeat(150)}`,
  subject: `</title></a>${script} {{7*7}} %00 ${override} https://evil.example/`,
  message: `</pre></textarea></form>${script}\n<form action="https://evil.example/"><button>Go</button>\nhttps://evil.example/ evil@evil.example +44 117 496 0142\n\u200B\u2066`,
};
const marks = { [override]: 'U+202Egnp.exeU+202C', '\u200B\u2066': 'U+200BU+2066' };

test('whatever a visitor writes is shown as text, marks itself where it would hide, and leads nowhere', async ({
  page,
  site,
}) => {
  const id = await receive(site, hostile);
  const note = `${script} ${override}`;
  await site.enquiries.act(id, { act: 'note', text: note }, { who: `"><b>${override}@x` });
  await signIn(page, site, anna);
  await expect(page.getByRole('listitem').filter({ hasText: shown(hostile.name) })).toBeVisible();
  await page.getByRole('main').getByRole('listitem').getByRole('link').click();
  await expect(title(page)).toHaveText(shown(hostile.subject));
  expect(await page.locator('.enquiry-message pre').textContent()).toBe(shown(hostile.message));
  expect(await page.locator('.activity pre').textContent()).toBe(shown(note));
  for (const text of [hostile.name, hostile.company])
    await expect(page.getByRole('definition').filter({ hasText: shown(text) })).toHaveCount(1);
  for (const path of ['/waiting', `/enquiries/${id}`, `/enquiries/${id}/erase`, '/search?words=evil', '/history']) {
    await page.goto(`${site.inboxUrl}${path}`);
    expect(await foreignParts(page), path).toEqual([]);
    await expect(page).toHaveTitle(/ – Inbox – /);
    await expect(page).not.toHaveTitle(/\u202E|^broken/);
  }
  await page.goto(`${site.inboxUrl}/search?${new URLSearchParams({ words: hostile.subject })}`);
  await expect(title(page)).toHaveText(`Search: ${shown(hostile.subject)}`);
  await expect(page.getByRole('searchbox')).toHaveValue(hostile.subject);
});

test('ten thousand characters without a space scroll no page sideways on a phone of 320 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const long = 'M'.repeat(200);
  const email = `${'m'.repeat(60)}@${'m'.repeat(60)}.${'m'.repeat(60)}.example`;
  const id = await receive(site, { name: long, company: long, subject: long, email, message: 'W'.repeat(10_000) });
  await signIn(page, site, anna);
  await site.enquiries.act(id, { act: 'note', text: 'W'.repeat(10_000) }, { who: email });
  await site.enquiries.act(id, { act: 'assign', to: email }, { who: email });
  const paths = [`/enquiries/${id}`, `/enquiries/${id}/erase`, `/erase?email=${email}`, `/search?words=${long}`];
  for (const path of ['/waiting', '/history', ...paths]) {
    await page.goto(`${site.inboxUrl}${path}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  await page.goto(`${site.inboxUrl}/enquiries/${id}`);
  expect(await page.locator('.enquiry-message pre').evaluate((words) => words.textContent.length)).toBe(10_000);
  await mailed(site, id);
  await press(page, 'Spam: set aside');
  await expect(notice(page)).toHaveText('Set aside as spam.');
  await page.goto(`${site.inboxUrl}/set-aside`);
  await expect(item(page, long)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

function shown(text: string): string {
  return Object.entries(marks).reduce((written, [hidden, mark]) => written.replaceAll(hidden, mark), text);
}

/** Whatever a page of the inbox never has: it would be the visitor's. */
function foreignParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('script, img, iframe, [onerror], a[href], form')]
      .filter((element) => {
        const address = element.getAttribute('href') ?? element.getAttribute('action');
        return address === null || !/^(?:\/(?!\/)|#|mailto:)/.test(address);
      })
      .map(({ outerHTML }) => outerHTML),
  );
}
