import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { waitForAnimations } from './page-actions.ts';

/**
 * Resolves to the faults that axe and IBM's Equal Access find in the page, one line each: engine, rule, element and
 * problem. Text of less than 7:1 contrast (level AAA) is a fault.
 */
export async function findAccessibilityIssues(page: Page): Promise<string[]> {
  return [
    ...(await findAxeIssues(page)),
    ...(await findEqualAccessIssues(page)),
    ...(await findLowContrastTexts(page)),
  ];
}

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function findAxeIssues(page: Page): Promise<string[]> {
  // The slowest rule: `findLowContrastTexts` finds the same faults, and those that it skips.
  const rules = { 'color-contrast': { enabled: false } };
  await waitForAnimations(page);
  // At the end of a page its action bar covers nothing.
  await page.evaluate(() => document.querySelector('.thumb-bar') && scrollTo(0, document.body.scrollHeight));
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: tags, rules, resultTypes: ['violations'] })
    // A third of the newer mode's time. They differ only in iframes, and there are none.
    .setLegacyMode(true)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `axe ${id}: ${html} ${failureSummary}`),
  );
}

const equalAccess = readFileSync(fileURLToPath(import.meta.resolve('accessibility-checker-engine')), 'utf8');

interface EqualAccess {
  Checker: new () => {
    check(
      root: Document,
      rules: string[],
    ): Promise<{ results: { ruleId: string; value: [string, string]; message: string; snippet: string }[] }>;
  };
}

/** Runs IBM's engine. Results left to people ("potential", "manual") are ignored: see docs/accessibility.md. */
async function findEqualAccessIssues(page: Page): Promise<string[]> {
  // As a string, which the driver evaluates despite the page's Content-Security-Policy. Once per document.
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(equalAccess);
  const results = await page.evaluate(async () => {
    // It cannot parse the notation of our colours, and logs that for every text.
    console.log = () => {};
    const { Checker } = (window as unknown as { ace: EqualAccess }).ace;
    const report = await new Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2']);
    return report.results.map(({ ruleId, value, message, snippet }) => ({
      ruleId,
      verdict: value[1],
      message,
      snippet,
    }));
  });
  // An engine that ran no rule would find no fault either.
  expect(results.filter(({ verdict }) => verdict === 'PASS').length).toBeGreaterThan(50);
  return results
    .filter(({ verdict, ruleId, snippet }) => verdict === 'FAIL' && !isExcused(ruleId, snippet))
    .map(({ ruleId, message, snippet }) => `Equal Access ${ruleId}: ${snippet} ${message}`);
}

function isExcused(rule: string, element: string): boolean {
  // The other engine and `findLowContrastTexts` measure colours. A form without a name is no landmark, and needs none (HTML-AAM).
  // Equal Access misses a label's text inside a child element. sonner makes each notification focusable, so that
  // keyboard users can pause it.
  return (
    rule === 'text_contrast_sufficient' ||
    rule === 'aria_form_label_unique' ||
    (rule === 'aria_landmark_name_unique' && element.startsWith('<form')) ||
    (rule === 'label_content_exists' && element.includes('class="tick ')) ||
    (rule === 'element_tabbable_role_valid' && element.includes('data-sonner-toast'))
  );
}

/**
 * Resolves to every visible text, placeholders included, of less than 7:1 contrast to its computed background: level
 * AAA for small text. Text that scanners skip as undecidable (in front of a drawing, say) is measured against the
 * page's background.
 */
export async function findLowContrastTexts(page: Page): Promise<string[]> {
  await waitForAnimations(page);
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', {
      willReadFrequently: true,
    }) as OffscreenCanvasRenderingContext2D;

    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const text = textIn(element).trim();
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!text || !isSeen || width <= 1 || height <= 1 || element.matches(':disabled')) return [];
      const { color } = getComputedStyle(element, element.matches(':placeholder-shown') ? '::placeholder' : null);
      const behind: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement)
        behind.unshift(getComputedStyle(at).backgroundColor);
      const [darker = 0, lighter = 0] = [luminance(behind), luminance([...behind, color])].sort((a, b) => a - b);
      const ratio = (lighter + 0.05) / (darker + 0.05);
      return ratio < 7 ? [`${ratio.toFixed(2)}:1 ${element.tagName} ${text}`] : [];
    });

    function textIn(element: HTMLElement): string {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        return element.value || element.placeholder;
      return [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join(' ');
    }

    /** Returns WCAG's relative luminance of colours in any notation, painted one over the other. */
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
  });
}
