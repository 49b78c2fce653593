import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Enquiries, EnquiriesParts } from '../enquiries/enquiries.ts';
import type { DeliveryHealth } from '../enquiries/store.ts';
import { createEnquiryMetrics } from './metrics/enquiry-metrics.ts';
import { createRequestMetrics, type RequestMetrics } from './metrics/request-metrics.ts';
import { siteDirectory } from './site-directory.ts';

/** What one process counts. There is none where METRICS_PORT is not set: then nothing is counted. */
export interface Metrics {
  /** Where they are to be served, on loopback; 0 lets the system choose. A worker's are served by its primary, with all others. */
  port: number | undefined;
  /** For the listener: every request, what the front answers from memory included. */
  requests: RequestMetrics;
  /** For the core: what becomes of submissions and deliveries. */
  observers: Required<Pick<EnquiriesParts, 'onReceipt' | 'report'>>;
  /** Everything in Prometheus' text format. Never rejects because of the database, and waits 2 s for it at most. */
  read(enquiries: Pick<Enquiries, 'health'>): Promise<string>;
  /** The same as objects, from which the metrics of several processes can be made one. */
  collect(enquiries: Pick<Enquiries, 'health'>): Promise<MetricObjects>;
  /** The Content-Type of that text. */
  contentType: string;
}

export type MetricObjects = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** @param pages the addresses of the pages: requests are counted by them, all others by kind */
export function createMetrics(port: number | undefined, pages: Iterable<string> = []): Metrics {
  // Of its own, not the library's global one: a process may hold several servers, as the tests' does.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  showBuild(registry);
  const enquiryMetrics = createEnquiryMetrics(registry);
  const requests = createRequestMetrics(registry, new Set([...pages, '/contact']), () =>
    enquiryMetrics.received('limited'),
  );

  const look = async (enquiries: Pick<Enquiries, 'health'>): Promise<void> =>
    enquiryMetrics.show(await healthWithin(2000, enquiries), new Date());

  return {
    port,
    requests,
    observers: { onReceipt: enquiryMetrics.received, report: enquiryMetrics.attempted },
    async read(enquiries) {
      await look(enquiries);
      return registry.metrics();
    },
    async collect(enquiries) {
      await look(enquiries);
      return registry.getMetricsAsJSON();
    },
    contentType: registry.contentType,
  };
}

function showBuild(registry: Registry): void {
  const file = readFileSync(join(siteDirectory, 'package.json'), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  new Gauge({
    name: 'site_build_info',
    help: 'Always 1. Which version of the site runs, on which version of Node.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}

async function healthWithin(
  milliseconds: number,
  enquiries: Pick<Enquiries, 'health'>,
): Promise<DeliveryHealth | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([enquiries.health(), promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
