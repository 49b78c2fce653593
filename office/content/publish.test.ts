import { describe, expect, it } from 'vitest';
import { setField } from '../../content/merge-content.ts';
import { PageFault } from '../../server/publication.ts';
import { viewOf, type Browser } from '../testing/browser.ts';
import { listEntries, duplicateEntry } from './editor/entries.ts';
import { anna, bob, startInbox } from '../testing/inbox-under-test.ts';

const page = '/words/publish';
const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
const phone = { file: 'site.yaml', path: ['contact', 'phone'] };

async function start(parts: Parameters<typeof startInbox>[1] = {}) {
  const inbox = await startInbox({}, parts);
  const { wordsStore, liveWords, browserOf } = inbox;
  /** Saves a draft as the editor does. */
  async function write(by: string, field: typeof headline, value: unknown, base?: unknown) {
    const { files } = await liveWords.live();
    const draft = { file: field.file, by, base: base ?? files[field.file] };
    await wordsStore.saveDraft({ ...draft, value: setField(files, field, value)[field.file] });
  }
  return { ...inbox, write, annas: await browserOf(anna, 'words'), bobs: await browserOf(bob, 'words') };
}

/** Resolves to the form values of the page as shown. */
async function formOf(browser: Browser, reason = 'A better word') {
  const { on, drafts } = await browser.view(page, 'publish');
  return {
    on: `${on}`,
    seen: drafts.flatMap(({ seen }) => seen ?? []),
    file: drafts.flatMap(({ file, seen }) => (seen === undefined ? [] : [file])),
    reason,
  };
}

describe('publishing', () => {
  it('shows what changes with old and new text, and is live at once with the reason and the person', async () => {
    const { write, annas, liveWords, wordsStore, shown, history } = await start();
    await write(anna, headline, 'New <b>it</b>');
    const { changed } = await annas.view(page, 'publish');
    expect(changed).toMatchObject([
      { file: 'home.yaml', fields: [{ address: '/words/edit#home.yaml:hero:headline', after: 'New <b>it</b>' }] },
    ]);
    expect(await annas.press(page, await formOf(annas, ' A typo '))).toEqual([303, '/words?done=publish']);
    expect((await liveWords.live()).files['home.yaml']).toMatchObject({ hero: { headline: 'New <b>it</b>' } });
    expect([await wordsStore.drafts(), shown]).toEqual([[], [1]]);
    expect(await wordsStore.versions()).toMatchObject([{ number: 1, by: anna, reason: 'A typo' }]);
    expect(await history()).toMatchObject([{ action: 'publish', actor: anna, detail: 'A typo' }]);
  });

  const place = '/words/edit#home.yaml:hero:headline';
  it.each([
    ['without a reason', headline, 'x', ' ', [], undefined],
    ['with a fault', headline, '', 'Why not', [place], undefined],
    ['of which no page can be made', headline, 'x', 'Why not', [place], new PageFault('/', ['content/home.yaml'], 'x')],
  ])('publishes nothing %s, and keeps what was typed', async (_what, field, value, reason, faulty, pageFault) => {
    const { write, annas, wordsStore } = await start({ pageFault });
    await write(anna, field, value);
    const answer = await annas.post(page, await formOf(annas, reason));
    const view = await viewOf(answer, 'publish');
    expect([answer.status, view.reason, view.faults.map(({ address }) => address)]).toEqual([422, reason, faulty]);
    expect([view.notice?.kind, await wordsStore.newest()]).toEqual(['problem', 0]);
  });

  it('says so where this server cannot make its pages of it', async () => {
    const { write, annas } = await start({ showPublished: async () => 0 });
    await write(anna, headline, 'New words');
    expect(await annas.press(page, await formOf(annas))).toEqual([303, '/words?done=not-shown']);
    const { notice, shownInstead } = await annas.view('/words?done=not-shown', 'words');
    expect(shownInstead).toBe(0);
    expect(notice?.text).toContain('this server could not make its pages of it');
  });

  it('leaves out single drafts, which stay', async () => {
    const { write, annas, wordsStore, liveWords } = await start();
    await write(anna, headline, 'New words');
    await write(anna, phone, '+44 117 496 0199');
    await annas.press(page, { ...(await formOf(annas)), file: 'site.yaml' });
    expect((await wordsStore.drafts()).map(({ file }) => file)).toEqual(['home.yaml']);
    expect((await liveWords.live()).files['site.yaml']).toMatchObject({ contact: { phone: '+44 117 496 0199' } });
  });

  it('publishes nothing that was not shown: what was written, left out, or published by others meanwhile', async () => {
    const { write, annas, bobs, wordsStore, pass } = await start();
    await write(anna, headline, 'New words');
    const before = await formOf(annas);
    pass(1000);
    await write(anna, headline, 'Newer words');
    expect((await annas.post(page, before)).status).toBe(409);
    const leftOut = await viewOf(
      await annas.post(page, { ...(await formOf(annas)), file: [], act: 'look' }),
      'publish',
    );
    expect(leftOut.drafts).toEqual([expect.not.objectContaining({ seen: expect.anything() })]);
    expect((await annas.post(page, { on: '0', file: 'home.yaml', reason: 'x' })).status).toBe(409);
    await write(bob, phone, '+44 117 496 0199');
    const form = await formOf(annas);
    expect((await bobs.post(page, await formOf(bobs))).status).toBe(303);
    const overtaken = await annas.post(page, form);
    expect([overtaken.status, await viewOf(overtaken, 'publish')]).toMatchObject([
      409,
      { on: 1, reason: 'A better word' },
    ]);
    expect(await wordsStore.newest()).toBe(1);
  });

  it('publishes no text over one that somebody has published since it was begun, and leads to the field', async () => {
    const { write, annas, bobs, wordsStore } = await start();
    await write(anna, headline, 'Of Anna');
    await write(bob, headline, 'Of Bob');
    await bobs.post(page, await formOf(bobs));
    const answer = await annas.post(page, await formOf(annas));
    const { faults } = await viewOf(answer, 'publish');
    expect([answer.status, await wordsStore.newest(), faults]).toMatchObject([422, 1, [{ address: place }]]);
  });

  it('takes no text of a new entry from the one it was copied from, unless that is changed or confirmed', async () => {
    const { annas, liveWords, wordsStore } = await start();
    const { files } = await liveWords.live();
    const file = 'products/ninth.yaml';
    const copy = duplicateEntry(listEntries({ files, own: {} }), 'products', 'Ninth');
    const value = setField({ [file]: copy }, { file, path: ['subtitle'] }, 'Something of its own')[file];
    await wordsStore.saveDraft({ file, by: anna, base: null, value });
    const { copies } = await annas.view(page, 'publish');
    const keys = copies.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining([`${file}/job`, `${file}/page/features/0/text`]));
    for (const own of ['title', 'subtitle', 'icon', 'color', 'page/structure', 'related/0/to'])
      expect(keys).not.toContain(`${file}/${own}`);
    const form = await formOf(annas);
    const [first = '', ...others] = keys;
    const refused = await annas.post(page, { ...form, same: others });
    const view = await viewOf(refused, 'publish');
    expect([refused.status, await wordsStore.newest()]).toEqual([422, 0]);
    expect(view.copies.filter(({ isConfirmed }) => !isConfirmed)).toMatchObject([{ key: first }]);
    // Once confirmed, other issues follow: a new page must have its own title for search engines.
    const { notice } = await viewOf(await annas.post(page, { ...form, same: keys }), 'publish');
    expect(notice?.text).toContain('some of it is not right');
  });

  it('says what waits for the next release', async () => {
    const { annas, wordsStore, liveWords, write } = await start();
    const { files } = await liveWords.live();
    await wordsStore.saveDraft({
      file: 'services/new.yaml',
      by: anna,
      base: null,
      value: files['services/mobility.yaml'],
    });
    await write(anna, headline, 'Łódź');
    const { later } = await annas.view(page, 'publish');
    expect(later).toEqual([
      expect.stringContaining('keeps the old title'),
      expect.stringContaining('general picture'),
      expect.stringMatching(/typeface: Ł ź$/),
      expect.stringMatching(/headings: ó$/),
    ]);
  });

  it.each([
    ['has ended', 0],
    ['is asked for the passkey again', 5 * 60_000 + 1],
  ])(
    'keeps the reason and every choice while the session %s, and publishes nothing by itself then',
    async (_what, time) => {
      const { write, annas, people, wordsStore, pass } = await start();
      await write(anna, headline, 'New words');
      const form = await formOf(annas, 'Typed before');
      pass(time);
      if (time === 0) annas.cookies.delete('__Host-session');
      const asked = await viewOf(await annas.post(page, form), 'sign in');
      annas.cookies.set('__Host-session', await people.signIn(anna));
      const view = await viewOf(await annas.post(asked.to, { ...asked.typed, resumed: 'yes' }), 'publish');
      expect([view.reason, await wordsStore.newest()]).toEqual(['Typed before', 0]);
      expect(await annas.press(page, form)).toEqual([303, '/words?done=publish']);
    },
  );

  it('is refused to somebody whose role has ended meanwhile, whose drafts others take over', async () => {
    const { write, annas, bobs, people, wordsStore } = await start();
    await write(anna, headline, 'New words');
    const form = await formOf(annas);
    const take = { file: 'home.yaml', by: anna };
    expect((await bobs.post('/words/take-over', take)).status).toBe(409);
    await people.setRoles(anna, ['enquiries']);
    expect([(await annas.post(page, form)).status, await wordsStore.newest()]).toEqual([403, 0]);
    expect(await bobs.press('/words/take-over', take)).toEqual([303, '/words?done=take-over']);
    expect(await wordsStore.drafts()).toMatchObject([{ by: bob, value: { hero: { headline: 'New words' } } }]);
    await people.setRoles(anna, ['words']);
    await write(anna, headline, 'Other words');
    await people.setRoles(anna, []);
    expect((await bobs.post('/words/take-over', take)).status).toBe(409);
    expect(await wordsStore.drafts()).toHaveLength(2);
  });
});

describe('versions', () => {
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
    const { annas, liveWords } = await startWithTwo();
    const released = headlineOf((await liveWords.live()).released);
    const { versions } = await annas.view('/words/versions', 'versions');
    expect(versions.map(({ number, by, reason }) => [number, by, reason])).toEqual([
      [2, anna, 'Second'],
      [1, anna, 'First'],
    ]);
    const fields = (before: string, after: string) => [{ fields: [{ before, after }] }];
    expect(await annas.view('/words/versions/1', 'version')).toMatchObject({ changed: fields(released, 'First') });
    expect(await annas.view('/words/versions/2', 'version')).toMatchObject({ changed: fields('First', 'Second') });
    const compared = await annas.view('/words/versions/2?with=0', 'version');
    expect(compared).toMatchObject({ comparedWith: 0, changed: fields(released, 'Second') });
    for (const path of ['/3', '/x', '/2?with=9'])
      expect([path, await annas.statusOf(`/words/versions${path}`)]).toEqual([path, 404]);
  });

  it('are undone by one press, and back by another, each a version of its own', async () => {
    const { annas, liveWords, wordsStore, history, shown } = await startWithTwo();
    for (const [on, live] of [
      ['2', 'First'],
      ['3', 'Second'],
    ] as const) {
      expect(await annas.press('/words/undo', { on })).toEqual([303, '/words?done=undo']);
      expect(headlineOf((await liveWords.live()).files)).toBe(live);
    }
    expect((await annas.post('/words/undo', { on: '2' })).status).toBe(409);
    expect([await wordsStore.newest(), shown]).toEqual([4, [1, 2, 3, 4]]);
    expect((await history())[0]).toMatchObject({ action: 'publish', detail: 'Undo number 3' });
  });

  it('become the draft again, where that takes nobody’s own draft away', async () => {
    const { annas, write, wordsStore } = await startWithTwo();
    await write(anna, headline, 'Unpublished');
    expect((await annas.post('/words/versions/1/draft')).status).toBe(409);
    await wordsStore.discardDraft('home.yaml', anna);
    expect(await annas.press('/words/versions/1/draft')).toEqual([303, '/words/publish?done=draft']);
    const { changed } = await annas.view(page, 'publish');
    expect(changed).toMatchObject([{ fields: [{ before: 'Second', after: 'First' }] }]);
  });
});
