import type { Page } from '@playwright/test';

/** Numbers what the keyboard has to reach, in the order of the document. */
export function markControls(): void {
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }))
    .forEach((control, index) => control.setAttribute('data-stop', String(index)));
}

/** Where the focus is after the key, and what is wrong with how it shows. Undefined once it has left the page. */
export async function nextStop(page: Page, key: string) {
  await page.keyboard.press(key);
  return page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control === document.body || control === document.documentElement) return undefined;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isRinged = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith('/ 0)');
    const isWhole = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
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
