import type { Browser, BrowserContextOptions } from '@playwright/test';
import { fields } from '../enquiries/testing/samples.ts';
import { desk, openSlowTab, phone } from './page-browser.ts';

export interface Act {
  name: string;
  screen: BrowserContextOptions;
  /** The hash brings what is pressed into view. */
  address: string;
  target: string;
  /** Typed after the press. */
  key?: string;
}

export const acts: readonly Act[] = [
  { name: 'open the menu', screen: phone, address: '/', target: '[popovertarget="site-menu"]' },
  { name: 'switch the theme', screen: desk, address: '/', target: '[data-theme-toggle]' },
  { name: 'follow a link', screen: desk, address: '/', target: 'header a[href="/about"]' },
  { name: 'type in a field', screen: desk, address: '/contact#name', target: '#name', key: 'A' },
  { name: 'send the form', screen: desk, address: '/contact#message', target: 'main form button' },
];

/** Where the act's target stands on the page at rest. Asked in another tab than the one that is measured. */
export async function findTarget(browser: Browser, site: string, act: Act): Promise<Point> {
  const page = await browser.newPage(act.screen);
  await page.goto(site + act.address, { waitUntil: 'networkidle' });
  const box = await page.locator(act.target).filter({ visible: true }).first().boundingBox();
  await page.close();
  if (!box) throw new Error(`Nothing is there to ${act.name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Does the first thing that a visitor does on a page. `time` is that from the press to the next paint: the longest that the browser
 * tells of the press's events (INP), in milliseconds. `isOfNextPage`: the browser itself went to another page before it painted
 * once more, and the paint is that page's first.
 * @param delay milliseconds since the page has loaded
 */
export async function actFirst(browser: Browser, site: string, act: Act, at: Point, delay: number) {
  const page = await openSlowTab(browser, act.screen);
  const noted: Noted = { duration: [], press: [], paint: [] };
  await page.exposeFunction('note', (what: keyof Noted, milliseconds: number) => void noted[what].push(milliseconds));
  await page.addInitScript(noteInteractions);
  await page.addInitScript(fillIn, { ...fields });
  await page.goto(site + act.address);
  // From here on nothing asks the page, which is busy: its answer would take longer than the delay.
  await page.waitForTimeout(delay - restOnTarget);
  if (!act.screen.hasTouch) await page.mouse.move(at.x, at.y);
  await page.waitForTimeout(restOnTarget);
  if (act.screen.hasTouch) await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
  if (act.key) await page.keyboard.press(act.key);
  await page.waitForTimeout(2500);
  await page.close();
  if (noted.duration.length > 0) return { time: Math.max(...noted.duration), isOfNextPage: false };
  const [pressed = NaN] = noted.press;
  return { time: (noted.paint.find((paint) => paint > pressed) ?? NaN) - pressed, isOfNextPage: true };
}

const restOnTarget = 80;
type Point = Record<'x' | 'y', number>;

/** In milliseconds: how long interactions took, and the times of the press and of each document's first paint. */
type Noted = Record<'duration' | 'press' | 'paint', number[]>;

/** Runs in the browser. The first interaction is told of however short it was, the others from 16 ms on. */
function noteInteractions(): void {
  const atPress = ({ timeStamp }: Event) => window.note('press', performance.timeOrigin + timeStamp);
  addEventListener('pointerdown', atPress, { capture: true, once: true });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === 'first-paint') window.note('paint', performance.timeOrigin + entry.startTime);
      else if (entry.entryType === 'first-input' || Reflect.get(entry, 'interactionId') > 0)
        window.note('duration', entry.duration);
    }
  });
  const events = { type: 'event', durationThreshold: 16, buffered: true };
  for (const options of [events, { type: 'first-input', buffered: true }, { type: 'paint', buffered: true }])
    observer.observe(options);
}

/** Runs in the browser, which may know the visitor's words and be as early. */
function fillIn(values: Record<string, string>): void {
  addEventListener('DOMContentLoaded', () => {
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
      if (field) field.value = value;
    }
  });
}

declare global {
  interface Window {
    note(what: keyof Noted, milliseconds: number): void;
  }
}
