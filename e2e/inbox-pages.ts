import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { trapField } from '../enquiries/core/enquiry.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { anna, bob, expect, item, notice, press, receive, signIn, storeEarlier, title, type Site } from './inbox.ts';

/** Opens a page of each kind, with all that can stand on it, and says which. The inbox has to be empty. */
export async function* openEveryPage(page: Page, site: Site): AsyncGenerator<string> {
  const paths = await fillInbox(site);
  const { token } = await site.people.invite('carol@ours.example');
  for (const path of ['/sign-in?done=sign-out', `/invitation/${token}`, '/invitation/forged']) {
    await page.goto(`${site.inboxUrl}${path}`);
    yield path;
  }
  await signIn(page, site, anna);
  for (const path of paths) {
    await page.goto(`${site.inboxUrl}${path}`);
    yield path;
  }
  await page.goto(`${site.inboxUrl}/contact-facts`);
  await page.getByLabel('LinkedIn page').fill('nowhere');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toBeVisible();
  yield 'contact facts with a fault';
  await page.goto(`${site.inboxUrl}/waiting`);
  await item(page, fields.subject).getByRole('checkbox').check();
  await item(page, 'An overdue one').getByRole('checkbox').check();
  await press(page, 'Erase…');
  await expect(title(page)).toHaveText(/^Erase/);
  yield 'several to be erased';
  await page.goBack();
  for (const { id, subject } of await site.enquiries.list({ limit: 9 }))
    if (subject === fields.subject) await site.enquiries.act(id, { act: 'note', text: 'Stop.' }, { who: bob });
  await item(page, fields.subject).getByRole('checkbox').check();
  await press(page, 'Mark as answered');
  await expect(notice(page)).toBeVisible();
  yield 'one that was left as it is';
}

async function fillInbox(site: Site): Promise<string[]> {
  writeFileSync(site.mailFolder, 'no folder');
  await storeEarlier(site, [{ subject: 'An overdue one', hoursAgo: 30 }]);
  await receive(site, { subject: 'Some spam', [trapField]: 'x' });
  const answered = await receive(site, { subject: 'An answered one', message: 'Thank you.' });
  const waiting = await receive(site, { message: `${fields.message}\u202E\n\n${'Words and more. '.repeat(40)}` });
  await expect.poll(async () => (await site.enquiries.officeCounts()).undelivered).toBe(3);
  await site.people.invite(bob);
  const { token } = await site.people.invite(anna);
  await site.people.accept(token, { id: 'lost', publicKey: 'AA', counter: 0, transports: ['internal'] });
  for (const act of [
    { act: 'assign', to: bob },
    { act: 'note', text: 'She rings back at noon.\n\u200BOr one.' },
  ] as const)
    await site.enquiries.act(waiting, act, { who: anna });
  await site.enquiries.act(answered, { act: 'answer' }, { who: bob });
  return ['/waiting?done=spam&count=2', '/set-aside', '/search', `/enquiries/${waiting}`, '/history', '/account'];
}
