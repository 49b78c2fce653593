import { expect, it } from 'vitest';
import { parsePublishTime } from './publish-time.ts';

const now = new Date('2026-01-05T09:00:00Z');

it.each([
  ['a time of the winter', '2026-01-05T09:01', '2026-01-05T09:01:00.000Z'],
  ['a time of the summer', '2026-07-01T09:00', '2026-07-01T08:00:00.000Z'],
  ['a time that the clocks skip: an hour later', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
  ['a time that the clocks repeat: the first', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
  ['this minute', '2026-01-05T09:00', undefined],
  ['a time more than a year ahead', '2027-01-07T09:00', undefined],
  ['a day that does not exist', '2026-02-30T09:00', undefined],
  ['no time', 'tomorrow', undefined],
])('%s', (_what, text, expected) => {
  expect(parsePublishTime(text, now, 'Europe/London')?.toISOString()).toBe(expected);
});
