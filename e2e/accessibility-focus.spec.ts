import type { Page } from '@playwright/test';

import { markControls, nextStop } from './accessibility-focus.ts';
import { fontsAdded } from './fonts.ts';
import { started } from './started.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

for (const { key, screen, viewport } of [
  { key: 'Tab', screen: 'a desk', viewport: { width: 1280, height: 720 } },
  { key: 'Shift+Tab', screen: 'a desk at 400 %', viewport: { width: 320, height: 256 } },
]) {
  test(`${key} walks every kind of page on ${screen}: each control once, in order, ringed, whole and uncovered`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    for (const path of oneOfEachKind) {
      await page.goto(path);
      await started(page);
      await fontsAdded(page);
      await bridgeAlive(page);
      await page.evaluate(markControls);
      const stops: number[] = [];
      let scrolled = 0;
      // Past its end the walk leaves the page, or where a browser has no bar to go to, begins again.
      for (
        let stop = await nextStop(page, key);
        stop && !stops.includes(stop.index);
        stop = await nextStop(page, key)
      ) {
        expect(stop.faults, `${stop.name} on ${path}`).toEqual([]);
        // The header stays in view: it moves nothing when the focus comes to it from below.
        if (stop.isInHeader && key === 'Shift+Tab') expect(stop.scrolled, `${stop.name} on ${path}`).toBe(scrolled);
        ({ scrolled } = stop);
        stops.push(stop.index);
      }
      const all = await page.evaluate(() => document.querySelectorAll('[data-stop]').length);
      const inOrder = Array.from({ length: all }, (_, index) => index);
      expect(stops, path).toEqual(key === 'Tab' ? inOrder : inOrder.toReversed());
    }
  });
}

/** On the home page the slider of the bridge comes once the bridge nears the view. */
async function bridgeAlive(page: Page): Promise<void> {
  const stage = page.locator('[data-stage]');
  if ((await stage.count()) === 0) return;
  await stage.scrollIntoViewIfNeeded();
  await expect(stage.getByRole('slider')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
}
