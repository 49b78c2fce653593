import type { Page } from '@playwright/test';

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
