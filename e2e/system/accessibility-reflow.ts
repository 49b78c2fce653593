import type { Page } from '@playwright/test';

/** Sets the four text spacings of WCAG 1.4.12. */
export async function applyTextSpacing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = [sheet];
  });
}

/** Resolves to content that is cut off or covered: beyond the page, outside a box, or under the header. */
export function findClippedContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const surplus = document.documentElement.scrollWidth - innerWidth;
    const shown = [...document.querySelectorAll<HTMLElement>('body :not(svg, svg *)')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1,
    );
    const cut = shown.filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isClipped = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip');
      return isClipped && [...element.querySelectorAll('a, button, h1, h2, h3, p, li')].some(reachesBeyond(element));
    });
    const header = document.querySelector('header');
    const spilt = [...(header?.querySelectorAll<HTMLElement>('.wrap > *, #site-menu > *, #site-menu a') ?? [])]
      .filter((element) => element.checkVisibility() && !element.closest('#services-menu'))
      .filter(reachesBeyond(header));
    return [
      ...(surplus > 0 ? [`${surplus} px sideways`] : []),
      ...[...cut, ...spilt].map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`),
    ];

    function reachesBeyond(box: Element | null): (element: Element) => boolean {
      const outer = box?.getBoundingClientRect();
      return (element) => {
        const { left, right, bottom, width } = element.getBoundingClientRect();
        if (!outer || width <= 1) return false;
        return left < outer.left - 1 || right > outer.right + 1 || bottom > outer.bottom + 1;
      };
    }
  });
}
