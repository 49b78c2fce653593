import { expect, it } from 'vitest';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { formatReference } from './reference.ts';
import { appendToSearchEntry } from './search-index.ts';
import { createCoreUnderTest } from './testing/core-under-test.ts';

/** Returns 99 KB of words that no text with another number has. */
const write = (mail: number) => Array.from({ length: 11_000 }, (_, index) => `m${mail}w${index}`).join(' ');

it('the twentieth mail of a visitor adds no more to the words of an enquiry than the second', async () => {
  const databaseDependencies = openTemporarySqlite();
  const { database } = databaseDependencies;
  const { enquiries, receive } = createCoreUnderTest({ databaseDependencies });
  const id = await receive();
  const readWords = async () =>
    (await database.selectFrom('search_entries').select('words').executeTakeFirstOrThrow()).words;
  await appendToSearchEntry(database, id, write(1));
  const full = await readWords();
  for (let mail = 2; mail <= 20; mail += 1) await appendToSearchEntry(database, id, write(mail));
  expect(await readWords()).toBe(full);
  expect(full.split(' ')).toHaveLength(5000);
  const count = (query: string) => enquiries.count({ query });
  expect([await count('m1w10'), await count(formatReference(id)), await count('m1w10999')]).toEqual([1, 1, 0]);
});
