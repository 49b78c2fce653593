import { expect, it } from 'vitest';
import { createAccountRepository } from '../accounts/people.ts';
import { hashToken } from '../accounts/tokens.ts';
import { getField, setField, type ContentFiles } from '../content/merge-content.ts';
import { releaseFiles } from '../content/release-files.ts';
import { openContentStores } from '../content/testing/open-content-stores.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { createTestBuild, createTestPublication } from '../start/testing/server-with-pages.ts';
import { createRecordedLog, startTestServer } from '../start/testing/test-server.ts';
import { createDraftRenderer } from './draft-renderer.ts';
import { createDraftLinkStore } from '../content/draft-links.ts';
import { createPageHandler } from './page-handler.ts';

const by = 'anna@example.com';
const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
const config = { siteUrl: 'https://www.example.com' };

async function start() {
  const { database } = openTemporarySqlite();
  const clock = { time: Date.now(), now: () => new Date(clock.time) };
  const people = createAccountRepository({ database });
  const { revisionStore, contentRepository } = openContentStores({ database });
  await people.createInvitation(by, ['content']);
  const draftLinks = createDraftLinkStore({ database, clock });
  /** Renders the headline of a page; fails without one. */
  function createPreview(files: ContentFiles) {
    const text = String(getField(files, headline));
    if (text === '') throw new Error('No page without a headline');
    const html = (path: string) => `<html><head><style>b{}</style></head><body>${path} ${text}</body></html>`;
    const renderStyledPage = (path: string) => ({ html: html(path), styles: 'b{}' });
    return { pagePaths: ['/'], renderPage: html, renderStyledPage };
  }
  const { log, lines } = createRecordedLog();
  const renderDraft = createDraftRenderer({ draftLinks, contentRepository, revisionStore, createPreview, config, log });
  const pageHandler = createPageHandler(await createTestBuild({}), config, log, undefined, renderDraft);
  pageHandler.serve(await createTestPublication({ '/': 'Home', '/404.html': 'Nothing here' }));
  const { url } = await startTestServer({}, { pageHandler }, { log, lines });
  const get = (path: string) => fetch(url + path, { redirect: 'manual' });
  async function write(text: string): Promise<void> {
    const value = setField(releaseFiles, headline, text)['home.yaml'];
    await revisionStore.saveDraft({ file: 'home.yaml', by, base: releaseFiles['home.yaml'], value });
  }
  await write('My words');
  const path = await draftLinks.createLink({ by, file: 'home.yaml', path: '/' });
  return { clock, database, people, draftLinks, lines, get, write, path, token: path.slice('/draft/'.length) };
}

it('a link to a draft shows its page with the drafts of its maker as they are now, and that it is a draft', async () => {
  const { get, write, path } = await start();
  await write('My later words');
  const html = await (await get(path)).text();
  expect(html).toMatch(/<body><p [^>]*>[^<]+<\/p>\/ My later words/);
});

it('a page with drafts is kept, indexed, framed and named to others by nobody, and runs no script', async () => {
  const { get, path } = await start();
  expect(Object.fromEntries((await get(path)).headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'.*sandbox allow-same/),
    'strict-transport-security': expect.anything(),
  });
});

it('of a link to a draft only a hash is stored, and nothing is in the log', async () => {
  const { database, get, lines, path, token } = await start();
  const [stored] = await database.selectFrom('draft_links').selectAll().execute();
  expect(stored?.token_hash).toBe(hashToken(token));
  await get(path);
  await get(`${path}x`);
  expect(lines.join('')).toContain('/draft/[token]');
  expect(lines.join('')).not.toContain(token);
});

type Started = Awaited<ReturnType<typeof start>>;
it.each<[what: string, end: (started: Started) => unknown]>([
  ['was revoked', ({ draftLinks, token }) => draftLinks.revokeLink(hashToken(token))],
  ['has expired', ({ clock }) => (clock.time += 7 * 24 * 60 * 60 * 1000)],
  ['is of somebody who lost the role', ({ people }) => people.setRoles(by, ['enquiries'])],
  ['is of somebody who was removed', ({ people }) => people.removePerson(by)],
])('a link to a draft that %s is answered as an unknown address is', async (_what, end) => {
  const started = await start();
  await end(started);
  const answers = new Set<string>();
  for (const path of [started.path, '/draft/x', `/draft/${'x'.repeat(43)}`, '/unknown']) {
    const answer = await started.get(path);
    answers.add(JSON.stringify([answer.status, [...answer.headers].filter(([name]) => name !== 'date')]));
  }
  expect([...answers]).toEqual([expect.stringContaining('[404,')]);
});

it('a link to a page that is in no draft any more finds none', async () => {
  const { draftLinks, get } = await start();
  const path = await draftLinks.createLink({ by, file: 'pages/gone.yaml', path: '/gone' });
  expect((await get(path)).status).toBe(404);
});

it('a draft of which no page can be made is not shown, and its address and the log say so', async () => {
  const { get, lines, write, path, token } = await start();
  await write('');
  const answer = await get(path);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('cannot be shown')]);
  const line = lines.find((text) => text.includes('"msg":"a draft cannot be shown"'));
  expect(line).toContain('No page without a headline');
  expect(line).not.toMatch(new RegExp(`${by}|${token}`));
});
