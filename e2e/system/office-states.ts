import { writeFileSync } from 'node:fs';

import { devices, type Page } from '@playwright/test';

import { setField } from '../../src/content/merge-content.ts';
import { honeypotFieldName } from '../../src/enquiries/enquiry.ts';
import { sampleFields } from '../../src/enquiries/testing/samples.ts';
import {
  anna,
  bob,
  expect,
  findListItem,
  pressButton,
  storeEnquiry,
  registerAndSignIn,
  findTitle,
  type RunningSite,
} from '../office.ts';

const longWord = 'M'.repeat(200);
const longAddress = `${'m'.repeat(60)}@${'m'.repeat(60)}.${'m'.repeat(60)}.example`;
const script = '<script>document.title="broken"</script>';

/** Opens each kind of page with everything that it can show, and yields its name. The office must be empty. */
export async function* openOfficeStates(page: Page, site: RunningSite): AsyncGenerator<string> {
  const paths = await fillInbox(site);
  const { token } = await site.people.createInvitation('carol@ours.example');
  for (const path of ['/sign-in?done=sign-out', `/invitation#${token}`, '/nowhere']) {
    await page.goto(`${site.officeUrl}${path}`);
    yield path;
  }
  await registerAndSignIn(page, site, anna);
  for (const path of paths) {
    await page.goto(`${site.officeUrl}${path}`);
    await expect(page, 'what a visitor wrote is a title’s text').toHaveTitle(/^(?!broken).* – Office – /);
    yield path;
  }
  yield* openContentStates(page, site);
  await page.goto(`${site.officeUrl}/open`);
  for (const subject of [sampleFields.subject, longWord])
    await findListItem(page, subject).getByRole('checkbox').check();
  await pressButton(page, 'Erase…');
  await expect(findTitle(page)).toHaveText(/^Erase/);
  yield 'several to be erased';
}

/** Yields the editor's states: a conflict of one field, errors, content that cannot be shown, drafts of others. */
async function* openContentStates(page: Page, site: RunningSite): AsyncGenerator<string> {
  const { revisionStore, contentRepository } = site;
  const { releaseFiles } = await contentRepository.readPublishedContent();
  const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
  const withHeadline = (text: string) => setField(releaseFiles, headline, text);
  const reason = script.repeat(4);
  await revisionStore.publishRevision({ by: longAddress, reason, baseRevision: 0, files: withHeadline(script) });
  const draft = { file: 'home.yaml', base: withHeadline('Begun')['home.yaml'] };
  await revisionStore.saveDraft({ ...draft, by: anna, value: withHeadline('Łong words of Anna')['home.yaml'] });
  await revisionStore.saveDraft({ ...draft, by: longAddress, value: withHeadline(longWord)['home.yaml'] });
  await revisionStore.saveDraft({ file: 'legal/new.yaml', by: anna, base: null, value: { title: longWord } });
  await site.people.setRoles(anna, ['enquiries', 'content', 'people']);
  const bobs = `/people/person?${new URLSearchParams({ email: bob })}`;
  for (const path of [
    '/content',
    '/content/publish',
    '/content/revisions',
    '/content/revisions/1',
    '/content/revisions/1/undo',
    '/content/history?file=home.yaml&field=hero&field=headline',
    '/people',
    bobs,
  ]) {
    await page.goto(`${site.officeUrl}${path}`);
    yield path;
  }
  await page.goto(`${site.officeUrl}/people/invite`);
  await pressButton(page, 'Make a link to pass on');
  await expect(page.getByRole('alert')).toBeVisible();
  yield 'an invitation with a fault';
  await page.getByLabel('Email address').fill('dora@ours.example');
  await pressButton(page, 'Make a link to pass on');
  await expect(findTitle(page)).toHaveText('The link is made');
  yield 'an invitation';
}

async function fillInbox(site: RunningSite): Promise<string[]> {
  writeFileSync(site.mailFolder, 'no folder');
  await storeEnquiry(site, { subject: 'Some spam', [honeypotFieldName]: 'x' });
  const answered = await storeEnquiry(site, { subject: 'An answered one', message: 'Thank you.' });
  const waiting = await storeEnquiry(site, {
    message: `${sampleFields.message}\u202E\n\n${'Words and more. '.repeat(40)}`,
  });
  const long = await storeEnquiry(site, {
    name: longWord,
    company: `"><img src=x onerror="document.title='broken'">${script}${'x'.repeat(100)}`,
    subject: longWord,
    email: longAddress,
    message: `</pre></textarea></form>${script}${'W'.repeat(9_900)}`,
  });
  await expect.poll(async () => (await site.enquiries.readInboxCounts()).undelivered).toBe(3);
  await site.people.createInvitation(bob);
  const { token } = await site.people.createInvitation(anna);
  await site.people.acceptInvitation(token, { id: 'lost', publicKey: 'AA', counter: 0 });
  for (const [id, action, actor] of [
    [waiting, { action: 'assign', to: bob }, anna],
    [waiting, { action: 'note', text: 'She rings back at noon.\n\u200BOr one.' }, anna],
    [answered, { action: 'close' }, bob],
    [long, { action: 'note', text: 'W'.repeat(10_000) }, longAddress],
    [long, { action: 'assign', to: longAddress }, longAddress],
  ] as const)
    await site.enquiries.applyAction(id, action, { actor });
  const parameters = new URLSearchParams({ page: '/contact', from: '/', host: 'www.example.org', utm_source: 'a' });
  const report = { parameters, userAgent: devices['Desktop Chrome'].userAgent, pagePaths: ['/', '/contact'] };
  for (let visits = 0; visits < 5; visits += 1) site.statistics.count(report, 'a');
  await site.statistics.save();
  return [
    '/open?done=mark-as-spam&count=2',
    '/spam',
    '/search',
    `/search?words=${longWord}`,
    `/enquiries/${waiting}`,
    `/enquiries/${long}`,
    `/erase?email=${longAddress}`,
    '/export?folder=open',
    '/history',
    '/mail',
    '/statistics',
    '/account',
  ];
}
