import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setField } from '../content/merge-content.ts';
import * as releaseContent from '../content/release-content.ts';
import { openApplicationCore } from '../start/open-application-core.ts';
import { readConfig } from '../start/config.ts';
import { followContent } from './follow-content.ts';
import { createRecordedLog, startTestServer, createTemporaryDirectory } from '../start/testing/test-server.ts';
import { standInContent } from '../start/testing/stand-in-pages.ts';
import { getContactFieldRef, publishField } from '../start/testing/publish-field.ts';
import { submitForm } from '../start/testing/submissions.ts';
import { loadBuiltPages } from '../start/built-pages.ts';
import { findFreshBuild } from '../start/testing/fresh-build.ts';

const released = { number: 0, files: { a: 'released' } };

/** Publications that are read often, and pages that are known by what they were made with. */
async function follow(first: string[] | Error, timing: { interval?: number } = { interval: 1 }, broken: string[] = []) {
  const at = {
    publications: first,
    /** Revisions that cannot be rendered. */
    broken,
  };
  const { log, lines } = createRecordedLog();
  const readNewestNumber = vi.fn(async () => {
    if (at.publications instanceof Error) throw at.publications;
    return at.publications.length;
  });
  async function* candidates(from: number) {
    for (let number = from; number > 0; number -= 1)
      yield { number, files: { a: (at.publications as string[])[number - 1] ?? '' } };
    yield released;
  }
  const renderContent = vi.fn(async ({ files }: typeof released) => {
    if (at.broken.includes(files.a)) throw new Error('broken');
    return Object.assign(standInContent().getRenderedSite(), { made: files.a });
  });
  const serve = vi.fn<(publication: object) => void>();
  const followed = await followContent({
    contentRepository: { readNewestNumber, readDisplayCandidates: candidates },
    releaseContent: released,
    renderContent,
    serve,
    log,
    ...timing,
  });
  onTestFinished(followed.stop);
  const madeWith = (publication: object) => (publication as { made?: string }).made;
  return {
    at,
    pollNow: followed.pollNow,
    isBehind: followed.isBehind,
    shown: () => serve.mock.calls.map(([publication]) => madeWith(publication)),
    getRenderedSite: () => madeWith(followed.getRenderedSite()),
    times: (message: string) => lines.join('').split(`"msg":"${message}`).length - 1,
    /** Once it has looked twice more, one look has begun and ended since. */
    async looked() {
      const { length } = readNewestNumber.mock.calls;
      await expect.poll(() => readNewestNumber.mock.calls.length).toBeGreaterThan(length + 2);
    },
  };
}

const away = new Error('away');

describe('the pages that are shown', () => {
  it('follow each publication from the first on, and are made anew for nothing else', async () => {
    const { at, looked, shown } = await follow([]);
    for (const publications of [['one'], ['one', 'two']]) {
      at.publications = publications;
      await looked();
      await looked();
    }
    expect(shown()).toEqual(['released', 'one', 'two']);
  });

  it('follow within a second where nobody tells them to', async () => {
    vi.useFakeTimers();
    const { at, getRenderedSite } = await follow([], {});
    at.publications = ['one'];
    await vi.advanceTimersByTimeAsync(1000);
    expect(getRenderedSite()).toBe('one');
  });

  it('follow at once where they are told to, also while they are made', async () => {
    const { at, pollNow, getRenderedSite } = await follow([], { interval: 3_600_000 });
    at.publications = ['one'];
    const looking = pollNow();
    at.publications = ['one', 'two'];
    expect((await Promise.all([looking, pollNow()])).at(-1)).toBe(2);
    expect(getRenderedSite()).toBe('two');
    Object.assign(at, { publications: ['one', 'two', 'three'], broken: ['three'] });
    expect([await pollNow(), getRenderedSite()]).toEqual([2, 'two']);
  });

  it('have the release’s content while no other can be read, follow once they can, and stay if they are away again', async () => {
    const { at, getRenderedSite, looked, times } = await follow(away);
    expect(getRenderedSite()).toBe('released');
    for (const publications of [['one'], away]) {
      at.publications = publications;
      await looked();
      expect(getRenderedSite()).toBe('one');
    }
    expect(times('the content cannot be read')).toBe(2);
  });

  it.each([
    ['the newest of which they can be made', ['one', 'broken', 'broken'], 'one'],
    ['the release’s where they can be made of none', ['broken'], 'released'],
  ])('are from the start on %s, told once, until others come', async (_what, publications, instead) => {
    const { at, getRenderedSite, looked, times, isBehind } = await follow(publications, { interval: 1 }, ['broken']);
    await looked();
    expect([getRenderedSite(), isBehind(), times('what was published cannot be shown')]).toEqual([instead, true, 1]);
    at.publications = [...publications, 'good'];
    await looked();
    expect([getRenderedSite(), isBehind()]).toEqual(['good', false]);
  });
});

it('a server starts on content that no pages can be made of: it shows that before, takes enquiries, and says so', async () => {
  const DATABASE_URL = `sqlite:${join(createTemporaryDirectory(), 'site.db')}`;
  const core = await openApplicationCore(readConfig({ DATABASE_URL }), createRecordedLog().log);
  const { revisionStore, contentRepository, database } = core;
  const name = { file: 'site.yaml', path: ['name'] };
  const after = await publishField(core, getContactFieldRef('email'), 'new@new.example');
  const files = setField((await contentRepository.readPublishedContent()).files, name, 5);
  for (const number of [after, after + 1])
    await revisionStore.publishRevision({ by: 'anna', reason: 'x', files, baseRevision: number });
  const rubbish = { files: Buffer.from('rubbish') };
  await database.database.updateTable('revisions').set(rubbish).where('number', '=', 3).execute();
  await core.close();
  const site = await startTestServer({ DATABASE_URL }, { pages: await loadBuiltPages(findFreshBuild()) });
  expect(await (await fetch(site.url)).text()).toContain('new@new.example');
  expect((await submitForm(site)).status).toBe(200);
  const readiness = () => fetch(`${site.url}/readyz`).then((answer) => answer.json());
  expect(await readiness()).toMatchObject({ status: 'degraded', content: 'not shown' });
  await publishField(site.core, name, 'Mended');
  const page = () => fetch(site.url).then((answer) => answer.text());
  await expect.poll(page).toContain('Mended');
});

it('a server shows what was published in pages, answers and short messages from its first answer on', async () => {
  const DATABASE_URL = `sqlite:${join(createTemporaryDirectory(), 'site.db')}`;
  const core = await openApplicationCore(readConfig({ DATABASE_URL }), createRecordedLog().log);
  await publishField(core, getContactFieldRef('email'), 'new@new.example');
  await core.close();
  const pages = await loadBuiltPages(findFreshBuild());
  const site = await startTestServer({ DATABASE_URL, RETENTION_DAYS: '90' }, { pages });
  const unreadable = { method: 'POST', body: 'name=A' };
  for (const answer of [
    await fetch(site.url),
    await fetch(`${site.url}/nothing-here`),
    await submitForm(site),
    await fetch(`${site.url}/contact`, unreadable),
    await fetch(`${site.url}/api/content/contact`),
  ]) {
    const text = await answer.text();
    expect(text).toContain('new@new.example');
    expect(text).not.toContain(releaseContent.site.contact.email);
  }
  expect(await (await fetch(`${site.url}/privacy-policy`)).text()).toMatch(/90(?:&nbsp;|\u00A0)days/);
});
