import { describe, expect, it } from 'vitest';
import type { EnquiryStore } from '../core/store.ts';
import { run, type Sabotage } from './run.ts';

const seeds = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** The seeds that fail, each with what it has found. */
async function failing(count: number): Promise<[seed: number, violations: readonly string[]][]> {
  const found: [number, readonly string[]][] = [];
  for (const seed of seeds(count)) {
    const { violations } = await run(seed);
    if (violations.length > 0) found.push([seed, violations]);
  }
  return found;
}

/** What the first of the seeds finds that fails in the way that is looked for. */
async function firstFault(sabotage: Sabotage, says: RegExp): Promise<string> {
  for (const seed of seeds(60)) {
    const fault = (await run(seed, sabotage)).violations.find((violation) => says.test(violation));
    if (fault !== undefined) return fault;
  }
  return 'nothing';
}

describe('the pipeline under faults', () => {
  it('loses nothing, sends nothing twice and leaves nothing waiting', { timeout: 120_000 }, async () => {
    expect(await failing(200)).toEqual([]);
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
      'a record that is forgotten',
      but(({ record }) => ({
        record: async (claim, outcome) => claim.delivery.attempts === 1 || record(claim, outcome),
      })),
      /delivered twice/,
    ],
    [
      'a repetition that is not recognised',
      but(({ add }) => ({
        add: (received, rules) =>
          add(
            received.map((enquiry) => ({ ...enquiry, submissionHash: null })),
            rules,
          ),
      })),
      /was acknowledged as \S+ and /,
    ],
    ['what a dead process had in hand and nobody takes back', but(() => ({ takeBack: async () => true })), /waiting/],
    ['a clock that was set back and puts mails off', but(() => ({ bringForward: async () => {} })), /waiting/],
    [
      'a person who is set aside',
      but(({ add }) => ({
        add: (received, rules) =>
          add(
            received.map((enquiry) => ({ ...enquiry, spamReason: 'x' })),
            rules,
          ),
      })),
      /from a person and was set aside/,
    ],
    [
      'a program that is mailed',
      but(({ add }) => ({
        add: (received, rules) =>
          add(
            received.map((enquiry) => ({ ...enquiry, spamReason: null })),
            rules,
          ),
      })),
      /from a program and was mailed/,
    ],
    [
      'an enquiry that the webhook is not told of',
      but(({ add }) => ({
        add: (received, rules) =>
          add(received, {
            ...rules,
            plan(enquiry, alike) {
              const { setAside, deliveries } = rules.plan(enquiry, alike);
              return { setAside, deliveries: deliveries.filter(({ channel }) => channel !== 'webhook') };
            },
          }),
      })),
      /no call of the webhook/,
    ],
    ['a digest that is forgotten', but(() => ({ untold: async () => ({ count: 0, newest: [] }) })), /no digest/],
  ])('%s', async (_what, sabotage, says) => {
    expect(await firstFault(sabotage, says)).toMatch(says);
  });
});
