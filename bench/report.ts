import { availableParallelism, loadavg } from 'node:os';

/** What the median is to reach: by itself, as a share of the reference's, or by how much it may differ from that. */
export type Aim = readonly [of: 'figure' | 'ratio' | 'difference', bound: 'at most' | 'at least', limit: number];

/** One value a round; NaN for one that could not be measured. */
export interface Row {
  ours: readonly number[];
  /** Left out where nothing is there to compare with. */
  reference?: readonly number[];
}

export interface Figure {
  name: string;
  aim?: Aim;
  rows: Readonly<Record<string, Row>>;
}

/** Prints each figure's table, then each aim that is not met. Returns whether all are met. */
export function report(figures: readonly Figure[]): boolean {
  const short: string[] = [];
  for (const { name, aim, rows } of figures) {
    console.log(aim ? `${name}, ${describe(aim)}` : name);
    console.table(Object.fromEntries(Object.entries(rows).map(([what, row]) => [what, columns(row, aim)])));
    for (const [what, row] of Object.entries(rows)) {
      const verdict = aim ? judge(aim, row) : 'met';
      if (verdict !== 'met') short.push(`${verdict.padEnd(13)} ${name}: ${what}`);
    }
  }
  console.log('Each figure is the median of its rounds, with the least and the most in brackets.');
  // Where others use the machine as well, times are longer, and each by another bit.
  console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
  console.log(short.length > 0 ? short.join('\n') : 'All aims are met.');
  return short.length === 0;
}

/** Whether a row reaches an aim. */
export function judge(aim: Aim, row: Row): 'met' | 'missed' | 'not compared' | 'not measured' {
  const [of, bound, limit] = aim;
  const ours = median(row.ours);
  const reference = median(row.reference ?? []);
  if (Number.isNaN(ours)) return 'not measured';
  const reached = { figure: ours, ratio: ours / reference, difference: ours - reference }[of];
  if (Number.isNaN(reached)) return 'not compared';
  return (bound === 'at most' ? reached <= limit : reached >= limit) ? 'met' : 'missed';
}

function describe([of, bound, limit]: Aim): string {
  const than = { figure: '', ratio: ' × the reference', difference: ' more than the reference' };
  return `${bound} ${limit}${than[of]}`;
}

function columns({ ours, reference = [] }: Row, aim: Aim | undefined): Record<string, string | number> {
  const ratio = median(ours) / median(reference);
  return {
    ours: spread(ours),
    ...(reference.length > 0 && {
      reference: spread(reference),
      ratio: Number.isFinite(ratio) ? ratio.toFixed(2) : '',
    }),
    ...(aim && { aim: judge(aim, { ours, reference }) }),
  };
}

function spread(values: readonly number[]): string {
  const known = values.filter((value) => !Number.isNaN(value));
  const [least, most] = [Math.min(...known), Math.max(...known)].map(rounded);
  return known.length > 1 ? `${rounded(median(known))} (${least}–${most})` : `${rounded(median(known))}`;
}

function rounded(value: number): number {
  return Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 3));
}

/** The upper of the two in the middle where there is an even number; NaN of none. */
function median(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other);
  return known[Math.floor(known.length / 2)] ?? NaN;
}
