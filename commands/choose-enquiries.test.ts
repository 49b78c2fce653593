import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { filterFrom, selectorOf } from './choose-enquiries.ts';
import { startOperator } from './testing/operator.ts';

describe('an enquiry on the command line', () => {
  it.each([
    ['7K2M-9QXD', { reference: '7K2M-9QXD' }],
    ['7k2m9qxd', { reference: '7k2m9qxd' }],
    ['0000-00oL', { reference: '0000-00oL' }],
    ['01a1fc16-4fa8-721c-a92d-b68cff562a77', { id: '01a1fc16-4fa8-721c-a92d-b68cff562a77' }],
    ['7K2M-9QX', { id: '7K2M-9QX' }],
    ['ada@example.com', { email: 'ada@example.com' }],
  ])('%s is meant by %j', (word, selector) => expect(selectorOf(word)).toEqual(selector));

  it('has to be named by its id where a word stands for several, and nothing is done', async () => {
    const { enquiries, receive, run } = await startOperator();
    const only = await receive({ email: 'else@example.com' });
    const ids = [await receive(), await receive()].toReversed();
    const err = `${fields.email} stands for 2 enquiries. Name one by its id: ${ids.join(', ')}.\n`;
    expect(await run('enquiries', 'answer', only, fields.email)).toEqual({ code: 1, out: '', err });
    expect(await enquiries.count({ handling: 'waiting' })).toBe(3);
  });
});

describe('a time on the command line', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ['2026-03-01', '2026-03-01T05:00:00.000Z', '2026-03-02T05:00:00.000Z'],
    // The day of 23 hours on which summer time begins.
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['2026-03-01T15:06', '2026-03-01T20:06:00.000Z', '2026-03-01T20:06:00.000Z'],
    ['2026-03-01 15:06', '2026-03-01T20:06:00.000Z', '2026-03-01T20:06:00.000Z'],
    ['2026-03-01T15:06:07.5Z', '2026-03-01T15:06:07.500Z', '2026-03-01T15:06:07.500Z'],
    ['2026-03-01T15:06+02:00', '2026-03-01T13:06:00.000Z', '2026-03-01T13:06:00.000Z'],
  ])('%s is of the operator’s time zone, a day to its end', (text, start, end) => {
    expect(filterFrom({ from: text })).toEqual({ from: new Date(start) });
    expect(filterFrom({ until: text })).toEqual({ until: new Date(end) });
  });

  it.each(['2026-02-30', '2026-02-30T10:00', '2026-13-01', '2026-3-1', '01.03.2026', 'today', '', '2026-03-01T25:00'])(
    '%j is none',
    (text) => expect(() => filterFrom({ until: text })).toThrow(/^--until takes a day like/),
  );
});
