import type { Page } from '@playwright/test';

/** Numbers the focusable controls in document order, and resets the focus to the document's start. */
export function numberControls(): void {
  for (const marked of document.querySelectorAll('[data-stop]')) marked.removeAttribute('data-stop');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo({ top: 0, behavior: 'instant' });
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  [...document.querySelectorAll<HTMLElement>(controls)]
    // The keyboard reaches only the checked one of a group of radio buttons.
    .filter(
      (control) =>
        !control.matches('[type=radio]:not(:checked)') &&
        control.tabIndex >= 0 &&
        control.checkVisibility({ visibilityProperty: true }),
    )
    .forEach((control, index) => control.setAttribute('data-stop', String(index)));
}

/** Presses the key. Resolves to the focused control and the faults of its visible focus; undefined outside the page. */
export async function pressAndInspectFocus(page: Page, key: string) {
  await page.keyboard.press(key);
  return page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control === document.body || control === document.documentElement) return undefined;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isRinged = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith('/ 0)');
    const isWhole = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    // A control taller than the screen cannot be fully in view, and in a textarea the browser scrolls to the cursor:
    // then its start must be in view.
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

/** Resolves to controls that do not contrast with their background. */
export function findInvisibleControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, textarea'),
    ];
    return controls
      .filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[aria-hidden=true]'),
      )
      .filter((control) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, color } = getComputedStyle(control);
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        const hasEdge = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== ground;
        // The browser draws the borders of these controls itself.
        const needsEdge = control.matches(
          'input:not([type=checkbox], [type=radio]), select, textarea, .button, .icon-button',
        );
        return needsEdge ? !hasEdge : color === ground;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** Resolves to targets smaller than WCAG 2.5.5 (AAA) asks, with its exception for links within text. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary')];
    return controls.flatMap((control) => {
      const { width, height } = touchedBox(control);
      const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1;
      const large = width >= 44 && height >= 44;
      if (!isShown || large || control.closest('[aria-hidden=true]') || isInSentence(control)) return [];
      return [`${control.tagName} ${Math.round(width)}x${Math.round(height)} ${control.textContent?.trim()}`];
    });

    /** Returns the clickable box: a link may stretch over its card, and a label includes its control. */
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
