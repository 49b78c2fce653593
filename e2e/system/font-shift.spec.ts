import { fontsAdded } from '../fonts.ts';
import { oneOfEachKind } from '../page-kinds.ts';
import { pages } from '../pages.ts';
import { expect, testOfPages as test } from '../site.ts';
import { twoFrames } from '../started.ts';

for (const { width, paths } of [
  { width: 390, paths: pages.map(({ path }) => path) },
  { width: 1280, paths: oneOfEachKind },
]) {
  test(`at ${width} px the fonts move next to nothing on most pages when they come`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const shifts: number[] = [];
    for (const path of paths) {
      await page.goto(path);
      await fontsAdded(page);
      await twoFrames(page);
      shifts.push(await page.evaluate(() => Number(Reflect.get(window, 'shift'))));
    }
    // Some words fill a line to its last pixel in one typeface, and begin another in the next.
    expect(shifts.filter((shift) => shift >= 0.05).length, String(shifts)).toBeLessThanOrEqual(paths.length / 4);
  });
}
