import { expect, it } from 'vitest';
import { createClockCheck } from './clock.ts';

const day = 24 * 60 * 60_000;

it.each<[string, number | null, number, boolean]>([
  ['starts on an empty database', null, 0, false],
  ['was off for a day', day, 0, false],
  ['was seen by a server whose clock is 4 minutes ahead', -4 * 60_000, 0, false],
  ['was seen 6 minutes from now', -6 * 60_000, 0, true],
  ['was last seen 40 days ago', 40 * day, 0, true],
  ['was last seen 40 days ago, by a clock that is set right then', 40 * day, -40 * day, false],
  ['runs while its clock jumps by 40 days', 0, 40 * day, true],
])('the clock of a site that %s', (_what, seenMsAgo, jumpMs, isDoubtful) => {
  const clock = { monotonicMs: 0, jumpMs: 100 * day };
  const now = () => new Date(clock.monotonicMs + clock.jumpMs);
  const check = createClockCheck({ now, monotonicNow: () => clock.monotonicMs });
  check(seenMsAgo === null ? null : new Date(now().getTime() - seenMsAgo));
  clock.jumpMs += jumpMs;
  for (; clock.monotonicMs < 5 * day; clock.monotonicMs += day / 2) expect(check(now())).toBe(isDoubtful);
});
