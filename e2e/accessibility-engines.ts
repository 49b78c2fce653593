import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { paleTexts } from './accessibility-contrast.ts';

/**
 * Every fault that two engines of different makers find in the page as it stands, one line each: the engine, the rule, the
 * element, and what is wrong with it. Text below 7:1 counts, which is level AAA.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await axeFaults(page, wholeStandard)), ...(await equalAccessFaults(page)), ...(await paleTexts(page))];
}

/** Those that one engine finds, and texts too pale: for a page that both have looked at, in another width and theme. */
export async function faultsOfAxe(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await axeFaults(page, wholeStandard)), ...(await paleTexts(page))];
}

/** The faults that can differ between two themes of one page: those of its colours. */
export async function colourFaultsOf(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await axeFaults(page, ['cat.color'])), ...(await paleTexts(page))];
}

const wholeStandard = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** However short, a transition takes a frame: a scan before it sees the colours of both themes at once. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}

async function axeFaults(page: Page, tags: string[]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The rule is off unless asked for: it belongs to level AAA.
    .options({ runOnly: tags, rules: { 'color-contrast-enhanced': { enabled: true } }, resultTypes: ['violations'] })
    // A third of the time of the newer mode, which differs only in how it reaches into frames: there are none.
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

/** IBM's engine. What it cannot decide by itself ("potential", "manual") is left to people: see docs/accessibility.md. */
async function equalAccessFaults(page: Page): Promise<string[]> {
  // As a string: the page's policy lets in no script but its own, and the driver evaluates beside it. Once a document.
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(equalAccess);
  const results = await page.evaluate(async () => {
    // It does not know the notation of our colours and says so for every text.
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
  // Colours are measured by the other engine and by ourselves. A form without a name is no landmark, and needs none of its own
  // (HTML-AAM). It does not find the text of a label that stands in an element inside it. And the notifications' library gives
  // each of them a place in the tab order, so that somebody can walk there and hold it.
  return (
    rule === 'text_contrast_sufficient' ||
    rule === 'aria_form_label_unique' ||
    (rule === 'aria_landmark_name_unique' && element.startsWith('<form')) ||
    (rule === 'label_content_exists' && element.includes('class="tick ')) ||
    (rule === 'element_tabbable_role_valid' && element.includes('data-sonner-toast'))
  );
}
