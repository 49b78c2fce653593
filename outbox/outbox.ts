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

/** Creates the outbox, which sends queued deliveries and retries them until they are delivered or given up. */
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
    /** Starts sending in the background: after each kick, and when a retry is due. */
    start: loop.start,
    /** Stops the loop. Resolves when the running deliveries have ended. */
    stop: loop.stop,
    /** Makes the loop look for due deliveries now. */
    kick: loop.kick,

    /** Sends everything that is due now, one after another. Resolves to the number of deliveries by new state. */
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
