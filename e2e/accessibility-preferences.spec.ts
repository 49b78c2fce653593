import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { failureMessages, fillForm, functionPath, send } from './enquiry.ts';
import { started } from './started.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

test('in forced colours, dark and light, every control has an edge, a line or a word, and lines are drawn', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const path of oneOfEachKind) {
    await page.goto(path);
    await wholeStylesheet(page);
    // Against the page's own theme, which is dark.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await expect.poll(() => lostControls(page), `${path}, ${colorScheme}`).toEqual([]);
      expect(await lostLines(page), `${path}, ${colorScheme}`).toEqual([]);
    }
  }
});

test.describe('with reduced motion', () => {
  test.use({ expectedMessages: failureMessages });

  test('nothing moves: not on arrival, not at a change of page or theme, not while the form is sent', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of oneOfEachKind) {
      await page.goto(path);
      await wholeStylesheet(page);
      expect(await longestMotion(page), path).toBeLessThan(1);
    }
    await started(page);
    await page.locator('[data-theme-toggle]:visible').click();
    expect(await longestMotion(page), 'theme').toBeLessThan(1);
    await page.getByRole('button', { name: navigation.services.label }).click();
    expect(await longestMotion(page), 'menu').toBeLessThan(1);
    await page.keyboard.press('Escape');
    await page.getByRole('banner').locator('a[href="/contact"]').click();
    await expect(page).toHaveURL('/contact');
    expect(await longestMotion(page), 'page').toBeLessThan(1);

    const answer = Promise.withResolvers<void>();
    await page.route(`**${functionPath}`, async (route) => {
      await answer.promise;
      await route.abort();
    });
    await fillForm(page, fields);
    await send(page);
    await expect(page.locator('form button')).toBeDisabled();
    expect(await longestMotion(page), 'sending').toBeLessThan(1);
    answer.resolve();
    await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  });
});

/** What forced colours need stands in the stylesheet that comes after the first paint. */
async function wholeStylesheet(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet;
    return (sheet?.cssRules.length ?? 0) > 0;
  });
}

/** Controls of which nothing stands out from what lies behind them. */
function lostControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), textarea')];
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('.trap'))
      .filter((control) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, color } = getComputedStyle(control);
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        const hasEdge = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== ground;
        const needsEdge = control.matches('input, textarea, .button, .icon-button');
        return needsEdge ? !hasEdge : color === ground;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** Lines of drawings and icons in the colour of what lies behind them. */
function lostLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    return [...document.querySelectorAll('svg :is(path, line, circle, polyline, rect)')]
      .filter((line) => getComputedStyle(line).stroke === ground)
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** In milliseconds: of all that moves at this moment, what takes longest. What repeats without end takes for ever. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
  );
}
