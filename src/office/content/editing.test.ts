import { describe, expect, it } from 'vitest';

import { getField, setField } from '../../content/merge-content.ts';
import { releaseFiles as released } from '../../content/release-files.ts';
import { openContentStores } from '../../content/testing/open-content-stores.ts';
import { cleanFileValue, editingActions, type EditingActionName, type EditorState } from './editing.ts';
import { listEntries, copyFullestEntry } from './entries.ts';

const anna = 'anna@example.com';
const bob = 'bob@example.com';
const about = 'about.yaml';

/** Returns a file of the content with one field replaced. */
const having = (file: string, path: readonly (string | number)[], text: unknown) =>
  setField(released, { file, path }, text)[file];
const title = (text: string) => having(about, ['title'], text);

/** Starts a store on which two people edit the content. */
function start() {
  const stores = openContentStores();
  const act = async (by: string, name: EditingActionName, input: object = {}) => {
    const state = await editingActions[name](stores, by, JSON.stringify(input));
    if (state === null) throw new Error('This is not what the act takes');
    return state;
  };
  const draftOf = ({ drafts }: EditorState, by: string, file = about) =>
    drafts.find((draft) => draft.by === by && draft.file === file);
  /** Saves a draft as a browser that knows the last save. */
  async function keep(by: string, file: string, value: unknown, base: unknown = released[file]) {
    const mine = draftOf(await act(by, 'open'), by, file);
    return act(by, 'keep', { file, base, value, known: mine?.savedAt.toISOString() ?? null });
  }
  return { stores, act, keep, draftOf };
}

it('issues of drafts are those of publishing them, with what others have published in the same files since', async () => {
  const { stores, act, keep } = start();
  await keep(anna, about, title('Drafted'));
  const seoTitle = 'A title that is published meanwhile';
  const files = setField(released, { file: about, path: ['seo', 'title'] }, seoTitle);
  await stores.contentRepository.publish({ by: bob, reason: 'New', files, baseRevision: 0 });
  const { faults } = await keep(anna, 'home.yaml', having('home.yaml', ['seo', 'title'], seoTitle));
  const { issues } = await stores.contentRepository.planPublication((await act(anna, 'open')).drafts);
  expect(faults).toMatchObject([{ message: expect.stringContaining('repeats') }]);
  expect(issues).toHaveLength(1);
});

describe('a draft', () => {
  it('may be unfinished, has the marks of print, is there for its person again and seen by others, and goes once it says what is published', async () => {
    const { act, keep, draftOf } = start();
    const kept = await keep(anna, about, title("Anna's"));
    expect(draftOf(await act(anna, 'open'), anna)).toMatchObject({ value: { title: 'Anna’s' }, base: released[about] });
    expect(draftOf(await act(bob, 'open'), anna)).toEqual(draftOf(kept, anna));
    expect((await keep(anna, about, title(''))).faults).toEqual([
      { file: about, path: ['title'], message: 'is empty' },
    ]);
    expect((await act(bob, 'open')).faults).toEqual([]);
    expect((await keep(anna, about, released[about])).drafts).toEqual([]);
  });

  it('is kept without control characters, with line breaks where its field takes several lines', async () => {
    const { keep, draftOf } = start();
    const pasted = 'one\u000Btwo\u000C\u0085three\tfour\u0007\u0092 ';
    const kept = await keep(anna, about, title(pasted));
    expect(draftOf(kept, anna)).toMatchObject({ value: { title: 'one two three four ' } });
    const file = 'office.yaml';
    const signed = await keep(anna, file, having(file, ['answer', 'signature'], pasted));
    expect(draftOf(signed, anna, file)).toMatchObject({ value: { answer: { signature: 'one\ntwo\n\nthree four ' } } });
    for (const [file, value] of Object.entries(released)) expect(cleanFileValue(file, value)).toEqual(value);
  });

  it('is not saved over what another window of the same person has saved since', async () => {
    const { act, keep, draftOf } = start();
    await keep(anna, about, title('One window'));
    const late = { file: about, base: released[about], value: title('Another window'), known: null };
    expect(await act(anna, 'keep', late)).toMatchObject({ isOvertaken: true });
    expect(draftOf(await act(anna, 'open'), anna)).toMatchObject({ value: { title: 'One window' } });
  });

  it.each([
    ['saves', title('Another window')],
    ['takes back', released[about]],
  ])('is not saved over what another window %s at the same moment', async (_what, another) => {
    const { act, keep, draftOf } = start();
    const known = draftOf(await keep(anna, about, title('Before')), anna)?.savedAt.toISOString();
    const form = { file: about, base: released[about], known };
    const values = [title('One window'), another];
    const saved = await Promise.all(values.map((value) => act(anna, 'keep', { ...form, value })));
    expect(saved.filter(({ isOvertaken }) => isOvertaken)).toHaveLength(1);
  });
});

it('files stand in the order of the groups, and within them in that of their places', () => {
  const paths = listEntries({ files: released, ownDrafts: {} }).map(({ pagePath }) => pagePath);
  expect(paths.slice(0, 2)).toEqual(['/', '/products']);
  expect(paths.findLastIndex((path) => path?.startsWith('/services/'))).toBeLessThan(
    paths.findIndex((path) => path?.startsWith('/products/')),
  );
});

it('an entry begins as a copy of the fullest of its kind, behind the last, and to remove one says what leads to it', async () => {
  const { keep } = start();
  const file = 'products/ninth.yaml';
  const places = Object.entries(released).map(([file, value]) =>
    file.startsWith('products/') ? Number(Object(value).place) : 0,
  );
  const value = copyFullestEntry(listEntries({ files: released, ownDrafts: {} }), 'products', 'Ninth');
  expect(value).toMatchObject({ title: 'Ninth', place: Math.max(...places) + 1, page: expect.anything() });
  expect((await keep(anna, file, value, null)).drafts).toMatchObject([{ file, base: null, value }]);
  expect((await keep(anna, file, null, null)).drafts).toEqual([]);

  const linked = Object(getField(released, { file: 'footer.yaml', path: ['products', 'items', 0] })).product as string;
  const { faults } = await keep(anna, `products/${linked}.yaml`, null);
  expect(faults).toContainEqual(
    expect.objectContaining({ file: 'footer.yaml', path: ['products', 'items', 0, 'product'] }),
  );
});

it('no other file than those of the content can be named; nothing nested deeper is kept, and nothing that is no JSON', async () => {
  const { stores } = start();
  const keep = (input: object) =>
    editingActions.keep(stores, anna, JSON.stringify({ file: about, base: null, known: null, ...input }));
  for (const file of ['../package.json', 'content/about.yaml', 'nothing.yaml', 'services/../about.yaml'])
    expect(await keep({ file, value: {} })).toBeNull();
  let deep: unknown = '';
  for (let levels = 0; levels < 13; levels += 1) deep = [deep];
  for (const drafted of [{ base: deep, value: {} }, { value: deep }]) expect(await keep(drafted)).toBeNull();
  for (const input of ['{', '3', null]) expect(await editingActions.open(stores, anna, input)).toBeNull();
});
