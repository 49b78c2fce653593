import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Page } from '@playwright/test';

import { trapField } from '../../enquiries/core/enquiry.ts';
import { createSqlEnquiryStore } from '../../enquiries/storage/sql-enquiry-store.ts';
import { openSqliteDatabase } from '../../enquiries/storage/sqlite-database.ts';
import { rulesSince } from '../../enquiries/testing/opened-store.ts';
import { fields, receivedEnquiry } from '../../enquiries/testing/samples.ts';
import { anna, bob, expect, item, notice, press, receive, signIn, title, type Site } from '../inbox.ts';

const longWord = 'M'.repeat(200);
const longAddress = `${'m'.repeat(60)}@${'m'.repeat(60)}.${'m'.repeat(60)}.example`;
const script = '<script>document.title="broken"</script>';

/** Opens a page of each kind, with all that can stand on it, and says which. The inbox has to be empty. */
export async function* openInboxStates(page: Page, site: Site): AsyncGenerator<string> {
  const paths = await fillInbox(site);
  const { token } = await site.people.invite('carol@ours.example');
  for (const path of ['/sign-in?done=sign-out', `/invitation#${token}`, '/nowhere']) {
    await page.goto(`${site.inboxUrl}${path}`);
    yield path;
  }
  await signIn(page, site, anna);
  for (const path of paths) {
    await page.goto(`${site.inboxUrl}${path}`);
    await expect(page, 'what a visitor wrote is a title’s text').toHaveTitle(/^(?!broken).* – Inbox – /);
    yield path;
  }
  await page.goto(`${site.inboxUrl}/contact-facts`);
  await page.getByLabel('LinkedIn page').fill('nowhere');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toBeVisible();
  yield 'contact facts with a fault';
  await page.goto(`${site.inboxUrl}/waiting`);
  for (const subject of [fields.subject, 'An overdue one']) await item(page, subject).getByRole('checkbox').check();
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
  await storeOverdue(site);
  await receive(site, { subject: 'Some spam', [trapField]: 'x' });
  const answered = await receive(site, { subject: 'An answered one', message: 'Thank you.' });
  const waiting = await receive(site, { message: `${fields.message}\u202E\n\n${'Words and more. '.repeat(40)}` });
  const long = await receive(site, {
    name: longWord,
    company: `"><img src=x onerror="document.title='broken'">${script}${'x'.repeat(100)}`,
    subject: longWord,
    email: longAddress,
    message: `</pre></textarea></form>${script}${'W'.repeat(9_900)}`,
  });
  await expect.poll(async () => (await site.enquiries.officeCounts()).undelivered).toBe(4);
  await site.people.invite(bob);
  const { token } = await site.people.invite(anna);
  await site.people.accept(token, { id: 'lost', publicKey: 'AA', counter: 0, transports: ['internal'] });
  for (const [id, act, who] of [
    [waiting, { act: 'assign', to: bob }, anna],
    [waiting, { act: 'note', text: 'She rings back at noon.\n\u200BOr one.' }, anna],
    [answered, { act: 'answer' }, bob],
    [long, { act: 'note', text: 'W'.repeat(10_000) }, longAddress],
    [long, { act: 'assign', to: longAddress }, longAddress],
  ] as const)
    await site.enquiries.act(id, act, { who });
  return [
    '/waiting?done=spam&count=2',
    '/set-aside',
    '/search',
    `/search?words=${longWord}`,
    `/enquiries/${waiting}`,
    `/enquiries/${long}`,
    `/erase?email=${longAddress}`,
    '/export?folder=waiting',
    '/history',
    '/account',
  ];
}

/** As one that came 30 hours ago. */
async function storeOverdue(site: Site): Promise<void> {
  const receivedAt = new Date(Date.now() - 30 * 60 * 60_000);
  const time = receivedAt.getTime().toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  const { database, dialect, close } = openSqliteDatabase(join(dirname(site.mailFolder), 'site.db'));
  const enquiry = receivedEnquiry(0, { subject: 'An overdue one', id, receivedAt });
  await createSqlEnquiryStore(database, dialect).add([enquiry], rulesSince(new Date()));
  await close();
}
