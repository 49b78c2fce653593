import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filterFrom } from './choose-enquiries.ts';

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
