import { expect, it } from 'vitest';
import { DatabaseOpenError } from '../enquiries/storage/sql-database.ts';
import { recordedLog } from './testing/site-under-test.ts';
import { untilOpen } from './jobs.ts';

it('a database that is away is waited for, with one line for each reason and one when it is there', async () => {
  const { log, lines } = recordedLog();
  const reasons = ['nothing answers', 'nothing answers', 'no room'];
  const ready = async () => {
    const reason = reasons.shift();
    if (reason !== undefined) throw new DatabaseOpenError('site.db', reason);
  };
  expect(await untilOpen(ready, log, new AbortController().signal)).toBe(true);
  const told = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(told.map(({ level, msg }) => [level, /opened: ([a-z ]+)/.exec(msg)?.[1]])).toEqual([
    [50, 'nothing answers'],
    [50, 'no room'],
    [30, undefined],
  ]);
});

it('one that is there is not spoken of, and the wait for one that is away can be called off', async () => {
  const { log, lines } = recordedLog();
  expect(await untilOpen(async () => {}, log, new AbortController().signal)).toBe(true);
  expect(lines).toEqual([]);
  const calledOff = new AbortController();
  const waiting = untilOpen(() => Promise.reject(new DatabaseOpenError('site.db', 'away')), log, calledOff.signal);
  calledOff.abort();
  expect(await waiting).toBe(false);
});
