import { colourFaultsOf, faultsOf } from './accessibility-engines.ts';
import { lostControls, lostLines } from './accessibility-forced-colours.ts';
import { losses, spaceText } from './accessibility-reflow.ts';
import { smallTargets } from './accessibility-targets.ts';
import { expect, test } from './inbox.ts';
import { openEveryPage } from './inbox-pages.ts';
import { resize } from './started.ts';

test.use({
  // A colour on its way to another would be measured halfway.
  contextOptions: { reducedMotion: 'reduce' },
  expectedMessages: [/^Failed to load resource.* (?:404|409|422) /],
});
test.beforeEach(() => test.setTimeout(120_000));

test('no page has a fault that two engines find, dark on a desk', async ({ page, site }) => {
  for await (const state of openEveryPage(page, site)) {
    expect(await faultsOf(page), state).toEqual([]);
    // The titles of pages and their parts, none left out.
    expect(await page.evaluate(headingRanks), state).toMatch(/^12*$/);
  }
});

test.describe('light on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('no page has a fault of its colours, and what a finger is to touch measures 44 by 44 px', async ({
    page,
    site,
  }) => {
    const theme = { name: '__Host-theme', value: 'light', domain: 'localhost', path: '/', secure: true };
    await page.context().addCookies([theme]);
    for await (const state of openEveryPage(page, site)) {
      await expect(page.locator('html')).toHaveClass('light');
      expect(await colourFaultsOf(page), state).toEqual([]);
      expect(await smallTargets(page), state).toEqual([]);
    }
  });
});

test('no page scrolls sideways or loses text from 320 px to 2560 px, at 400 %, widely spaced, or a control in forced colours', async ({
  page,
  site,
}) => {
  for await (const state of openEveryPage(page, site)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      expect(await lostControls(page), `${state}, ${colorScheme}`).toEqual([]);
      expect(await lostLines(page), `${state}, ${colorScheme}`).toEqual([]);
    }
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
    const spacedFrom = 5;
    // The second is a window of 1280 by 1024 px at 400 %.
    const sizes = [
      [320, 640],
      [320, 256],
      [768, 640],
      [992, 640],
      [2560, 640],
      [320, 640],
      [1280, 640],
    ] as const;
    for (const [index, [width, height]] of sizes.entries()) {
      await resize(page, { width, height });
      if (index === spacedFrom) await spaceText(page);
      expect(await losses(page), `${state} at ${width} px, ${index}`).toEqual([]);
    }
  }
});

function headingRanks(): string {
  return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => tagName.slice(1)).join('');
}
