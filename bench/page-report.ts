import { describeLoad } from './machine-load.ts';
import type { FormUse } from './page-form.ts';
import type { PhoneView } from './page-phone.ts';

export interface MeasuredRoute {
  route: string;
  /** How often it was viewed. The figures are medians. */
  runs: number;
  page: PhoneView;
  limit: PhoneView;
  /** In bytes. NaN until it is measured. */
  heap: number;
}

interface Aim {
  aim: string;
  /** What may be at most `most`. NaN where it was not measured. */
  figure: (measured: MeasuredRoute) => number;
  most: number;
  /** A busy machine can spoil one view's figure: a miss has to be seen again. */
  isUnsteady?: true;
}

const paintRatio = ({ page, limit }: MeasuredRoute): number => page.largestPaint / limit.largestPaint;
const mainThreadRatio = ({ page, limit }: MeasuredRoute): number => page.mainThread / limit.mainThread;

/** What every page is to reach. */
const aims: readonly Aim[] = [
  { aim: 'no point short of a score of 100', figure: ({ page }) => 100 - page.performance, most: 0, isUnsteady: true },
  {
    aim: 'blocking time at most 50 ms over the limit page’s',
    figure: ({ page, limit }) => page.blockingTime - limit.blockingTime,
    most: 50,
    isUnsteady: true,
  },
  { aim: 'largest paint at most 1.05 × the limit page’s', figure: paintRatio, most: 1.05, isUnsteady: true },
  { aim: 'layout shift 0', figure: ({ page }) => page.layoutShift, most: 0, isUnsteady: true },
  { aim: 'at most 65 000 bytes in all', figure: ({ page }) => page.bytes, most: 65_000 },
  { aim: 'at most 5 000 bytes of scripts', figure: ({ page }) => page.scripts, most: 5000 },
  { aim: 'main thread at most 1.15 × the limit page’s', figure: mainThreadRatio, most: 1.15, isUnsteady: true },
  { aim: 'at most 1 000 000 bytes of heap', figure: ({ heap }) => heap, most: 1_000_000 },
];
const mostBytesOfFormUse = 135_000;

/** Whether a view more might show that the route meets an aim. */
export function isWorthAnotherLook(measured: MeasuredRoute): boolean {
  return aims.some(({ figure, most, isUnsteady }) => isUnsteady && !(figure(measured) <= most));
}

/** One line for the route that was just viewed. */
export function describeRoute(measured: MeasuredRoute): string {
  const { route, runs, page } = measured;
  const ratios = `largest paint × ${rounded(paintRatio(measured))}, main thread × ${rounded(mainThreadRatio(measured))}`;
  return `${route}: ${page.performance}, ${ratios} (${runs === 1 ? 'one view' : `${runs} views`})`;
}

export function reportAsTable(measured: readonly MeasuredRoute[], form: FormUse | undefined): void {
  console.log('Simulated slow phone, times in ms, medians of as many views as said; limit: without scripts and fonts');
  console.table(Object.fromEntries(measured.map((one) => [one.route, row(one)])));
  for (const { aim, verdict, worst, routes } of judge(measured)) {
    const which = routes.length === measured.length ? 'every page' : routes.join(', ');
    const where = routes.length === 0 ? '' : `, ${routes.length} of ${measured.length}: ${which}`;
    console.log(`${verdict.padEnd(13)} ${aim} (worst ${rounded(worst)})${where}`);
  }
  const { verdict, bytes, scripts } = judgeForm(form);
  console.log(`${verdict.padEnd(13)} contact page with its form used: at most ${mostBytesOfFormUse} bytes`);
  console.log(`${''.padEnd(13)} ${bytes} bytes in all, of which scripts ${scripts}`);
  console.log(describeLoad());
}

export function reportAsJson(measured: readonly MeasuredRoute[], form: FormUse | undefined): void {
  console.log(JSON.stringify({ routes: measured, aims: judge(measured), form: judgeForm(form) }, null, 2));
}

type Verdict = 'met' | 'missed' | 'not measured';

/** `routes` are those that missed the aim, or those of which nobody knows. */
function judge(
  measured: readonly MeasuredRoute[],
): { aim: string; verdict: Verdict; worst: number; routes: string[] }[] {
  return aims.map(({ aim, figure, most }) => {
    const figures = measured.map((one) => ({ route: one.route, figure: figure(one) }));
    const unknown = figures.filter((one) => Number.isNaN(one.figure));
    const missed = figures.filter((one) => one.figure > most);
    const worst = Math.max(...figures.map((one) => one.figure));
    const routes = (missed.length > 0 ? missed : unknown).map(({ route }) => route);
    return { aim, verdict: verdictOn(missed.length > 0, unknown.length > 0 || measured.length === 0), worst, routes };
  });
}

function judgeForm({ bytes, scripts }: FormUse = { bytes: NaN, scripts: NaN }): FormUse & { verdict: Verdict } {
  return { verdict: verdictOn(bytes > mostBytesOfFormUse, Number.isNaN(bytes)), bytes, scripts };
}

function verdictOn(isMissed: boolean, isUnknown: boolean): Verdict {
  if (isMissed) return 'missed';
  return isUnknown ? 'not measured' : 'met';
}

function row(measured: MeasuredRoute): Record<string, number> {
  const { runs, page, limit, heap } = measured;
  return {
    views: runs,
    score: page.performance,
    TBT: Math.round(page.blockingTime),
    'limit TBT': Math.round(limit.blockingTime),
    LCP: Math.round(page.largestPaint),
    'LCP ratio': rounded(paintRatio(measured)),
    CLS: rounded(page.layoutShift),
    bytes: page.bytes,
    scripts: page.scripts,
    'main thread': Math.round(page.mainThread),
    'main ratio': rounded(mainThreadRatio(measured)),
    'heap kB': Math.round(heap / 1000),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
