import type { Page } from '@playwright/test';

import { findAxeIssues, findAccessibilityIssues, findLowContrastTexts } from '../accessibility-engines.ts';
import { expect, test } from '../office.ts';
import { onePathPerLayout } from '../pages.ts';
import { resizePage } from '../page-actions.ts';
import { findClippedContent, applyTextSpacing } from './accessibility-reflow.ts';
import {
  findInvisibleControls,
  numberControls,
  pressAndInspectFocus,
  findSmallTargets,
} from './accessibility-measures.ts';
import { openOfficeStates } from './office-states.ts';
import { openEachLayout, openAllPages, openStates, stateOptions } from './site-states.ts';

const ofSite = {
  place: 'site',
  parts: stateOptions.replacements,
  pages: openAllPages,
  kinds: openEachLayout,
  states: openStates,
};
const ofOffice = {
  place: 'office',
  parts: {},
  pages: openOfficeStates,
  kinds: openOfficeStates,
  states: openOfficeStates,
};

test.use({
  expectedMessages: stateOptions.expectedMessages,
  // Otherwise colours would be measured during a transition, and pressed buttons are smaller.
  contextOptions: { reducedMotion: 'reduce' },
});

for (const { place, parts: replacements, pages, kinds, states } of [ofSite, ofOffice])
  test.describe(`of the ${place}`, () => {
    test.use({ replacements });
    test.beforeEach(() => test.setTimeout(300_000));

    test('dark on a desk no state has a fault for two engines, or unwanted motion', async ({ page, site }) => {
      for await (const state of states(page, site)) {
        expect(await longestMotion(page), `${state}, where less motion is wanted`).toBeLessThan(1);
        expect(await findAccessibilityIssues(page), state).toEqual([]);
      }
    });

    test.describe('light on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

      test('no state has a fault that one of them finds, and targets measure 44 by 44 px', async ({ page, site }) => {
        const theme = { name: '__Host-theme', value: 'light', domain: 'localhost', path: '/', secure: true };
        await page.context().addCookies([theme]);
        await page.addInitScript(() => localStorage.setItem('theme', 'light'));
        for await (const state of states(page, site)) {
          await expect(page.locator('html')).toHaveClass('light');
          expect([...(await findAxeIssues(page)), ...(await findLowContrastTexts(page))], state).toEqual([]);
          // A pressed target returns to its size.
          await expect.poll(() => findSmallTargets(page), state).toEqual([]);
        }
      });
    });

    test('in forced colours, dark and light, every control has an edge, a line or a word', async ({ page, site }) => {
      for await (const state of kinds(page, site))
        // The page's own theme is dark in both.
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ forcedColors: 'active', colorScheme });
          await expect.poll(() => findInvisibleControls(page), `${state}, ${colorScheme}`).toEqual([]);
        }
    });

    test('no page scrolls sideways or loses text, from 320 to 2560 px, at 400 %, and spaced', async ({
      page,
      site,
    }) => {
      for await (const state of pages(page, site)) {
        const isOneOfItsKind = place === 'office' || onePathPerLayout.includes(state);
        const wider = isOneOfItsKind ? [768, 992, 1152, 2560] : [];
        // The second is a window of 1280 by 1024 px at 400 %.
        for (const [index, width] of [320, 320, ...wider].entries()) {
          await resizePage(page, { width, height: index === 1 ? 256 : 640 });
          expect(await findClippedContent(page), `${state} at ${width} px`).toEqual([]);
        }
        await applyTextSpacing(page);
        for (const width of isOneOfItsKind ? [320, 1152, 1280] : [320]) {
          await resizePage(page, { width, height: 720 });
          expect(await findClippedContent(page), `${state} at ${width} px, spaced`).toEqual([]);
        }
      }
    });

    test('Tab, and at 400 % Shift+Tab, reach each control once, in order, ringed and all seen', async ({
      page,
      site,
    }) => {
      for await (const state of kinds(page, site)) {
        await resizePage(page, { width: 1280, height: 720 });
        await bridgeAlive(page);
        await walk(page, 'Tab', state);
        await resizePage(page, { width: 320, height: 256 });
        await walk(page, 'Shift+Tab', state);
      }
    });
  });

test('text set to 200 % in the browser grows, and every kind of page still reads', async ({ page }) => {
  test.slow();
  // Twice the browser's default font size, as in its settings.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for await (const path of openEachLayout(page))
    for (const width of [1280, 390]) {
      await resizePage(page, { width, height: 800 });
      const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
      expect(size, path).toBeGreaterThanOrEqual(34);
      expect(await findClippedContent(page), `${path} at ${width} px`).toEqual([]);
    }
});

/** Resolves to the milliseconds of the longest running animation; infinite for a repeating one. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
  );
}

/** Waits for the bridge's slider, which the home page hydrates near the viewport. */
async function bridgeAlive(page: Page): Promise<void> {
  const stage = page.locator('[data-stage]');
  if ((await stage.count()) === 0) return;
  await stage.scrollIntoViewIfNeeded();
  await expect(stage.getByRole('slider')).toBeVisible();
}

async function walk(page: Page, key: string, state: string): Promise<void> {
  await page.evaluate(numberControls);
  // From the top: a refusal has the focus.
  if (key === 'Tab')
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
  const stops: number[] = [];
  // An input of a date or a time has a stop for each of its parts.
  const maxPresses = 8;
  let [scrolled, presses] = [0, 0];
  // After the last stop the focus leaves the page, or wraps in a browser without an address bar.
  for (
    let stop = await pressAndInspectFocus(page, key);
    stop && (stop.index === stops.at(-1) ? presses < maxPresses : !stops.includes(stop.index));
    stop = await pressAndInspectFocus(page, key)
  ) {
    presses = stop.index === stops.at(-1) ? presses + 1 : 0;
    if (presses > 0) continue;
    expect(stop.faults, `${stop.name} on ${state}, ${key}`).toEqual([]);
    // The site's header is sticky: focus that enters it from below must not scroll the page.
    if (stop.isInStickyHeader && key === 'Shift+Tab') expect(stop.scrolled, `${stop.name} on ${state}`).toBe(scrolled);
    ({ scrolled } = stop);
    stops.push(stop.index);
  }
  const all = await page.evaluate(() => document.querySelectorAll('[data-stop]').length);
  const inOrder = Array.from({ length: all }, (_, index) => index);
  expect(stops, `${state}, ${key}`).toEqual(key === 'Tab' ? inOrder : inOrder.toReversed());
}
