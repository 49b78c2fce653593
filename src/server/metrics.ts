import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { submissionOutcomes } from '../enquiries/dependencies.ts';
import type { MailAndBackupHealth } from '../enquiries/health.ts';
import type { DeliveryAttempt } from '../outbox/delivery-processor.ts';

/** Metrics of this process. */
export interface Metrics {
  port: number;
  /** Counts a request; a listener of an HTTP server. */
  onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Callbacks for the core and the outbox, which count. */
  callbacks: { onSubmission(outcome: string): void; onAttempt(attempt: Pick<DeliveryAttempt, 'state'>): void };
  /** Resolves to the metrics in Prometheus text format. Waits 2 s for the database, whose gauges may be missing. */
  renderMetrics: (enquiries: { readMailAndBackupHealth(): Promise<GaugedHealth> }) => Promise<string>;
  /** Content type of that text. */
  mediaType: string;
}

type GaugedHealth = Pick<MailAndBackupHealth, 'dueMessages' | 'oldestDueAt' | 'lastBackupAt'>;

/**
 * Creates the metrics of this process: requests, submissions and deliveries.
 * @param port of the metrics server, on loopback; 0 lets the system choose
 */
export function createMetricsCollector(port: number): Metrics {
  // Not the library's global registry: a process may hold several servers, as in the tests.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const countRequest = createLabelCounter(
    registry,
    { name: 'http_requests_total', help: 'Answered requests by the class of their status.', label: 'status' },
    ['2xx', '3xx', '4xx', '5xx'],
  );
  const countSubmission = createLabelCounter(
    registry,
    {
      name: 'enquiries_received_total',
      help:
        'Submissions of the form: accepted (stored, its mail due), repeated (sent again, stored once), spam ' +
        '(stored, not mailed), refused (a field needs attention), unavailable (not stored, and the visitor was told).',
      label: 'outcome',
    },
    submissionOutcomes,
  );
  const countAttempt = createLabelCounter(
    registry,
    {
      name: 'deliveries_total',
      help:
        'Attempts to deliver a mail or to call the webhook: delivered, due (to be tried again), failed (given up), ' +
        'suppressed (not to be sent any more), unconfirmed (a reply that was perhaps sent, for a person to decide).',
      label: 'outcome',
    },
    deliveryStates,
  );

  return {
    port,
    onRequest: (_request, response) =>
      void response.once('finish', () => countRequest(`${Math.floor(response.statusCode / 100)}xx`)),
    callbacks: { onSubmission: countSubmission, onAttempt: ({ state }) => countAttempt(state) },
    async renderMetrics(enquiries) {
      const timeout = setTimeout(2000, null, { ref: false });
      const health = await Promise.race([enquiries.readMailAndBackupHealth(), timeout]).catch(() => null);
      return Registry.merge([registry, ...(health === null ? [] : [createGauges(health, new Date())])]).metrics();
    },
    mediaType: registry.contentType,
  };
}

const deliveryStates: readonly DeliveryAttempt['state'][] = ['delivered', 'due', 'failed', 'suppressed', 'unconfirmed'];

/** Returns a function that counts by the values of one label, all from 0 on: the first error is an increase. */
function createLabelCounter(
  registry: Registry,
  { label, ...nameAndHelp }: { name: string; help: string; label: string },
  values: readonly string[],
): (value: string) => void {
  const counter = new Counter({ ...nameAndHelp, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: value });
}

/** Creates gauges from the health of the database. */
function createGauges({ dueMessages, oldestDueAt, lastBackupAt }: GaugedHealth, now: Date): Registry {
  const registry = new Registry();
  const addGauge = (name: string, help: string, value: number): void =>
    new Gauge({ name, help, registers: [registry] }).set(value);
  const secondsSince = (time: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1000);
  addGauge('deliveries_waiting', 'Mails and replies that are due. Servers on one database show the same.', dueMessages);
  addGauge(
    'deliveries_oldest_waiting_seconds',
    'For how long the one that waits longest has been due; 0 if none is.',
    secondsSince(oldestDueAt ?? now),
  );
  if (lastBackupAt !== null)
    addGauge(
      'backup_age_seconds',
      'How long ago the last good backup was made; missing if there never was one.',
      secondsSince(lastBackupAt),
    );
  return registry;
}
