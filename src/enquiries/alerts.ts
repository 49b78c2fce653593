import { findMetaValue, serialiseTransaction, storeMeta } from '../database/meta.ts';
import { queueDeliveries } from '../outbox/delivery-queries.ts';
import { maxClockSkewMs } from '../process/clock.ts';
import type { Dependencies } from './dependencies.ts';
import { getConcern, type Concern } from './concerns.ts';

/** A concern that people are told of. `problem`: its code, perhaps of another release. Times are ISO 8601. */
export type Alert = Record<'name' | 'problem' | 'since' | 'seenAt', string> & { until?: string };

/** An alert ends when no server has seen its problem for this time, in milliseconds. Their clocks may differ. */
const closeDelay = maxClockSkewMs + 2 * 60_000;

/** Returns a function that updates open alerts by what a server sees. The second look in a row opens one. */
export function createAlertTracker() {
  let last: { problems: readonly string[]; at: string } | undefined;
  return (alerts: readonly Alert[], problems: readonly Concern[], now: Date) => {
    const [previous, seenAt] = [last, now.toISOString()];
    last = { problems, at: seenAt };
    const begun = problems.flatMap((problem): Alert[] => {
      if (!previous?.problems.includes(problem) || alerts.some((one) => one.problem === problem)) return [];
      return [{ name: `${problem} ${seenAt}`.replaceAll(/\W+/g, '-'), problem, since: previous.at, seenAt }];
    });
    // The first look after a start ends nothing: it may come too early to see a problem.
    const updated = alerts.map((one) =>
      previous && !problems.some((code) => code === one.problem) ? one : { ...one, seenAt },
    );
    const isOver = (alert: Alert): boolean => Math.abs(now.getTime() - Date.parse(alert.seenAt)) > closeDelay;
    const over = updated.filter(isOver).map((alert) => ({ ...alert, name: `${alert.name}-over`, until: alert.seenAt }));
    return { open: [...updated.filter((alert) => !isOver(alert)), ...begun], changed: [...begun, ...over] };
  };
}

/** Resolves to the open alerts. */
export async function readOpenAlerts({ database }: Pick<Dependencies, 'database'>): Promise<readonly Alert[]> {
  return JSON.parse((await findMetaValue(database, 'alerts')) ?? '[]') as Alert[];
}

/** Returns a function to call each minute: it stores all alerts, and queues a delivery for each change. */
export function createAlertUpdater({ database, clock, enabledChannels, onDeliveryDue }: Dependencies) {
  const trackAlerts = createAlertTracker();
  return async (concerns: readonly Concern[]): Promise<void> => {
    // Nothing is sent from a restored database.
    if (concerns.includes('mail: held')) return;
    const at = clock.now();
    await database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, at);
      const { open, changed } = trackAlerts(await readOpenAlerts({ database: transaction }), concerns, at);
      await storeMeta(transaction, 'alerts', JSON.stringify(open));
      const deliveries = changed.map((payload) => {
        const isMailStopped = payload.until === undefined && getConcern(payload.problem).stopsMail;
        const kind = enabledChannels.webhook && isMailStopped ? 'webhook' : 'alert';
        return { id: `alert.${payload.name}`, kind, recordId: null, payload, at };
      });
      await queueDeliveries(transaction, deliveries);
    });
    onDeliveryDue();
  };
}
