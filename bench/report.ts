import { availableParallelism, loadavg } from 'node:os';

/** What the median is to reach: by itself, as a share of the reference's, or by how much it may differ from that. */
export type Aim = readonly [of: 'figure' | 'ratio' | 'difference', bound: 'at most' | 'at least', limit: number];

/** One figure of one thing, with a value for each round: NaN where it could not be measured, or nothing is there to compare with. */
export interface Row {
  figure: string;
  name: string;
  aim: Aim | undefined;
  ours: number[];
  reference: number[];
}

/** Prints a table for each figure, then each aim that is not met. Returns whether all are met. */
export function report(rows: readonly Row[]): boolean {
  for (const [figure, ofFigure = []] of Object.entries(Object.groupBy(rows, (row) => row.figure))) {
    console.log(`\n${figure}`);
    console.table(Object.fromEntries(ofFigure.map((row) => [row.name, columns(row)])));
  }
  console.log('Each figure is the median of its rounds, with the least and the most in brackets.');
  // Where others use the machine as well, times are longer, and each by another bit.
  console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
  const short = rows.filter((row) => judge(row) !== 'met');
  for (const row of short) console.log(`${judge(row).padEnd(12)} ${row.figure}: ${row.name}`);
  if (short.length === 0) console.log('All aims are met.');
  return short.length === 0;
}

/** Whether a row reaches its aim, if it has one. */
export function judge({ aim, ours, reference }: Row): 'met' | 'missed' | 'not measured' {
  if (!aim) return 'met';
  const [of, bound, limit] = aim;
  const [our, other] = [median(ours), median(reference)];
  const reached = { figure: our, ratio: our / other, difference: our - other }[of];
  if (Number.isNaN(reached)) return 'not measured';
  return (bound === 'at most' ? reached <= limit : reached >= limit) ? 'met' : 'missed';
}

function columns(row: Row): Record<string, string> {
  const { aim, ours, reference } = row;
  const than = { figure: '', ratio: ' × the reference', difference: ' more than the reference' };
  const ratio = median(ours) / median(reference);
  return {
    ours: spread(ours),
    ...(!Number.isNaN(median(reference)) && { reference: spread(reference) }),
    ...(Number.isFinite(ratio) && { ratio: ratio.toFixed(2) }),
    ...(aim && { aim: `${judge(row)}: ${aim[1]} ${aim[2]}${than[aim[0]]}` }),
  };
}

function spread(values: readonly number[]): string {
  const [least = NaN, ...others] = sorted(values);
  const middle = `${rounded(median(values))}`;
  return others.length > 0 ? `${middle} (${rounded(least)}–${rounded(others.at(-1) ?? NaN)})` : middle;
}

function rounded(value: number): number {
  return Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 3));
}

/** The upper of the two in the middle where there is an even number; NaN of none. */
function median(values: readonly number[]): number {
  const known = sorted(values);
  return known[Math.floor(known.length / 2)] ?? NaN;
}

function sorted(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other);
}
