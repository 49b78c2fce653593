import type { Page } from '@playwright/test';

import { fontsAdded } from './fonts.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedMessages: [/404/] });
// A button that is being pressed gives way for a moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('whatever a finger is to touch measures 44 by 44 px, but for links inside a sentence', async ({ page }) => {
  test.setTimeout(120_000);
  for (const path of [...oneOfEachKind, '/no-such-page']) {
    await page.goto(path);
    await fontsAdded(page);
    expect(await smallTargets(page), path).toEqual([]);
  }
  await started(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await expect(page.locator('#site-menu')).toBeVisible();
  // What was touched comes back to its size.
  await expect.poll(() => smallTargets(page), 'menu').toEqual([]);
  await page.locator('[popovertarget="services-menu"]').first().tap();
  await expect(page.locator('#services-menu')).toBeVisible();
  await expect.poll(() => smallTargets(page), 'services').toEqual([]);
});

/** WCAG 2.5.5 in its level AAA, with its exception for links whose place and size a line of text decides. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary')];
    return controls.flatMap((control) => {
      const { width, height } = touchedBox(control);
      const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1;
      const large = width >= 44 && height >= 44;
      if (!isShown || large || control.closest('.trap') || isInSentence(control)) return [];
      return [`${control.tagName} ${Math.round(width)}x${Math.round(height)} ${control.textContent?.trim()}`];
    });

    /** A link may stretch over the whole card it stands in. */
    function touchedBox(control: HTMLElement): DOMRect {
      const { content, position } = getComputedStyle(control, '::after');
      let box: Element = control;
      if (content !== 'none' && position === 'absolute') {
        while (getComputedStyle(box).position === 'static' && box.parentElement) box = box.parentElement;
      }
      return box.getBoundingClientRect();
    }

    function isInSentence(control: HTMLElement): boolean {
      const own = control.textContent?.trim() ?? '';
      const around = control.closest('p, li, dd, td')?.textContent?.trim() ?? own;
      return getComputedStyle(control).display === 'inline' && around !== own;
    }
  });
}
