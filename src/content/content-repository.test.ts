import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { getField, setField, type FieldChange, type ContentFiles } from './merge-content.ts';
import { releaseFiles as released } from './release-files.ts';
import { createRevisionStore, type Draft } from './revisions.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { PageRenderError } from '../server/render-pages.ts';
import { createContentRepository } from './content-repository.ts';

const by = 'anna@example.com';
const reason = 'A typo';
const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
const phone = { file: 'site.yaml', path: ['contact', 'phone'] };
const link = { file: 'navigation.yaml', path: ['links', 4, 'to'] };
const label = { file: 'home.yaml', path: ['hero', 'action', 'label'] };

/** A page that needs a link to it fails. */
const checkRendering = async (files: ContentFiles) =>
  getField(files, link) === '/about'
    ? null
    : new PageRenderError('/about', ['content/about.yaml'], new Error('no link'));

/** Opens repositories on one database, with the content of several releases. */
function start() {
  const { database } = openTemporarySqlite();
  const revisionStore = createRevisionStore({ database });
  const open = (files: ContentFiles = released) =>
    createContentRepository({ revisionStore, releaseFiles: files, checkRendering });
  const repository = open();
  /** Publishes another text of one field. */
  const change = async (field: typeof phone, text: unknown, at = repository) => {
    const { number, files } = await at.readPublishedContent();
    return at.publish({ by, reason, files: setField(files, field, text), baseRevision: number });
  };
  return { database, store: revisionStore, open, repository, change };
}

const savedAt = new Date(0);
const draft = (file: string, value: unknown, base = released[file]): Draft => ({ file, by, base, value, savedAt });

describe('content that is published', () => {
  it('is that of the release until then, and what was published from then on', async () => {
    const { repository, change } = start();
    expect(await repository.readPublishedContent()).toEqual({
      number: 0,
      files: released,
      differingFiles: [],
      releaseFiles: released,
      lastChanges: {},
    });
    expect(await change(headline, 'New words')).toEqual({ outcome: 'published', number: 1 });
    const changed = { 'home.yaml': expect.stringMatching(/^20\d\d-.*\dZ$/) };
    const files = setField(released, headline, 'New words');
    expect(await repository.readPublishedContent()).toEqual({
      number: 1,
      files,
      differingFiles: ['home.yaml'],
      releaseFiles: released,
      lastChanges: changed,
    });
  });

  it.each<[what: string, field: Pick<FieldChange, 'file' | 'path'>, value: unknown, how: object, outcome: object]>([
    ['a fault', headline, '', {}, { outcome: 'faults', issues: [{ ...headline, message: 'is empty' }] }],
    [
      'a page that cannot be rendered',
      link,
      '/resources',
      {},
      {
        outcome: 'faults',
        issues: [{ ...link, message: expect.stringContaining('/about (content/about.yaml) cannot') }],
      },
    ],
    ['no reason', headline, 'New', { reason: ' ' }, { outcome: 'reason' }],
    ['a reason of two lines', headline, 'New', { reason: 'a\nb' }, { outcome: 'reason' }],
    ['nothing that is new', headline, getField(released, headline), {}, { outcome: 'unchanged' }],
    ['another publication meanwhile', headline, 'New', { baseRevision: 7 }, { outcome: 'overtaken' }],
  ])('are refused with %s, and nothing changes', async (_what, field, value, how, outcome) => {
    const { repository, store } = start();
    const made = { by, reason, files: setField(released, field, value), baseRevision: 0, ...how };
    expect(await repository.publish(made)).toMatchObject(outcome);
    expect(await store.readNewestNumber()).toBe(0);
  });
});

describe('drafts', () => {
  it('are put into what others have published since they were begun', async () => {
    const { repository, change } = start();
    await change(label, 'Published');
    const home = setField(released, headline, 'Drafted')['home.yaml'];
    const plan = await repository.planPublication([draft('home.yaml', home), draft('about.yaml', null)]);
    expect([getField(plan.files, label), getField(plan.files, headline)]).toEqual(['Published', 'Drafted']);
    const changes = [{ file: 'about.yaml', path: [] }, headline];
    expect(plan.changes).toMatchObject(changes);
    expect(plan).toMatchObject({ baseRevision: 1, issues: [{ file: 'about.yaml', message: 'the file is missing' }] });
  });

  it('that clash with what was published since say where', async () => {
    const { repository, change } = start();
    const home = setField(released, headline, 'Drafted')['home.yaml'];
    await change(headline, 'Published');
    const { issues } = await repository.planPublication([draft('home.yaml', home)]);
    expect(issues).toEqual([{ ...headline, message: expect.stringContaining('since you began') }]);
  });
});

describe('undoing a revision', () => {
  const takeAll = () => true;
  const takeNone = () => false;
  const reasons = { file: 'office.yaml', path: ['reasons'] };

  it('takes back its fields alone, also of the first, whose release is not this one', async () => {
    const { open, change } = start();
    await change(headline, 'First');
    await change(label, 'Later');
    const later = open(setField(released, phone, '+44 117 496 0100'));
    const plan = await later.planUndo(1, takeNone);
    expect(plan?.changes).toEqual([{ ...headline, before: 'First', after: getField(released, headline) }]);
  });

  it.each([
    ['leaves a list that was changed again', takeNone],
    ['takes all of it back if that is chosen', takeAll],
  ])('%s', async (_what, isTakenBack) => {
    const { repository, change } = start();
    const list = getField(released, reasons) as unknown[];
    await change(reasons, list.toReversed());
    await change(reasons, list.toReversed().slice(1));
    const plan = await repository.planUndo(1, isTakenBack);
    expect(plan?.conflicts).toMatchObject([{ ...reasons, earlierValue: list }]);
    expect(getField(plan?.files ?? {}, reasons)).toEqual(isTakenBack() ? list : list.toReversed().slice(1));
  });

  it('is not possible where the revision before is not stored', async () => {
    const { database, repository, change } = start();
    await change(headline, 'One');
    await change(headline, 'Two');
    await database.deleteFrom('revisions').where('number', '=', 1).execute();
    expect([await repository.planUndo(2, takeAll), await repository.planUndo(3, takeAll)]).toEqual([null, null]);
  });
});

it('a later release changes nothing that was published, fills what was not published, and the files in which it differs are told', async () => {
  const { store, open } = start();
  const about = { file: 'about.yaml', path: ['title'] };
  const published = setField(released, headline, 'The office’s');
  const incomplete = setField(published, { file: 'office.yaml', path: ['reasons'] }, undefined);
  await store.publishRevision({ by, reason, files: incomplete, baseRevision: 0 });
  const { files, differingFiles } = await open(setField(released, about, 'The release’s')).readPublishedContent();
  expect([files, differingFiles]).toEqual([published, ['about.yaml', 'home.yaml']]);
});

it.each<[what: string, files: Buffer]>([
  ['cut short', brotliCompressSync(JSON.stringify({ files: released })).subarray(0, 99)],
  ['not what was packed', Buffer.from('rubbish, and no words at all')],
  ['no JSON', brotliCompressSync('{"files":')],
  ['JSON of something else', brotliCompressSync('{"files":3}')],
])('where a publication is %s the one before stands, and it can be undone or published over', async (_what, stored) => {
  const { database, repository, change } = start();
  await change(headline, 'One');
  for (const undoing of [true, false]) {
    const { number, files } = await repository.readPublishedContent();
    await change(headline, `Number ${number + 1}`);
    await database
      .updateTable('revisions')
      .set({ files: stored })
      .where('number', '=', number + 1)
      .execute();
    expect(await repository.readPublishedContent()).toMatchObject({ number: number + 1, files, isUnreadable: true });
    expect(await repository.readRevision(number + 1)).toBeNull();
    expect(await repository.planUndo(number + 1, () => true)).toMatchObject({ isUnreadable: true, files });
    if (undoing) await repository.undoPublication(by);
    else await change(headline, 'Over it');
    expect(getField((await repository.readPublishedContent()).files, headline)).toBe(undoing ? 'One' : 'Over it');
  }
});
