import { expect, it } from 'vitest';
import { readFieldHistory } from './field-history.ts';
import { getField, setField } from './merge-content.ts';
import { releaseFiles } from './release-files.ts';
import { openContentStores } from './testing/open-content-stores.ts';

const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
const blocks = { file: 'news/one.yaml', path: ['blocks'] };
const page = { title: 'News', summary: 'News', date: '2026-01-01', blocks: [{ text: 'A' }, { text: 'B' }] };

/** Publishes three wordings of a field, the second twice, each with its number as the reason. */
async function start(field = headline, values: readonly unknown[] = ['First', 'Second', 'Second', 'First']) {
  const stores = openContentStores();
  for (const [index, value] of values.entries()) {
    const files = setField({ ...releaseFiles, ...(field === blocks && { 'news/one.yaml': page }) }, field, value);
    await stores.revisionStore.publishRevision({ by: 'anna', reason: 'x', files, baseRevision: index });
  }
  /** Resolves to the numbers and values of the wordings. */
  return async (maxRevisions?: number) => {
    const { wordings, oldestNumber } = await readFieldHistory(stores, field, maxRevisions);
    return { wordings: wordings.map(({ revision, value }) => [revision?.number ?? 0, value]), oldestNumber };
  };
}

const released = [0, getField(releaseFiles, headline)];

it('has each wording once for as long as it stood, with the revision that brought it, and that of the release last', async () => {
  const read = await start();
  const wordings = [[4, 'First'], [2, 'Second'], [1, 'First'], released];
  expect(await read()).toEqual({ wordings, oldestNumber: 1 });
});

it('ends at a number of revisions, which it says', async () => {
  const read = await start();
  expect(await read(2)).toEqual({ wordings: [[4, 'First'], [3, 'Second'], released], oldestNumber: 3 });
});

it('takes a list as one field, and says where its page was not there', async () => {
  const lists = [page.blocks, page.blocks.toReversed()];
  const { wordings } = await (await start(blocks, lists))();
  expect(wordings).toEqual([
    [2, lists[1]],
    [1, lists[0]],
    [0, undefined],
  ]);
});
