import type { PhoneView } from './page-phone.ts';

export interface MeasuredRoute {
  route: string;
  page: PhoneView;
  limit: PhoneView;
}

/** What every page is to reach. */
const aims: readonly { aim: string; meets: (measured: MeasuredRoute) => boolean }[] = [
  { aim: 'largest paint at most 1.05 × the limit page’s', meets: (measured) => ratio(measured) <= 1.05 },
  { aim: 'performance 100', meets: ({ page }) => page.performance === 100 },
  { aim: 'blocking time under 50 ms', meets: ({ page }) => page.blockingTime < 50 },
  { aim: 'layout shift 0', meets: ({ page }) => page.layoutShift === 0 },
];

/** One line for the route that was just measured. */
export function describeRoute(measured: MeasuredRoute): string {
  const { route, page, limit } = measured;
  return `${route}: ${page.performance}, largest paint ${Math.round(page.largestPaint)} ms, limit ${Math.round(limit.largestPaint)} ms`;
}

export function reportAsTable(measured: readonly MeasuredRoute[], runs: number): void {
  console.log(`Medians of ${runs}, times in ms, simulated slow phone; limit: without scripts and fonts`);
  console.table(Object.fromEntries([...measured.map((one) => [one.route, row(one)]), ['worst', row(worst(measured))]]));
  for (const { aim, missed } of judge(measured)) {
    const where = missed.length === measured.length ? 'every page' : missed.join(', ');
    console.log(
      missed.length === 0 ? `met     ${aim}` : `missed  ${aim}: ${missed.length} of ${measured.length}, ${where}`,
    );
  }
}

export function reportAsJson(measured: readonly MeasuredRoute[], runs: number): void {
  const routes = measured.map((one) => ({ ...one, ratio: ratio(one) }));
  console.log(JSON.stringify({ runs, routes, aims: judge(measured) }, null, 2));
}

function judge(measured: readonly MeasuredRoute[]): { aim: string; missed: string[] }[] {
  return aims.map(({ aim, meets }) => ({
    aim,
    missed: measured.filter((one) => !meets(one)).map(({ route }) => route),
  }));
}

function row(measured: Omit<MeasuredRoute, 'route'> & { ratio?: number }): Record<string, number> {
  const { page, limit } = measured;
  return {
    performance: page.performance,
    LCP: Math.round(page.largestPaint),
    'limit LCP': Math.round(limit.largestPaint),
    ratio: rounded(measured.ratio ?? ratio(measured)),
    FCP: Math.round(page.firstPaint),
    TBT: Math.round(page.blockingTime),
    CLS: rounded(page.layoutShift),
    bytes: page.bytes,
    'limit bytes': limit.bytes,
  };
}

/** Of each figure the worst that any route has. */
function worst(measured: readonly MeasuredRoute[]): Omit<MeasuredRoute, 'route'> & { ratio: number } {
  const most = (read: (one: MeasuredRoute) => number): number => Math.max(...measured.map(read));
  const views = (of: 'page' | 'limit'): PhoneView => ({
    performance: -most((one) => -one[of].performance),
    largestPaint: most((one) => one[of].largestPaint),
    firstPaint: most((one) => one[of].firstPaint),
    blockingTime: most((one) => one[of].blockingTime),
    layoutShift: most((one) => one[of].layoutShift),
    bytes: most((one) => one[of].bytes),
  });
  return { page: views('page'), limit: views('limit'), ratio: most(ratio) };
}

function ratio({ page, limit }: Omit<MeasuredRoute, 'route'>): number {
  return page.largestPaint / limit.largestPaint;
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
