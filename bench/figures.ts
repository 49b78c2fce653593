import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

/** The upper of the two in the middle where there is an even number; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

/** Each figure's own median, of those that are not NaN. Throws without a measurement. */
export function medians<Figures extends { [Name in keyof Figures]: number }>(measured: readonly Figures[]): Figures {
  const [first] = measured;
  if (first === undefined) throw new Error('Nothing was measured');
  const names = Object.keys(first) as (keyof Figures)[];
  const known = (name: keyof Figures) => measured.map((one) => one[name]).filter((value) => !Number.isNaN(value));
  return Object.fromEntries(names.map((name) => [name, median(known(name))])) as Figures;
}

/** To so many decimals. */
export function rounded(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals));
}

/** NaN for what was not measured. */
export type Figure = readonly [what: string, figure: number];

/** Prints whether all figures meet an aim, and below it which do not. */
export function judge(aim: string, figures: readonly Figure[], meets: (figure: number) => boolean): void {
  const unknown = figures.filter(([, figure]) => Number.isNaN(figure));
  const missed = figures.filter(([, figure]) => !Number.isNaN(figure) && !meets(figure));
  const isKnown = unknown.length === 0 && figures.length > 0;
  console.log(`${(missed.length > 0 ? 'missed' : isKnown ? 'met' : 'not measured').padEnd(13)} ${aim}`);
  for (const [what, figure] of missed) console.log(`${''.padEnd(13)} ${what}: ${rounded(figure, 3)}`);
  for (const [what] of unknown) console.log(`${''.padEnd(13)} ${what}: not measured`);
}

/** For below a report: where others use the machine as well, times are longer than the pages' own, and each page's by another bit. */
export function describeLoad(): string {
  return `Load of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`;
}

/**
 * Reads options that take whole numbers from 1, by their names and defaults, and what is given besides where that is allowed.
 * Throws when one is anything else.
 */
export function readOptions<Name extends string>(defaults: Readonly<Record<Name, number>>, allowPositionals = false) {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ options, allowPositionals });
  const given: Record<string, number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!/^[1-9]\d*$/.test(String(value))) throw new Error(`--${name} takes a whole number from 1`);
    given[name] = Number(value);
  }
  return { ...defaults, ...given, positionals };
}
