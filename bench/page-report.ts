import { describeLoad, judge, rounded } from './figures.ts';
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

/** All that was transferred, headers included, and what of it was scripts. NaN where it was not measured. */
export type FormUse = Record<'bytes' | 'scripts', number>;

interface Aim {
  aim: string;
  /** What may be at most `most`. */
  figure: (measured: MeasuredRoute) => number;
  most: number;
  /** A busy machine can spoil one view's figure: a miss has to be seen again. */
  isUnsteady?: true;
}

const paintRatio = ({ page, limit }: MeasuredRoute) => page.largestPaint / limit.largestPaint;
const mainThreadRatio = ({ page, limit }: MeasuredRoute) => page.mainThread / limit.mainThread;
const addedBlocking = ({ page, limit }: MeasuredRoute) => page.blockingTime - limit.blockingTime;

/** What every page is to reach. */
const aims: readonly Aim[] = [
  { aim: 'no point short of a score of 100', figure: ({ page }) => 100 - page.performance, most: 0, isUnsteady: true },
  { aim: 'blocking time at most 50 ms over the limit page’s', figure: addedBlocking, most: 50, isUnsteady: true },
  { aim: 'largest paint at most 1.05 × the limit page’s', figure: paintRatio, most: 1.05, isUnsteady: true },
  { aim: 'layout shift 0', figure: ({ page }) => page.layoutShift, most: 0, isUnsteady: true },
  { aim: 'at most 65 000 bytes in all', figure: ({ page }) => page.bytes, most: 65_000 },
  { aim: 'at most 5 000 bytes of scripts', figure: ({ page }) => page.scripts, most: 5000 },
  { aim: 'main thread at most 1.15 × the limit page’s', figure: mainThreadRatio, most: 1.15, isUnsteady: true },
  { aim: 'at most 1 000 000 bytes of heap', figure: ({ heap }) => heap, most: 1_000_000 },
];

/** Whether a view more might show that the route meets an aim. */
export function isWorthAnotherLook(measured: MeasuredRoute): boolean {
  return aims.some(({ figure, most, isUnsteady }) => isUnsteady && !(figure(measured) <= most));
}

/** Prints a table of all routes, and which of them meet which aim. */
export function report(measured: readonly MeasuredRoute[], form: FormUse): void {
  console.log('Simulated slow phone, times in ms, medians of as many views as said; limit: without scripts and fonts');
  console.table(Object.fromEntries(measured.map((one) => [one.route, row(one)])));
  for (const { aim, figure, most } of aims) {
    const figures = measured.map((one) => [one.route, figure(one)] as const);
    judge(aim, figures, (value) => value <= most);
  }
  const used = `${form.bytes}, of which scripts ${form.scripts}`;
  judge(`at most 135 000 bytes to use the form (${used})`, [['/contact', form.bytes]], (bytes) => bytes <= 135_000);
  console.log(describeLoad());
}

function row(measured: MeasuredRoute): Record<string, number> {
  const { runs, page, limit, heap } = measured;
  return {
    views: runs,
    score: page.performance,
    TBT: Math.round(page.blockingTime),
    'limit TBT': Math.round(limit.blockingTime),
    LCP: Math.round(page.largestPaint),
    'LCP ratio': rounded(paintRatio(measured), 3),
    CLS: rounded(page.layoutShift, 3),
    bytes: page.bytes,
    scripts: page.scripts,
    'main thread': Math.round(page.mainThread),
    'main ratio': rounded(mainThreadRatio(measured), 3),
    'heap kB': Math.round(heap / 1000),
  };
}
