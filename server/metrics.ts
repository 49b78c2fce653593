import { setTimeout } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Enquiries } from '../enquiries/core/enquiries.ts';
import { countEnquiries, type Figures, gaugesOf } from './metrics/enquiry-metrics.ts';
import { createRequestMetrics } from './metrics/request-metrics.ts';
import type { Concerns, Readiness } from './health.ts';
import { release } from '../process/site-directory.ts';
import { standardOutput } from '../process/standard-output.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** What is looked at for each reading. */
export interface Measured {
  enquiries: Pick<Enquiries, 'health'> & { officeCounts(): Promise<Pick<Figures, 'waiting' | 'overdue'>> };
  readiness: () => Promise<Readiness>;
  concerns: () => Concerns;
}

/**
 * What the server counts. There is none where METRICS_PORT is not set: then nothing is counted.
 * @param port where they are to be served, on loopback; 0 lets the system choose
 * @param pages the addresses of the pages: requests are counted by them, all others by kind
 */
export function createMetrics(port: number, pages: Iterable<string> = []) {
  // Of its own, not the library's global one: a process may hold several servers, as the tests' does.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'site_build_info',
    help: 'Always 1. Which version of the site runs, on which version of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: release, node: process.version }, 1);
  const lost = new Counter({
    name: 'log_lines_lost_total',
    help: 'Lines of the log that could not be written, and not be kept until they could.',
    registers: [],
    collect() {
      this.reset();
      this.inc(standardOutput().linesLost());
    },
  });
  registry.registerMetric(lost);
  const { received, attempted } = countEnquiries(registry);
  const requests = createRequestMetrics(registry, new Set([...pages, '/contact']), () => received('limited'));

  return {
    port,
    /** For the listener: every request, what the front answers from memory included. */
    requests,
    /** For the core: what becomes of submissions and deliveries. */
    observers: { onReceipt: received, report: attempted },
    /** Everything in Prometheus' text format. Never rejects because of the database, and waits 4 s for it at most. */
    async read({ enquiries, readiness, concerns }: Measured): Promise<string> {
      const isReady = (await readiness()).status !== 'unavailable';
      const gauges = gaugesOf(isReady ? await figuresOf(enquiries) : null, concerns(), new Date());
      return Registry.merge([registry, gauges]).metrics();
    },
    /** Of that text. */
    contentType: registry.contentType,
  };
}

/** Null where the database is away, or takes longer than 2 s. */
async function figuresOf(enquiries: Measured['enquiries']): Promise<Figures | null> {
  const figures = async () => ({ ...(await enquiries.health()), ...(await enquiries.officeCounts()) });
  const late = setTimeout(2000, null, { ref: false });
  return Promise.race([figures(), late]).catch(() => null);
}
