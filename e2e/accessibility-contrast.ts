import type { Page } from '@playwright/test';

/** What level AAA asks of text below 18 point; here it holds for every size. */
const wanted = 7;

/**
 * Every visible text whose colour, as the browser computed it, stands out less than 7:1 from the colour behind it, placeholders
 * included. What a scan skips as undecidable, text before a drawing for one, is measured here against the colour of the page.
 */
export function paleTexts(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const context = readableCanvas();

    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const text = ownText(element);
      if (!text || !isSeen(element) || element.matches(':disabled')) return [];
      const pseudo = element.matches(':placeholder-shown') ? '::placeholder' : null;
      const ratio = contrast(getComputedStyle(element, pseudo).color, element);
      return ratio < least ? [`${ratio.toFixed(2)}:1 ${element.tagName} ${text}`] : [];
    });

    function readableCanvas(): CanvasRenderingContext2D {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('No canvas');
      return context;
    }

    function ownText(element: HTMLElement): string {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        return element.value || element.placeholder;
      }
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      return texts
        .map(({ textContent }) => textContent?.trim())
        .join(' ')
        .trim();
    }

    function isSeen(element: HTMLElement): boolean {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }

    /** Of a colour laid over all that lies behind the element. */
    function contrast(colour: string, element: HTMLElement): number {
      const behind: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement) {
        behind.unshift(getComputedStyle(at).backgroundColor);
      }
      const [lighter, darker] = [luminance(behind), luminance([...behind, colour])].sort((a, b) => b - a);
      return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
    }

    /** WCAG's relative luminance of colours in any notation, painted one over the other. */
    function luminance(colours: string[]): number {
      for (const colour of colours) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
  }, wanted);
}
