import type { Page } from 'puppeteer-core';

import { expect } from './firefox.ts';

/**
 * Waits until the page's behaviours run, its islands and its bridge are alive, which turning to them brings about, and no font is to
 * come: it may move what is to be pressed. Then nothing is being loaded that could be cut off.
 */
export async function started(tab: Page): Promise<void> {
  await tab.evaluate(async () => {
    const { integrity } = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
    await import(Object.keys(integrity).find((address) => address.includes('/entry.client-')) ?? '');
    for (const island of document.querySelectorAll('[data-island]')) island.dispatchEvent(new Event('pointerover'));
  });
  await expect.poll(() => tab.evaluate(() => document.querySelector('[data-island]:not([data-live])'))).toBeNull();
  const place = await tab.evaluate(() => scrollY);
  await tab.evaluate(() => document.querySelector('[data-stage]')?.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => tab.evaluate(() => document.querySelector('[data-stage] input[hidden]'))).toBeNull();
  await tab.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place);
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

/** Waits until a link has led to another page, by that page's own word: the address is the next page's before the page is. */
export async function expectPage(tab: Page, path: string): Promise<void> {
  const pathShown = () =>
    tab.evaluate(() => [location.pathname, document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href]);
  await expect.poll(pathShown).toEqual([path, expect.stringMatching(new RegExp(`${path}$`))]);
}

/** Waits for its scripts too, whether that is a new document or not. */
export async function expectArrival(tab: Page, path: string): Promise<void> {
  await expectPage(tab, path);
  await started(tab);
}

/** Whether an element is displayed. */
export function isSeen(tab: Page, selector: string): Promise<boolean> {
  return tab.evaluate((one) => document.querySelector(one)?.checkVisibility() ?? false, selector);
}

export function textOf(tab: Page, selector: string): Promise<string> {
  return tab.evaluate((one) => document.querySelector<HTMLElement>(one)?.innerText ?? '', selector);
}
