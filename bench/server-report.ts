import { availableParallelism } from 'node:os';
import { median } from './median.ts';
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

/** The same case on one process and on two. */
export interface ComparedCase {
  name: string;
  one: Load[];
  two: Load[];
}

export function reportProcesses(run: {
  compared: readonly ComparedCase[];
  memory: { one: number[]; two: number[] };
}): void {
  const processors = availableParallelism();
  console.log(`\nOne process and two (WEB_CONCURRENCY=2), on ${processors} processors that the clients share.`);
  console.table(Object.fromEntries(run.compared.flatMap(rowsOfProcesses)));
  judge(
    `at least ${leastKept} × the requests a second of processor time with two processes`,
    run.compared.filter((one) => processRatio(one, 'perProcessorSecond') < leastKept).map(({ name }) => name),
  );
  if (processors < processorsForTwo) {
    console.log(
      `        the rate by the clock is judged from ${processorsForTwo} processors on: two for the server, the rest`,
    );
    console.log('        for the clients and the process that hands out connections');
  } else {
    judge(
      `at least ${leastGain} × the requests a second of time with two processes`,
      run.compared.filter((one) => processRatio(one, 'perSecond') < leastGain).map(({ name }) => name),
    );
  }
  const { one, two } = run.memory;
  judge(
    `under ${mostMemory} MB of memory a process`,
    [...one, ...two].filter((megabytes) => megabytes >= mostMemory).map((megabytes) => `${megabytes} MB`),
  );
  console.log(
    `        memory after the run: one ${one.join(' MB, ')} MB; two ${two.join(' MB, ')} MB, the first of which watches`,
  );
}

const leastKept = 0.9;
const leastGain = 1.7;
const processorsForTwo = 4;

function rowsOfProcesses({ name, one, two }: ComparedCase): [string, Record<string, number>][] {
  const [first, second] = [middle(one), middle(two)];
  const line = (read: (load: Load) => number): Record<string, number> => ({
    one: read(first),
    two: read(second),
    ratio: rounded(read(second) / read(first)),
  });
  return [
    [`${name}: per s`, line((load) => load.perSecond)],
    [`${name}: per CPU s`, line((load) => load.perProcessorSecond)],
    [`${name}: processors busy`, line((load) => load.processors)],
    [`${name}: p99 ms`, line((load) => load.p99)],
  ];
}

function processRatio({ one, two }: ComparedCase, figure: 'perSecond' | 'perProcessorSecond'): number {
  return middle(two)[figure] / middle(one)[figure];
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
  const middleOf = (read: (one: Load) => number): number => median(loads.map(read));
  return {
    perSecond: Math.round(middleOf((one) => one.perSecond)),
    perProcessorSecond: Math.round(middleOf((one) => one.perProcessorSecond)),
    processors: rounded(middleOf((one) => one.processors)),
    p99: Math.round(middleOf((one) => one.p99) * 10) / 10,
  };
}

function judge(aim: string, missed: readonly string[]): void {
  console.log(missed.length === 0 ? `met     ${aim}` : `missed  ${aim}: ${missed.join(', ')}`);
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
