import type { Page } from '@playwright/test';

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
      await page.evaluate(markControls);
      const stops: number[] = [];
      let scrolled = 0;
      // Past its end the walk leaves the page, or where a browser has no bar to go to, begins again.
      for (let stop = await press(page, key); stop && !stops.includes(stop.index); stop = await press(page, key)) {
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

/** Numbers what the keyboard has to reach, in the order of the document. */
function markControls(): void {
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }))
    .forEach((control, index) => control.setAttribute('data-stop', String(index)));
}

/** Where the focus is after the key, and what is wrong with how it shows. Undefined once it has left the page. */
async function press(page: Page, key: string) {
  await page.keyboard.press(key);
  return page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control === document.body || control === document.documentElement) return undefined;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isRinged = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith('/ 0)');
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    // What is taller than the screen can't be whole, and in a field of several lines the browser shows the cursor: then its
    // beginning has to be there.
    const fits = bottom - top < innerHeight - 100 && control.tagName !== 'TEXTAREA';
    const inset = 2;
    const lines = [top + inset, (top + bottom) / 2, ...(fits ? [bottom - inset] : [])];
    const points = lines.flatMap((y) => [left + inset, (left + right) / 2, right - inset].map((x) => ({ x, y })));
    const covering = points
      .map(({ x, y }) => document.elementFromPoint(x, y))
      .find((found) => found && found !== control && !control.contains(found) && !found.contains(control));
    return {
      index: Number(control.getAttribute('data-stop') ?? -1),
      isInHeader: control.closest('header') !== null,
      scrolled: scrollY,
      name: control.textContent?.trim() || control.outerHTML.slice(0, 80),
      faults: [
        ...(isRinged ? [] : ['no ring']),
        ...(isWhole || !fits ? [] : [`beyond the screen: ${left}, ${top}, ${right}, ${bottom}`]),
        ...(covering ? [`covered by ${covering.outerHTML.slice(0, 80)}`] : []),
      ],
    };
  });
}
