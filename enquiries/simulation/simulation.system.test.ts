import { describe, expect, it } from 'vitest';
import type { EnquiryStore } from '../core/store.ts';
import { run, type Sabotage } from './run.ts';

describe('the pipeline under faults', () => {
  it('loses nothing, sends nothing twice and leaves nothing waiting', { timeout: 300_000 }, async () => {
    for (let seed = 1; seed <= 200; seed += 1) expect([seed, (await run(seed)).violations]).toEqual([seed, []]);
  });

  it('goes the same way again from the same seed', async () => {
    const [once, again] = [await run(7), await run(7)];
    expect(once.trace.length).toBeGreaterThan(100);
    expect(again).toEqual(once);
  });
});

describe('the simulation sees', () => {
  const but = (changed: (store: EnquiryStore) => Partial<EnquiryStore>): Sabotage => ({
    store: (store) => ({ ...store, ...changed(store) }),
  });
  it.each<[string, Sabotage, RegExp]>([
    ['a lease that is shorter than an attempt', { leaseLength: 5000 }, /delivered twice/],
    [
      'an acknowledgement before the commit',
      but((store) => ({
        add: async (received, rules) => {
          void store.add(received, rules).catch(() => {});
          return received.map(({ id }) => ({ id, isNew: true, state: 'due' }));
        },
      })),
      /was acknowledged and is not stored/,
    ],
    [
      'a repetition that is not recognised',
      but(({ add }) => ({
        add: (received, rules) =>
          add(
            received.map((one) => ({ ...one, submissionHash: null })),
            rules,
          ),
      })),
      /was acknowledged as \S+ and /,
    ],
    ['a clock that was set back and puts mails off', but(() => ({ bringForward: async () => {} })), /waiting/],
  ])('%s', async (_what, sabotage, says) => {
    let fault: string | undefined;
    for (let seed = 1; seed <= 60 && fault === undefined; seed += 1)
      fault = (await run(seed, sabotage)).violations.find((violation) => says.test(violation));
    expect(fault).toMatch(says);
  });
});
