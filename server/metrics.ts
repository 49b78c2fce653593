import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Enquiries, EnquiriesParts, Health } from '../enquiries/core/enquiries.ts';
import type { OfficeCounts } from '../enquiries/core/store.ts';
import { createEnquiryMetrics } from './metrics/enquiry-metrics.ts';
import { createRequestMetrics, type RequestMetrics } from './metrics/request-metrics.ts';
import type { Concerns, Readiness } from './health.ts';
import { release } from '../process/site-directory.ts';
import { standardOutput } from '../process/standard-output.ts';

/** What the server counts. There is none where METRICS_PORT is not set: then nothing is counted. */
export interface Metrics {
  /** Where they are to be served, on loopback; 0 lets the system choose. */
  port: number;
  /** For the listener: every request, what the front answers from memory included. */
  requests: RequestMetrics;
  /** For the core: what becomes of submissions and deliveries. */
  observers: Required<Pick<EnquiriesParts, 'onReceipt' | 'report'>>;
  /** Everything in Prometheus' text format. Never rejects because of the database, and waits 4 s for it at most. */
  read(of: Measured): Promise<string>;
  /** The Content-Type of that text. */
  contentType: string;
}

/** What is looked at for each reading. */
export interface Measured {
  enquiries: Pick<Enquiries, 'health' | 'officeCounts'>;
  readiness: () => Promise<Readiness>;
  concerns: () => Concerns;
}

/** @param pages the addresses of the pages: requests are counted by them, all others by kind */
export function createMetrics(port: number, pages: Iterable<string> = []): Metrics {
  // Of its own, not the library's global one: a process may hold several servers, as the tests' does.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  showBuild(registry);
  showLinesLost(registry);
  const enquiryMetrics = createEnquiryMetrics(registry);
  const requests = createRequestMetrics(registry, new Set([...pages, '/contact']), () =>
    enquiryMetrics.received('limited'),
  );

  return {
    port,
    requests,
    observers: { onReceipt: enquiryMetrics.received, report: enquiryMetrics.attempted },
    async read({ enquiries, readiness, concerns }) {
      const isReady = (await readiness()).status !== 'unavailable';
      enquiryMetrics.show(isReady ? await figuresWithin(2000, enquiries) : null, concerns(), new Date());
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function showBuild(registry: Registry): void {
  new Gauge({
    name: 'site_build_info',
    help: 'Always 1. Which version of the site runs, on which version of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: release, node: process.version }, 1);
}

function showLinesLost(registry: Registry): void {
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
}

async function figuresWithin(
  milliseconds: number,
  enquiries: Measured['enquiries'],
): Promise<(Health & OfficeCounts) | null> {
  const figures = async () => ({ ...(await enquiries.health()), ...(await enquiries.officeCounts()) });
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([figures(), promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
