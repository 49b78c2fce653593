import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { setField } from '../../content/merge-content.ts';
import { trapField } from '../../enquiries/enquiry.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { anna, bob, expect, item, press, receive, signIn, title, type Site } from '../inbox.ts';

const longWord = 'M'.repeat(200);
const longAddress = `${'m'.repeat(60)}@${'m'.repeat(60)}.${'m'.repeat(60)}.example`;
const script = '<script>document.title="broken"</script>';

/** Opens each kind of page with everything that it can show, and yields its name. The inbox must be empty. */
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
    await expect(page, 'what a visitor wrote is a title’s text').toHaveTitle(/^(?!broken).* – Office – /);
    yield path;
  }
  yield* openWordsStates(page, site);
  await page.goto(`${site.inboxUrl}/waiting`);
  for (const subject of [fields.subject, longWord]) await item(page, subject).getByRole('checkbox').check();
  await press(page, 'Erase…');
  await expect(title(page)).toHaveText(/^Erase/);
  yield 'several to be erased';
}

/** Yields the editor's states: a conflict of one field, errors, content that cannot be shown, drafts of others. */
async function* openWordsStates(page: Page, site: Site): AsyncGenerator<string> {
  const { wordsStore, liveWords } = site;
  const { released } = await liveWords.live();
  const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
  const withHeadline = (text: string) => setField(released, headline, text);
  const reason = script.repeat(4);
  await wordsStore.publish({ by: longAddress, reason, after: 0, files: withHeadline(script) });
  const draft = { file: 'home.yaml', base: withHeadline('Begun')['home.yaml'] };
  await wordsStore.saveDraft({ ...draft, by: anna, value: withHeadline('Łong words of Anna')['home.yaml'] });
  await wordsStore.saveDraft({ ...draft, by: longAddress, value: withHeadline(longWord)['home.yaml'] });
  await wordsStore.saveDraft({ file: 'legal/new.yaml', by: anna, base: null, value: { title: longWord } });
  await site.people.setRoles(anna, ['enquiries', 'words', 'people']);
  const bobs = `/people/person?${new URLSearchParams({ email: bob })}`;
  for (const path of ['/words', '/words/publish', '/words/versions', '/words/versions/1', '/people', bobs]) {
    await page.goto(`${site.inboxUrl}${path}`);
    yield path;
  }
  await page.goto(`${site.inboxUrl}/people/invite`);
  await press(page, 'Make a link to pass on');
  await expect(page.getByRole('alert')).toBeVisible();
  yield 'an invitation with a fault';
  await page.getByLabel('Email address').fill('dora@ours.example');
  await press(page, 'Make a link to pass on');
  await expect(title(page)).toHaveText('The link is made');
  yield 'an invitation';
}

async function fillInbox(site: Site): Promise<string[]> {
  writeFileSync(site.mailFolder, 'no folder');
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
  await expect.poll(async () => (await site.enquiries.officeCounts()).undelivered).toBe(3);
  await site.people.invite(bob);
  const { token } = await site.people.invite(anna);
  await site.people.accept(token, { id: 'lost', publicKey: 'AA', counter: 0 });
  for (const [id, action, who] of [
    [waiting, { action: 'assign', to: bob }, anna],
    [waiting, { action: 'note', text: 'She rings back at noon.\n\u200BOr one.' }, anna],
    [answered, { action: 'close' }, bob],
    [long, { action: 'note', text: 'W'.repeat(10_000) }, longAddress],
    [long, { action: 'assign', to: longAddress }, longAddress],
  ] as const)
    await site.enquiries.act(id, action, { who });
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
