import type { Page } from '@playwright/test';

/** Numbers what the keyboard has to reach, in the order of the document, and goes back to its beginning. */
export function markControls(): void {
  for (const marked of document.querySelectorAll('[data-stop]')) marked.removeAttribute('data-stop');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo({ top: 0, behavior: 'instant' });
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  [...document.querySelectorAll<HTMLElement>(controls)]
    // Of a group of radio buttons the keyboard reaches the one that is chosen.
    .filter(
      (control) =>
        !control.matches('[type=radio]:not(:checked)') &&
        control.tabIndex >= 0 &&
        control.checkVisibility({ visibilityProperty: true }),
    )
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
      isInStickyHeader: control.closest('.site-header') !== null,
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
        // The browser draws these boxes itself.
        const needsEdge = control.matches(
          'input:not([type=checkbox], [type=radio]), select, textarea, .button, .icon-button',
        );
        return needsEdge ? !hasEdge : color === ground;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** WCAG 2.5.5 in its level AAA, with its exception for links whose place and size a line of text decides. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary')];
    return controls.flatMap((control) => {
      const { width, height } = touchedBox(control);
      const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1;
      const large = width >= 44 && height >= 44;
      if (!isShown || large || control.closest('.trap') || isInSentence(control)) return [];
      return [`${control.tagName} ${Math.round(width)}x${Math.round(height)} ${control.textContent?.trim()}`];
    });

    /** A link may stretch over the whole card it stands in, and a label counts with what stands in it. */
    function touchedBox(control: HTMLElement): DOMRect {
      const { content, position } = getComputedStyle(control, '::after');
      let box: Element = control.closest('label') ?? control;
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
