import { describe, expect, it } from 'vitest';
import { setField } from '../../content/merge-content.ts';
import { PageRenderError } from '../../server/render-pages.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { listEntries, copyFullestEntry } from './entries.ts';
import { anna, bob, startTestOffice } from '../testing/office-under-test.ts';

const page = '/content/publish';
const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
const phone = { file: 'site.yaml', path: ['contact', 'phone'] };
const place = '/content/edit#home.yaml:hero:headline';

async function start(parts: Parameters<typeof startTestOffice>[1] = {}) {
  const office = await startTestOffice({}, parts);
  const { revisionStore, contentRepository, browserOf } = office;
  /** Saves a draft as the editor does. */
  async function write(by: string, field: typeof headline, value: unknown, base?: unknown) {
    const { files } = await contentRepository.readPublishedContent();
    const draft = { file: field.file, by, base: base ?? files[field.file] };
    await revisionStore.saveDraft({ ...draft, value: setField(files, field, value)[field.file] });
  }
  /** Resolves to a published file. */
  const readFile = async (file: string) => (await contentRepository.readPublishedContent()).files[file];
  const browsers = { annas: await browserOf(anna, 'content'), bobs: await browserOf(bob, 'content') };
  return { ...office, ...browsers, write, readFile };
}

/** Resolves to the form values of the page as shown. */
async function formOf(browser: TestBrowser, reason = 'A better word') {
  const { baseRevision, drafts, seenVersions: seenVersion } = await browser.getView(page, 'publish');
  return { baseRevision: `${baseRevision}`, seenVersion, file: drafts.map(({ file }) => file), reason };
}

describe('publishing at a time', () => {
  /** Resolves to the form that asks for a time, and what it is answered. */
  async function schedule(browser: TestBrowser, at: string, intent = 'schedule') {
    return browser.submitForm(page, { ...(await formOf(browser)), at, intent });
  }

  it('publishes nothing now, and lists what is published when, by whom and why', async () => {
    const { write, annas, bobs, revisionStore } = await start();
    await write(anna, headline, 'New words');
    expect(await schedule(annas, '2025-07-01T09:00')).toEqual([303, '/content?done=schedule']);
    expect(await revisionStore.readNewestNumber()).toBe(0);
    const { schedules, drafts } = await bobs.getView('/content', 'content');
    const [shown] = schedules;
    const expected = { at: '2025-07-01T08:00:00.000Z', by: anna, reason: 'A better word', isChanged: false };
    expect([shown, drafts]).toMatchObject([expected, [{ file: 'home.yaml', isScheduled: true }]]);
    const cancelled = await bobs.submitForm('/content/cancel', { id: `${shown?.id}` });
    expect(cancelled).toEqual([303, '/content?done=cancel-schedule']);
    expect([await revisionStore.listSchedules(), await revisionStore.listDrafts()]).toMatchObject([[], [{ by: anna }]]);
  });

  it.each([
    ['for a time that is over', '2024-12-31T09:00', 'schedule'],
    ['where the button beside the time was not pressed', '2025-07-01T09:00', ''],
  ])('is refused %s', async (_what, at, act) => {
    const { write, annas, revisionStore } = await start();
    await write(anna, headline, 'New words');
    expect(await schedule(annas, at, act)).toEqual([422, null]);
    expect([await revisionStore.listSchedules(), await revisionStore.readNewestNumber()]).toEqual([[], 0]);
  });

  it('ends with another time for the same drafts, and where they are published before', async () => {
    const { write, annas, revisionStore } = await start();
    await write(anna, headline, 'New words');
    const form = await formOf(annas);
    for (const day of ['01', '02'])
      await annas.submitForm(page, { ...form, at: `2025-07-${day}T09:00`, intent: 'schedule' });
    expect(await revisionStore.listSchedules()).toMatchObject([{ at: new Date('2025-07-02T08:00:00Z') }]);
    await annas.submitForm(page, { ...form, early: 'home.yaml 2025-07-02T08:00:00.000Z' });
    expect(await revisionStore.listSchedules()).toEqual([]);
  });

  it('stands apart, unticked, on the next page of its person, who publishes it early only once asked', async () => {
    const { write, annas, readFile } = await start();
    await write(anna, headline, 'New words');
    await schedule(annas, '2025-07-01T09:00');
    await write(anna, phone, '+44 117 496 0199');
    const { drafts, changedFiles } = await annas.getView(page, 'publish');
    const [scheduled, other] = drafts.toSorted((a, b) => a.file.localeCompare(b.file));
    const at = '2025-07-01T08:00:00.000Z';
    expect(scheduled).toMatchObject({ file: 'home.yaml', isIncluded: false, scheduledAt: at });
    expect([other, changedFiles]).toMatchObject([{ isIncluded: true }, [{ file: 'site.yaml' }]]);
    const ticked = { baseRevision: '0', reason: 'x', file: ['home.yaml', 'site.yaml'] };
    const [, { seenVersions: seenVersion }] = await annas.postForView('publish', page, { ...ticked, intent: 'look' });
    const [status, { notice }] = await annas.postForView('publish', page, { ...ticked, seenVersion });
    expect([status, notice?.text]).toEqual([422, expect.stringContaining('1 July 2025 at 09:00')]);
    const confirmed = { ...ticked, seenVersion, early: `home.yaml ${at}` };
    expect(await annas.submitForm(page, confirmed)).toEqual([303, '/content?done=publish']);
    expect(await readFile('home.yaml')).toMatchObject({ hero: { headline: 'New words' } });
  });

  it('says so where a draft was changed since', async () => {
    const { write, annas, advanceClock } = await start();
    await write(anna, headline, 'New words');
    await schedule(annas, '2025-07-01T09:00');
    advanceClock(1000);
    await write(anna, headline, 'Newer words');
    const { schedules, drafts } = await annas.getView('/content', 'content');
    expect([schedules, drafts]).toMatchObject([[{ isChanged: true, isOwn: true }], [{ isScheduled: false }]]);
    const shown = await annas.getView(page, 'publish');
    expect(shown.drafts).toEqual([expect.not.objectContaining({ scheduledAt: expect.anything() })]);
  });
});

it('what the company has not said is listed with links to the fields, until it is published', async () => {
  const { annas, write } = await start();
  const insurance = {
    editUrl: '/content/edit#terms.yaml:insurance:answer',
    name: expect.stringContaining('insurance'),
  };
  const listed = async () => (await annas.getView('/content', 'content')).missingFacts;
  expect(await listed()).toContainEqual(expect.objectContaining(insurance));
  await write(anna, { file: 'terms.yaml', path: ['insurance', 'answer'] }, 'Ten million pounds.');
  await annas.submitForm(page, await formOf(annas, 'A fact'));
  expect(await listed()).not.toContainEqual(expect.objectContaining(insurance));
});

it('a link to a draft is shown once, listed for everybody, and revoked', async () => {
  const { annas, bobs } = await start();
  const [, made] = await annas.postForView('content', '/content/links', { file: 'about.yaml' });
  const url = expect.stringMatching(/^https:\/\/www\.example\.com\/draft\/[\w-]{43}$/) as unknown;
  expect(made).toMatchObject({ noticeLinks: [[url, url]], script: 'inbox', file: 'about.yaml' });
  const { links, file, noticeLinks: none } = await bobs.getView('/content/links?file=about.yaml', 'content');
  expect([file, none, links]).toMatchObject(['about.yaml', [], [{ path: '/about', by: anna }]]);
  await bobs.submitForm('/content/revoke', { id: `${links[0]?.id}` });
  expect((await bobs.getView('/content', 'content')).links).toEqual([]);
});

describe('publishing', () => {
  it('shows what changes with old and new text, and is published at once with the reason and the person', async () => {
    const { write, annas, readFile, revisionStore, shown, listEvents } = await start();
    await write(anna, headline, 'New <b>it</b>');
    const { changedFiles } = await annas.getView(page, 'publish');
    expect(changedFiles).toMatchObject([{ file: 'home.yaml', fields: [{ editUrl: place, after: 'New <b>it</b>' }] }]);
    expect(await annas.submitForm(page, await formOf(annas, ' A typo '))).toEqual([303, '/content?done=publish']);
    expect(await readFile('home.yaml')).toMatchObject({ hero: { headline: 'New <b>it</b>' } });
    expect([await revisionStore.listDrafts(), shown]).toEqual([[], [1]]);
    expect(await revisionStore.listRevisions()).toMatchObject([{ number: 1, by: anna, reason: 'A typo' }]);
    const { noticeLinks } = await annas.getView('/content?done=publish', 'content');
    expect(noticeLinks.map(([, url]) => url)).toEqual(['https://www.example.com/', '/content/revisions/1']);
    expect(await listEvents()).toMatchObject([{ action: 'publish', actor: anna, detail: 'A typo' }]);
  });

  const pageFault = new PageRenderError('/', ['content/home.yaml'], 'x');
  it.each([
    ['without a reason', 'x', ' ', [], {}],
    ['with a fault', '', 'Why not', [place], {}],
    ['of which no page can be made', 'x', 'Why not', [place], { pageFault }],
  ])('publishes nothing %s, and keeps what was typed', async (_what, value, reason, faulty, parts) => {
    const { write, annas, revisionStore } = await start(parts);
    await write(anna, headline, value);
    const [status, view] = await annas.postForView('publish', page, await formOf(annas, reason));
    expect([status, view.reason, view.issues.map(({ editUrl }) => editUrl)]).toEqual([422, reason, faulty]);
    expect([view.notice?.kind, await revisionStore.readNewestNumber()]).toEqual(['problem', 0]);
  });

  it('says so where this server cannot make its pages of it', async () => {
    const { write, annas } = await start({ site: { loadNewestRevision: async () => 0 } });
    await write(anna, headline, 'New words');
    expect(await annas.submitForm(page, await formOf(annas))).toEqual([303, '/content?done=not-shown']);
    const { notice, shownRevision } = await annas.getView('/content?done=not-shown', 'content');
    expect(shownRevision).toBe(0);
    expect(notice?.text).toContain('this server could not make its pages of it');
  });

  it('leaves out single drafts, which stay', async () => {
    const { write, annas, revisionStore, readFile } = await start();
    await write(anna, headline, 'New words');
    await write(anna, phone, '+44 117 496 0199');
    await annas.submitForm(page, { ...(await formOf(annas)), file: 'site.yaml' });
    expect((await revisionStore.listDrafts()).map(({ file }) => file)).toEqual(['home.yaml']);
    expect(await readFile('site.yaml')).toMatchObject({ contact: { phone: '+44 117 496 0199' } });
  });

  it('publishes a draft that was shown, left out and ticked again', async () => {
    const { write, annas } = await start();
    await write(anna, headline, 'New words');
    const form = await formOf(annas);
    const [, { seenVersions }] = await annas.postForView('publish', page, { ...form, file: [], intent: 'look' });
    expect((await annas.post(page, { ...form, seenVersion: seenVersions })).status).toBe(303);
  });

  it('publishes a page with another address by one tick', async () => {
    const { annas, readFile, revisionStore } = await start();
    const [file, newFile] = ['services/sap.yaml', 'services/new.yaml'];
    const value = await readFile(file);
    await revisionStore.saveDraft({ file, by: anna, base: value, value: null });
    await revisionStore.saveDraft({ file: newFile, by: anna, base: null, value });
    const look = async (ticked: string[]) =>
      (await annas.postForView('publish', page, { baseRevision: '0', file: ticked, intent: 'look' }))[1];
    expect((await look([])).changedFiles).toEqual([]);
    for (const ticked of [file, newFile]) {
      const { drafts, seenVersions, changedFiles } = await look([ticked]);
      expect([drafts.length, seenVersions.length, changedFiles]).toMatchObject([1, 2, [{ file: newFile }]]);
    }
  });

  it('publishes nothing that was not shown: what was written, left out, or published by others meanwhile', async () => {
    const { write, annas, bobs, revisionStore, advanceClock } = await start();
    await write(anna, headline, 'New words');
    const before = await formOf(annas);
    advanceClock(1000);
    await write(anna, headline, 'Newer words');
    expect((await annas.post(page, before)).status).toBe(409);
    const look = { baseRevision: '0', seenVersion: before.seenVersion, intent: 'look' };
    const [, leftOut] = await annas.postForView('publish', page, look);
    expect([leftOut.seenVersions, leftOut.drafts]).toMatchObject([[], [{ isIncluded: false }]]);
    const ticked = { baseRevision: '0', file: 'home.yaml', reason: 'x' };
    const tickedAgain = await annas.postForView('publish', page, ticked);
    expect(tickedAgain).toMatchObject([409, { notice: { text: expect.stringContaining('left out') } }]);
    await write(bob, phone, '+44 117 496 0199');
    const form = await formOf(annas);
    expect((await bobs.post(page, await formOf(bobs))).status).toBe(303);
    const overtaken = await annas.postForView('publish', page, form);
    expect(overtaken).toMatchObject([409, { baseRevision: 1, reason: 'A better word' }]);
    expect(await revisionStore.readNewestNumber()).toBe(1);
  });

  it('publishes no text over one that somebody has published since it was begun, and leads to the field', async () => {
    const { write, annas, bobs, revisionStore } = await start();
    await write(anna, headline, 'Of Anna');
    await write(bob, headline, 'Of Bob');
    await bobs.post(page, await formOf(bobs));
    const refused = await annas.postForView('publish', page, await formOf(annas));
    expect(refused).toMatchObject([422, { issues: [{ editUrl: place }] }]);
    expect(await revisionStore.readNewestNumber()).toBe(1);
  });

  it('takes no text of a new entry from the one it was copied from, unless that is changed or confirmed', async () => {
    const { annas, contentRepository, revisionStore } = await start();
    const { files } = await contentRepository.readPublishedContent();
    const file = 'products/ninth.yaml';
    const copy = copyFullestEntry(listEntries({ files, ownDrafts: {} }), 'products', 'Ninth');
    const value = setField({ [file]: copy }, { file, path: ['subtitle'] }, 'Something of its own')[file];
    await revisionStore.saveDraft({ file, by: anna, base: null, value });
    const { copies } = await annas.getView(page, 'publish');
    const keys = copies.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining([`${file}/job`, `${file}/page/features/0/text`]));
    for (const own of ['title', 'subtitle', 'icon', 'color', 'page/structure', 'related/0/to'])
      expect(keys).not.toContain(`${file}/${own}`);
    const form = await formOf(annas);
    const [first = '', ...others] = keys;
    const [status, view] = await annas.postForView('publish', page, { ...form, confirmedCopy: others });
    expect([status, await revisionStore.readNewestNumber()]).toEqual([422, 0]);
    expect(view.copies.filter(({ isConfirmed }) => !isConfirmed)).toMatchObject([{ key: first }]);
    // Once confirmed, other issues follow: a new page must have its own title for search engines.
    const [, { notice }] = await annas.postForView('publish', page, { ...form, confirmedCopy: keys });
    expect(notice?.text).toContain('some of it is not right');
  });

  it('says what waits for the next release', async () => {
    const { annas, revisionStore, readFile, write } = await start();
    const value = await readFile('services/mobility.yaml');
    await revisionStore.saveDraft({ file: 'services/new.yaml', by: anna, base: null, value });
    await write(anna, headline, 'Łódź');
    const { changesNeedingRelease } = await annas.getView(page, 'publish');
    expect(changesNeedingRelease).toEqual([
      expect.stringContaining('old title'),
      expect.stringContaining('picture of the home page'),
      expect.stringMatching(/typeface: Ł ź$/),
      expect.stringMatching(/headings: ó$/),
    ]);
  });

  it('keeps reason and choices while the session has ended, and publishes nothing by itself', async () => {
    const { write, annas, startSession, revisionStore } = await start();
    await write(anna, headline, 'New words');
    const form = await formOf(annas, 'Typed before');
    annas.cookies.delete('__Host-session');
    const [, { returnPath, replayedFields }] = await annas.postForView('sign in', page, form);
    await startSession(annas, anna);
    const [, view] = await annas.postForView('publish', returnPath, { ...replayedFields, resumed: 'yes' });
    expect([view.reason, await revisionStore.readNewestNumber()]).toEqual(['Typed before', 0]);
    expect(await annas.submitForm(page, form)).toEqual([303, '/content?done=publish']);
  });

  it('goes on by itself once the passkey was shown, which it asks for after 30 minutes', async () => {
    const { write, annas, startSession, advanceClock } = await start();
    await write(anna, headline, 'New words');
    const form = await formOf(annas);
    advanceClock(30 * 60_000);
    expect(await annas.postForView('publish', page, { ...form, reason: ' ' })).toMatchObject([422, {}]);
    advanceClock(1);
    const [, asked] = await annas.postForView('sign in', page, form);
    expect(asked).toMatchObject({ returnPath: page, isReauthentication: true, goesOn: true });
    await startSession(annas, anna);
    expect(await annas.submitForm(page, { ...asked.replayedFields })).toEqual([303, '/content?done=publish']);
  });

  it('is refused to somebody whose role has ended meanwhile, whose drafts others take over', async () => {
    const { write, annas, bobs, people, revisionStore } = await start();
    await write(anna, headline, 'New words');
    const form = await formOf(annas);
    const take = { file: 'home.yaml', by: anna };
    expect((await bobs.post('/content/take-over', take)).status).toBe(409);
    await people.setRoles(anna, ['enquiries']);
    expect([(await annas.post(page, form)).status, await revisionStore.readNewestNumber()]).toEqual([403, 0]);
    expect(await bobs.submitForm('/content/take-over', take)).toEqual([303, '/content?done=take-over']);
    expect(await revisionStore.listDrafts()).toMatchObject([{ by: bob, value: { hero: { headline: 'New words' } } }]);
    await people.setRoles(anna, ['content']);
    await write(anna, headline, 'Other words');
    await people.setRoles(anna, []);
    expect((await bobs.post('/content/take-over', take)).status).toBe(409);
    expect(await revisionStore.listDrafts()).toHaveLength(2);
  });
});

describe('revisions', () => {
  async function startWithTwo() {
    const started = await start();
    for (const words of ['First', 'Second']) {
      await started.write(anna, headline, words);
      await started.annas.post(page, await formOf(started.annas, words));
    }
    return started;
  }
  const headlineOf = (files: Readonly<Record<string, unknown>>) =>
    (files['home.yaml'] as { hero: { headline: string } }).hero.headline;

  it('are listed, shown with what they changed, and any two are compared', async () => {
    const { annas, contentRepository } = await startWithTwo();
    const changesIn = async (path: string) =>
      (await annas.getView(`/content/revisions/${path}`, 'revision')).changedFiles;
    const released = headlineOf((await contentRepository.readPublishedContent()).releaseFiles);
    const { revisions } = await annas.getView('/content/revisions', 'revisions');
    const published = [2, 1].map((number) => ({ number, by: anna, reason: number === 2 ? 'Second' : 'First' }));
    expect(revisions).toMatchObject(published);
    const fields = (before: string, after: string) => [{ fields: [{ before, after }] }];
    expect(await changesIn('1')).toMatchObject(fields(released, 'First'));
    expect(await changesIn('2')).toMatchObject(fields('First', 'Second'));
    expect(await changesIn('2?with=0')).toMatchObject(fields(released, 'Second'));
    for (const path of ['/3', '/x', '/2?with=9'])
      expect([path, await annas.getStatus(`/content/revisions${path}`)]).toEqual([path, 404]);
  });

  const pressUndo = async (browser: TestBrowser, number: number, fields = {}) => {
    const undo = `/content/revisions/${number}/undo`;
    const { baseRevision } = await browser.getView(undo, 'undo');
    return browser.submitForm(undo, { baseRevision: `${baseRevision}`, ...fields });
  };

  it('are undone one by one, and an undo too: what came after stays, and nobody gets a draft', async () => {
    const { write, annas, readFile, revisionStore, listEvents, shown } = await start();
    const released = headlineOf({ 'home.yaml': await readFile('home.yaml') });
    for (const [field, value] of [
      [headline, 'First'],
      [phone, '+44 117 496 0199'],
    ] as const) {
      await write(anna, field, value);
      await annas.post(page, await formOf(annas));
    }
    for (const [number, title] of [
      [1, released],
      [3, 'First'],
    ] as const) {
      expect(await pressUndo(annas, number)).toEqual([303, '/content?done=undo']);
      expect(await readFile('home.yaml')).toMatchObject({ hero: { headline: title } });
      expect(await readFile('site.yaml')).toMatchObject({ contact: { phone: '+44 117 496 0199' } });
    }
    expect([await revisionStore.listDrafts(), shown]).toEqual([[], [1, 2, 3, 4]]);
    expect((await listEvents())[0]).toMatchObject({ action: 'publish', detail: 'Undo revision 3' });
    expect((await annas.getView('/content/revisions/1/undo', 'undo')).changedFiles).toHaveLength(1);
    expect(await annas.getStatus('/content/revisions/9/undo')).toBe(404);
  });

  it('leave what was changed again since, unless that is chosen, and publish nothing that was not shown', async () => {
    const { annas, readFile } = await startWithTwo();
    const undo = '/content/revisions/1/undo';
    const view = await annas.getView(undo, 'undo');
    const [conflict] = view.conflicts;
    expect([view.changedFiles, conflict?.fields]).toMatchObject([[], [{ before: 'Second' }]]);
    expect((await annas.post(undo, { baseRevision: '2' })).status).toBe(409);
    expect((await annas.post(undo, { baseRevision: '1', takenBack: `${conflict?.key}` })).status).toBe(409);
    expect(await pressUndo(annas, 1, { takenBack: `${conflict?.key}` })).toEqual([303, '/content?done=undo']);
    expect(await readFile('home.yaml')).toMatchObject({ hero: { headline: conflict?.fields[0]?.after } });
  });
});

describe('the history of a field', () => {
  const history = '/content/history?file=home.yaml&field=hero&field=headline';

  it('has who said what when and why, and an earlier wording goes into the draft beside what else it says', async () => {
    const { write, annas, revisionStore } = await start();
    await write(anna, headline, 'First');
    await annas.post(page, await formOf(annas, 'A try'));
    await write(anna, { file: 'home.yaml', path: ['seo', 'title'] }, 'Another title');
    const { wordings, known } = await annas.getView(history, 'field history');
    expect(wordings).toMatchObject([
      { revision: { number: 1, by: anna, reason: 'A try' }, text: 'First', canPutBack: false },
      { canPutBack: true },
    ]);
    expect((await annas.post(history, { number: '0', known: '' })).status).toBe(409);
    expect(await annas.submitForm(history, { number: '0', known })).toEqual([303, place]);
    const [draft] = await revisionStore.listDrafts();
    expect(draft?.value).toMatchObject({ hero: { headline: wordings[1]?.text }, seo: { title: 'Another title' } });
  });

  it('puts nothing back into a page that the draft removes, and is of fields alone', async () => {
    const { write, annas, revisionStore } = await start();
    await write(anna, headline, 'First');
    await annas.post(page, await formOf(annas));
    await revisionStore.saveDraft({ file: 'home.yaml', by: anna, base: {}, value: null });
    const { wordings, known } = await annas.getView(history, 'field history');
    expect(wordings.filter(({ canPutBack }) => canPutBack)).toEqual([]);
    expect((await annas.post(history, { number: '0', known })).status).toBe(409);
    for (const query of ['', '?file=x.yaml', '?file=home.yaml&field=constructor'])
      for (const answer of [annas.get(`/content/history${query}`), annas.post(`/content/history${query}`)])
        expect([query, (await answer).status]).toEqual([query, 404]);
  });
});
