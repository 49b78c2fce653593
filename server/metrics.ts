import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { submissionOutcomes } from '../enquiries/dependencies.ts';
import type { DeliveryHealth } from '../enquiries/health.ts';
import type { DeliveryEvent } from '../outbox/deliver.ts';
import type { Enquiries } from '../enquiries/enquiries.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of this process: requests, submissions and deliveries.
 * @param port of the metrics server, on loopback; 0 lets the system choose
 */
export function createMetrics(port: number) {
  // Not the library's global registry: a process may hold several servers, as in the tests.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const countRequest = createCounter(
    registry,
    { name: 'http_requests_total', help: 'Answered requests by the class of their status.', label: 'status' },
    ['2xx', '3xx', '4xx', '5xx'],
  );
  const countReceipt = createCounter(
    registry,
    {
      name: 'enquiries_received_total',
      help:
        'Submissions of the form: accepted (stored, its mail due), repeated (sent again, stored once), quarantined (stored, set ' +
        'aside), refused (a field needs attention), unavailable (not stored, and the visitor was told).',
      label: 'outcome',
    },
    submissionOutcomes,
  );
  const countAttempt = createCounter(
    registry,
    {
      name: 'deliveries_total',
      help:
        'Attempts to deliver a mail or to call the webhook: delivered, due (to be tried again), failed (given up), suppressed (not to be sent any more), unconfirmed (an ' +
        'answer that was perhaps sent, for a person to decide).',
      label: 'outcome',
    },
    deliveryOutcomes,
  );

  return {
    port,
    /** A listener of an HTTP server. */
    onRequest: (_request: IncomingMessage, response: ServerResponse): void =>
      void response.once('finish', () => countRequest(`${Math.floor(response.statusCode / 100)}xx`)),
    /** For the core. */
    observers: {
      onSubmission: countReceipt,
      report: ({ state }: Pick<DeliveryEvent, 'state'>): void => countAttempt(state),
    },
    /** Resolves to the metrics as Prometheus text. Waits 2 s for the database, whose gauges may be missing. */
    async read(enquiries: Pick<Enquiries, 'health'>): Promise<string> {
      const late = setTimeout(2000, null, { ref: false });
      const health = await Promise.race([enquiries.health(), late]).catch(() => null);
      return Registry.merge([registry, ...(health === null ? [] : [createGauges(health, new Date())])]).metrics();
    },
    /** Content type of that text. */
    contentType: registry.contentType,
  };
}

const deliveryOutcomes: readonly DeliveryEvent['state'][] = ['delivered', 'due', 'failed', 'suppressed', 'unconfirmed'];

/** Returns a function that counts by the values of one label, all from 0 on: the first fault is an increase. */
function createCounter(
  registry: Registry,
  { label, ...named }: { name: string; help: string; label: string },
  values: readonly string[],
): (value: string) => void {
  const counter = new Counter({ ...named, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: value });
}

/** Creates gauges from the health of the database. */
function createGauges({ due, oldestDue, lastBackupAt }: DeliveryHealth, now: Date): Registry {
  const registry = new Registry();
  const show = (name: string, help: string, value: number): void =>
    new Gauge({ name, help, registers: [registry] }).set(value);
  const secondsSince = (time: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1000);
  show('deliveries_waiting', 'Mails and answers that are due. Servers on one database show the same.', due);
  show(
    'deliveries_oldest_waiting_seconds',
    'For how long the one that waits longest has been due; 0 if none is.',
    secondsSince(oldestDue ?? now),
  );
  if (lastBackupAt !== null)
    show(
      'backup_age_seconds',
      'How long ago the last good backup was made; missing if there never was one.',
      secondsSince(lastBackupAt),
    );
  return registry;
}
