import type { Page } from 'puppeteer-core';

import { expect } from './firefox.ts';

/**
 * Waits until the page's behaviours run and its islands are alive, which turning to one brings about; and until no font is to
 * come: it may move what is to be pressed.
 */
export async function started(tab: Page): Promise<void> {
  await tab.evaluate(async () => {
    const { integrity } = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
    await import(Object.keys(integrity).find((address) => address.includes('/entry.client-')) ?? '');
    for (const island of document.querySelectorAll('[data-island]')) island.dispatchEvent(new Event('pointerover'));
  });
  await expect.poll(() => tab.evaluate(() => document.querySelector('[data-island]:not([data-live])'))).toBeNull();
  await expect.poll(() => tab.evaluate(areFontsSettled)).toBe(true);
}

/** A page that another of ours led to does without a font that comes too late for its first paint: then none is to come. */
function areFontsSettled(): boolean {
  const isKnown = document.referrer.startsWith(location.origin);
  return document.fonts.check('1em "Instrument Sans"') || (isKnown && document.fonts.status === 'loaded');
}

/**
 * Presses the middle of the first element that is seen and matches, once nothing lies over it and it has stood still between two
 * looks. The driver's own click waits for frames and observers, which don't come where scripts are off.
 */
export async function click(tab: Page, selector: string, text?: string): Promise<void> {
  let middle: Awaited<ReturnType<typeof middleOf>> = null;
  const standsStill = async () => {
    const before = middle;
    middle = await middleOf(tab, selector, text);
    return middle !== null && middle.x === before?.x && middle.y === before.y;
  };
  await expect.poll(standsStill, `to be clicked: ${selector} ${text ?? ''}`).toBe(true);
  const { x, y } = (await middleOf(tab, selector, text)) ?? { x: 0, y: 0 };
  await tab.mouse.click(x, y);
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

/** Waits until a link has led to another page and its scripts run, whether that is a new document or not. */
export async function expectArrival(tab: Page, path: string): Promise<void> {
  await expectPath(tab, path);
  await expect.poll(() => isAt(tab, path)).toBe(true);
  await started(tab);
}

/** By the page's own word: the address is the next page's before the page is. */
async function isAt(tab: Page, path: string): Promise<boolean> {
  return tab.evaluate(
    (expected) => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href.endsWith(expected) ?? false,
    path,
  );
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
