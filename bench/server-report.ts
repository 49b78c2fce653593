import type { Load } from './server-load.ts';

export interface MeasuredCase {
  name: string;
  ours: Load[];
  /** Empty where there is no nginx. */
  nginx: Load[];
}

const leastRatio = 0.6;
const mostMemory = 150;

export function reportServer(run: {
  measured: readonly MeasuredCase[];
  memory: number[];
  seconds: number;
  rounds: number;
}): void {
  const { measured, memory, seconds, rounds } = run;
  console.log(`Medians of ${rounds} rounds of ${seconds} s, 64 connections, one process beside nginx with one worker.`);
  console.log(
    'The clients share the processor with the server: judge by requests a second of the server’s processor time.',
  );
  console.log('Sent enquiries are measured by npm run bench:enquiries.');
  console.table(Object.fromEntries(measured.map((one) => [one.name, row(one)])));
  judge(
    `at least ${leastRatio} × nginx a second of processor time`,
    measured.filter((one) => one.nginx.length > 0 && ratio(one) < leastRatio).map(({ name }) => name),
  );
  judge(
    `under ${mostMemory} MB of memory a process`,
    memory.filter((megabytes) => megabytes >= mostMemory).map((megabytes) => `${megabytes} MB`),
  );
  console.log(`        memory after the run: ${memory.join(' MB, ')} MB`);
}

export function reportProcesses(run: { one: Load[]; two: Load[]; processes: number; memory: number[] }): void {
  if (run.processes < 2) return console.log('\nWEB_CONCURRENCY=2 started one process: there is nothing to compare.');
  const one = middle(run.one);
  const two = middle(run.two);
  console.log(
    '\nhome, one process beside two. With as many clients as here, two processes need more than two cores to show twice the rate.',
  );
  console.table({
    'requests a second': { one: one.perSecond, two: two.perSecond, ratio: rounded(two.perSecond / one.perSecond) },
    'a second of processor time': {
      one: one.perProcessorSecond,
      two: two.perProcessorSecond,
      ratio: rounded(two.perProcessorSecond / one.perProcessorSecond),
    },
    'p99, ms': { one: one.p99, two: two.p99 },
  });
  console.log(`memory of the processes: ${run.memory.join(' MB, ')} MB`);
}

function row(one: MeasuredCase): Record<string, number | string> {
  const ours = middle(one.ours);
  const figures = { 'per s': ours.perSecond, 'per CPU s': ours.perProcessorSecond, 'p99 ms': ours.p99 };
  if (one.nginx.length === 0) return figures;
  const nginx = middle(one.nginx);
  return {
    ...figures,
    'nginx per s': nginx.perSecond,
    'nginx per CPU s': nginx.perProcessorSecond,
    'nginx p99 ms': nginx.p99,
    'ours / nginx per CPU s': rounded(ratio(one)),
  };
}

/** Of figures taken in turns. */
function ratio({ ours, nginx }: MeasuredCase): number {
  return middle(ours).perProcessorSecond / middle(nginx).perProcessorSecond;
}

/** Each figure's own median. */
function middle(loads: readonly Load[]): Load {
  const median = (read: (one: Load) => number): number =>
    loads.map(read).toSorted((one, other) => one - other)[Math.floor(loads.length / 2)] ?? NaN;
  return {
    perSecond: Math.round(median((one) => one.perSecond)),
    perProcessorSecond: Math.round(median((one) => one.perProcessorSecond)),
    p99: Math.round(median((one) => one.p99) * 10) / 10,
  };
}

function judge(aim: string, missed: readonly string[]): void {
  console.log(missed.length === 0 ? `met     ${aim}` : `missed  ${aim}: ${missed.join(', ')}`);
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
