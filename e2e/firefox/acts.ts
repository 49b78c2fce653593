import type { Page } from 'puppeteer-core';

import { expect } from './firefox.ts';

/** Waits until the page's scripts run, React's effects included: one of them takes over where the page is scrolled to. */
export async function hydrated(tab: Page): Promise<void> {
  await tab.waitForFunction(() => history.scrollRestoration === 'manual');
}

/**
 * Presses the middle of the first element that is seen and matches, once nothing lies over it. The driver's own click waits for
 * frames and observers, which don't come where scripts are off.
 */
export async function click(tab: Page, selector: string, text?: string): Promise<void> {
  await expect.poll(() => middleOf(tab, selector, text), `to be clicked: ${selector} ${text ?? ''}`).not.toBeNull();
  const middle = await middleOf(tab, selector, text);
  await tab.mouse.click(middle?.x ?? 0, middle?.y ?? 0);
}

function middleOf(tab: Page, selector: string, text: string | undefined): Promise<{ x: number; y: number } | null> {
  return tab.evaluate(
    (all, words) => {
      const element = [...document.querySelectorAll(all)].find(
        (it) => it.checkVisibility() && (words === undefined || it.textContent.trim() === words),
      );
      element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      if (element === undefined || element.getAnimations().length > 0) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const middle = { x: left + width / 2, y: top + height / 2 };
      return element.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null;
    },
    selector,
    text,
  );
}

export async function expectPath(tab: Page, path: string): Promise<void> {
  await expect.poll(() => tab.evaluate(() => location.pathname)).toBe(path);
}

/**
 * Waits until a link has led to another page without a new document, the transition included: while the browser takes its picture
 * of the old page, a press reaches nothing.
 */
export async function expectArrival(tab: Page, path: string): Promise<void> {
  await expectPath(tab, path);
  await expect
    .poll(() => tab.evaluate(() => document.activeElement?.localName === 'h1' && !document.activeViewTransition))
    .toBe(true);
}

/** Whether an element is displayed. */
export function isSeen(tab: Page, selector: string): Promise<boolean> {
  return tab.evaluate((one) => document.querySelector(one)?.checkVisibility() ?? false, selector);
}

export function textOf(tab: Page, selector: string): Promise<string> {
  return tab.evaluate((one) => document.querySelector<HTMLElement>(one)?.innerText ?? '', selector);
}

/** Writes into the fields of the form by keyboard, over what they hold. */
export async function write(tab: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await tab.evaluate((id) => document.querySelector<HTMLInputElement>(`#${id}`)?.select(), name);
    await tab.focus(`#${name}`);
    await tab.keyboard.type(value);
  }
}

export function written(tab: Page, names: readonly string[]): Promise<Record<string, string>> {
  return tab.evaluate(
    (ids) =>
      Object.fromEntries(ids.map((id) => [id, document.querySelector<HTMLInputElement>(`#${id}`)?.value ?? '-'])),
    [...names],
  );
}
