import { availableParallelism, loadavg } from 'node:os';

/** Aim of a median: its own bound, or one relative to the reference. */
export type Aim = readonly [of: 'figure' | 'ratio', bound: 'at most' | 'at least', limit: number];

/** A measured case, and its reference. */
export interface BenchCase {
  name: string;
  /** Figures and their aims; undefined if only shown. */
  aims: Readonly<Record<string, Aim | undefined>>;
  ours(): Promise<Figures>;
  reference?(): Promise<Figures>;
}

/** Value of each figure. NaN or absent if it could not be measured. */
export type Figures = Readonly<Record<string, number>>;

/** A figure of one case, with the values that could be measured. */
export interface ReportRow {
  figure: string;
  name: string;
  aim: Aim | undefined;
  ours: number[];
  reference: number[];
}

/** Rounds to measure, seconds of each load, and page paths (all pages if empty). */
export type BenchOptions = { rounds: number; seconds: number; paths: readonly string[] };
/** A module of this folder that measures. */
export type Benchmark = { measure(options: BenchOptions): Promise<ReportRow[]> };

/**
 * Measures each case `rounds` times, alternating with its reference: a machine that becomes slower affects both.
 * @param repeatAll true: all rounds measure every case; false: only the first one does, unless an aim is missed
 */
export async function measureCases(
  cases: readonly BenchCase[],
  rounds: number,
  repeatAll = true,
): Promise<ReportRow[]> {
  const all: ReportRow[] = [];
  for (const { name, aims } of cases)
    for (const [figure, aim] of Object.entries(aims)) all.push({ figure, name, aim, ours: [], reference: [] });
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of cases) {
      const rows = all.filter(({ name }) => name === one.name);
      if (round > 1 && !repeatAll && rows.every((row) => judgeAim(row) !== 'missed')) continue;
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[KRound ${round}: ${one.name}`);
      for (const side of ['ours', 'reference'] as const) {
        const figures = (await one[side]?.()) ?? {};
        for (const row of rows) row[side].push(...[figures[row.figure] ?? NaN].filter((value) => !Number.isNaN(value)));
      }
    }
  }
  return all;
}

/** Prints a table for each figure, then each missed aim. Returns true if all are met. */
export function printReport(rows: readonly ReportRow[]): boolean {
  for (const [figure, ofFigure = []] of Object.entries(Object.groupBy(rows, (row) => row.figure))) {
    console.log(`\n${figure}`);
    console.table(Object.fromEntries(ofFigure.map((row) => [row.name, formatColumns(row)])));
  }
  console.log('Each figure is the median of its rounds, with the least and the most in brackets.');
  // Other load on the machine makes times longer and less even.
  console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
  const missed = rows.filter((row) => judgeAim(row) === 'missed');
  for (const { figure, name } of missed) console.log(`missed: ${figure}: ${name}`);
  if (missed.length === 0) console.log('All aims are met.');
  return missed.length === 0;
}

/** Returns the verdict on a figure. One that could not be measured misses its aim. */
function judgeAim({ aim, ours, reference }: ReportRow): 'met' | 'missed' | 'not compared' {
  if (!aim) return 'not compared';
  const [of, bound, limit] = aim;
  const reached = median(ours) / (of === 'ratio' ? median(reference) : 1);
  return (bound === 'at most' ? reached <= limit : reached >= limit) ? 'met' : 'missed';
}

function formatColumns(row: ReportRow): Record<string, string> {
  const { aim, ours, reference } = row;
  const ratio = median(ours) / median(reference);
  return {
    ours: formatSpread(ours),
    reference: formatSpread(reference),
    ratio: Number.isFinite(ratio) ? ratio.toFixed(2) : '',
    aim: judgeAim(row) + (aim ? `: ${aim[1]} ${aim[2]}${aim[0] === 'ratio' ? ' × the reference' : ''}` : ''),
  };
}

function formatSpread(values: readonly number[]): string {
  const shown = [median(values), Math.min(...values), Math.max(...values)];
  const [middle, least, most] = shown.map((value) => Number(value.toPrecision(4)));
  return values.length > 1 ? `${middle} (${least}–${most})` : values.length > 0 ? `${middle}` : '';
}

/** Returns the median: of an even number, the upper middle value; NaN without values. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
