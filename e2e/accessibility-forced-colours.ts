import type { Page } from '@playwright/test';

/** Controls of which nothing stands out from what lies behind them. */
export function lostControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, textarea'),
    ];
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('.trap'))
      .filter((control) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, color } = getComputedStyle(control);
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        const hasEdge = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== ground;
        // The browser draws the box of a checkbox itself.
        const needsEdge = control.matches('input:not([type=checkbox]), select, textarea, .button, .icon-button');
        return needsEdge ? !hasEdge : color === ground;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** Lines of drawings and icons in the colour of what lies behind them. */
export function lostLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    return [...document.querySelectorAll('svg :is(path, line, circle, polyline, rect)')]
      .filter((line) => getComputedStyle(line).stroke === ground)
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}
