import { systemClock } from '../process/clock.ts';
import { createDeliver, type DeliverParts } from './deliver.ts';
import { findNextDueTime } from './deliveries.ts';
import type { DeliveryOutcome } from './delivery.ts';
import { createDeliveryLoop } from './delivery-loop.ts';

export type Outbox = ReturnType<typeof createOutbox>;

const usual = {
  clock: systemClock,
  random: Math.random,
  leaseLength: 135_000,
  isAlone: false,
  report: () => {},
  onLost: async () => {},
  onFault: () => {},
};

export type OutboxSettings = Omit<DeliverParts, keyof typeof usual> & Partial<Pick<DeliverParts, keyof typeof usual>>;

/** Delivers what is queued in the database until it is delivered or given up. */
export function createOutbox(settings: OutboxSettings) {
  const parts: DeliverParts = { ...usual, ...settings };
  const { database, kinds, clock, onFault } = parts;
  const deliver = createDeliver(parts);
  const pools = Map.groupBy(Object.keys(kinds), (name) => kinds[name]?.pool);
  const loop = createDeliveryLoop({
    ...deliver,
    pools: [...pools.values()],
    clock,
    nextDueAt: (ofPool) => findNextDueTime(database, ofPool),
    onFault,
  });
  return {
    /** Starts delivering in the background: after each kick, and when a retry is due. */
    start: loop.start,
    /** Ends it after the deliveries that are being sent. */
    stop: loop.stop,
    /** Something may be due. */
    kick: loop.kick,

    /** Hands over everything that is due now, one after another. Resolves to how many ended in which state. */
    async deliverDue(): Promise<Partial<Record<DeliveryOutcome['state'], number>>> {
      await deliver.recover();
      const counts: Partial<Record<DeliveryOutcome['state'], number>> = {};
      for (;;) {
        const state = await deliver.next(Object.keys(kinds));
        if (state === null) return counts;
        counts[state] = (counts[state] ?? 0) + 1;
      }
    },
  };
}
