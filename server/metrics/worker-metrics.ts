import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricObjects } from '../metrics.ts';

interface Question {
  metricsWanted: number;
}

interface Answer {
  metricsGiven: number;
  metrics: MetricObjects;
}

/** In a worker: answers its primary, which asks at each scrape. */
export function answerWithMetrics(collect: () => Promise<MetricObjects>): void {
  process.on('message', async (message: Partial<Question>) => {
    if (message.metricsWanted === undefined) return;
    process.send?.({ metricsGiven: message.metricsWanted, metrics: await collect() } satisfies Answer);
  });
}

/**
 * In the primary: makes one of what all workers count. A counter never goes down when a worker ends, which Prometheus would take
 * for a restart and count what is left once more: the last figures of each are kept. The library's own `clusterMetrics` keeps
 * none, and fails as a whole where one worker does not answer; here the figures that it gave before stand for it.
 */
export function gatherMetrics(patience = 3000): { read: () => Promise<string>; type: string } {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const known = new Map<Worker, MetricObjects>();
  let ended: MetricObjects = [];
  let questions = 0;

  cluster.on('message', (worker, message: Partial<Answer>) => {
    if (message.metrics !== undefined && !worker.isDead()) known.set(worker, message.metrics);
  });
  cluster.on('exit', (worker) => {
    const last = known.get(worker) ?? [];
    known.delete(worker);
    ended = merge([ended, last.filter(({ type }) => isCounted(String(type)))]).getMetricsAsArray() as MetricObjects;
  });

  return {
    type: own.contentType,
    async read() {
      questions += 1;
      const running = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? worker : []));
      await Promise.all(running.map((worker) => answerOf(worker, questions, patience)));
      return merge([await own.getMetricsAsJSON(), ...known.values(), ended]).metrics();
    },
  };
}

/** Resolves when the worker has answered or ended, or when patience is over. */
async function answerOf(worker: Worker, question: number, patience: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = (message: Partial<Answer>): void => {
    if (message.metricsGiven === question) resolve();
  };
  const timer = setTimeout(resolve, patience);
  worker.on('message', listen).once('exit', () => resolve());
  worker.send({ metricsWanted: question } satisfies Question);
  await promise;
  clearTimeout(timer);
  worker.off('message', listen);
}

function isCounted(type: string): boolean {
  return type === 'counter' || type === 'histogram';
}

function merge(processes: readonly MetricObjects[]): Registry {
  return AggregatorRegistry.aggregate(processes.map((metrics) => metrics.map(aggregated)));
}

/** The library leaves out when the processes were started, and takes the mean of how late they are. */
function aggregated(metric: MetricObjects[number]): MetricObjects[number] {
  if (metric.name === 'process_start_time_seconds') return { ...metric, aggregator: 'min' };
  return metric.name.startsWith('nodejs_eventloop_lag_') ? { ...metric, aggregator: 'max' } : metric;
}
