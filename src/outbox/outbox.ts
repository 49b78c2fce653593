import { systemClock } from '../process/clock.ts';
import { createDeliveryProcessor, type DeliveryProcessorOptions } from './delivery-processor.ts';
import { findNextDueTime } from './delivery-queries.ts';
import type { DeliveryOutcome } from './delivery.ts';
import { createDeliveryLoop, type DeliveryLoop } from './delivery-loop.ts';

/** Sends queued deliveries: in the background, or all that are due. */
export interface Outbox extends DeliveryLoop {
  /** Sends everything that is due now, one after another. Resolves to the number of deliveries by new state. */
  deliverDue: () => Promise<Partial<Record<DeliveryOutcome['state'], number>>>;
}

const defaults = {
  clock: systemClock,
  random: Math.random,
  leaseDurationMs: 135_000,
  isOnlyProcess: false,
  onAttempt: () => {},
  onLeaseLost: async () => {},
  onError: () => {},
};

export type OutboxSettings = Omit<DeliveryProcessorOptions, keyof typeof defaults> &
  Partial<Pick<DeliveryProcessorOptions, keyof typeof defaults>>;

/** Creates the outbox, which sends queued deliveries and retries them until they are delivered or given up. */
export function createOutbox(settings: OutboxSettings): Outbox {
  const options: DeliveryProcessorOptions = { ...defaults, ...settings };
  const { database, deliveryKinds, clock, onError } = options;
  const processor = createDeliveryProcessor(options);
  const pools = Map.groupBy(Object.keys(deliveryKinds), (name) => deliveryKinds[name]?.pool);
  const loop = createDeliveryLoop({
    ...processor,
    pools: [...pools.values()],
    clock,
    findNextDueTime: (kindNames) => findNextDueTime(database, kindNames),
    onError,
  });
  return {
    ...loop,
    async deliverDue() {
      await processor.recoverLeases();
      const counts: Partial<Record<DeliveryOutcome['state'], number>> = {};
      for (;;) {
        const state = await processor.deliverNext(Object.keys(deliveryKinds));
        if (state === null) return counts;
        counts[state] = (counts[state] ?? 0) + 1;
      }
    },
  };
}
