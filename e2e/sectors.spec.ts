import type { Locator, Page } from '@playwright/test';

import { home } from '../content/words.ts';
import { behavioursRun, open, twoFrames } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

const { items, slider, title } = home.sectors;

test('a row under the pointer names its load and sends the wagon across a bending deck', async ({ page }) => {
  await openBridge(page);
  const rows = rowsOf(page);
  for (const index of [3, 1]) {
    const from = await wagonAt(page);
    await rows.nth(index).hover();
    await expect(words(page)).toHaveText(items[index]?.load ?? '');
    await expect.poll(() => drawn(page, 'deck').then(isStraight)).toBe(false);
    await expect.poll(() => wagonAt(page)).not.toBeCloseTo(from, 0);
    await expectAtRest(page);
    await expect.poll(() => framesAskedFor(page)).toBe(0);
  }
});

test('the row that has the focus, and the one that is nearest below the bridge, name the load', async ({ page }) => {
  await openBridge(page);
  await rowsOf(page).nth(4).getByRole('link').focus();
  await expect(words(page)).toHaveText(items[4]?.load ?? '');
  await page.evaluate(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
  for (const index of [2, 3]) {
    const passed = (await rowsOf(page).nth(index).boundingBox())?.y ?? 0;
    const edge = await page.locator('[data-stage]').evaluate((stage) => stage.getBoundingClientRect().bottom);
    await page.mouse.wheel(0, passed - edge);
    await expect(words(page)).toHaveText(items[index]?.load ?? '');
  }
});

test('the wagon follows arrow keys and the hand, and the bridge stays bent under it', async ({ page }) => {
  await openBridge(page);
  await rowsOf(page).first().hover();
  await expectAtRest(page);
  const wagon = handle(page);
  await wagon.focus();
  for (const _ of items) await page.keyboard.press('PageDown');
  await expect.poll(() => wagonAt(page)).toBeLessThan(80);
  await expect.poll(() => framesAskedFor(page)).toBe(0);
  expect(isStraight(await drawn(page, 'deck'))).toBe(false);
  const metres = /^(\d+)/.exec((await wagon.getAttribute('aria-valuetext')) ?? '')?.[1];
  expect(metres).toBe(await wagon.inputValue());

  const stage = await page.locator('[data-stage]').boundingBox();
  if (!stage) throw new Error('There is no stage');
  const place = (share: number) => [stage.x + stage.width * share, stage.y + stage.height * 0.5] as const;
  await page.mouse.move(...place((await wagonAt(page)) / 100));
  await page.mouse.down();
  await page.mouse.move(...place(0.3), { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => wagonAt(page)).toBeCloseTo(30, -0.5);
});

test('with less motion wanted nothing crosses: a chosen row shows at once how the bridge bends', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openBridge(page);
  const shapes = new Set<string>();
  for (const row of await rowsOf(page).all()) {
    await row.hover();
    const shape = await drawn(page, 'deck');
    expect(isStraight(shape)).toBe(false);
    await twoFrames(page);
    expect(await drawn(page, 'deck')).toBe(shape);
    shapes.add(shape);
  }
  expect(shapes.size).toBe(items.length);
});

test('a sector leads to the form with the subject begun, which is no draft until somebody writes', async ({ page }) => {
  const subject = page.locator('#subject');
  for (const { name } of items.slice(0, 2)) {
    await page.goto('/');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(subject).toHaveValue(name);
  }
  await subject.fill('Our own words');
  await open(page, '/contact?subject=Another');
  await expect(subject).toHaveValue('Our own words');
});

test('the bridge covers no link that has the focus', async ({ page }) => {
  await openBridge(page);
  for (const link of await rowsOf(page).getByRole('link').all()) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await link.focus();
    const uncovered = await link.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + height / 2) === element;
    });
    expect(uncovered).toBe(true);
  }
});

test('its script comes when the section nears, and is smaller than 2 KB', async ({ page }) => {
  const loaded: number[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/bear-loads-')) loaded.push(Number(await response.headerValue('content-length')));
  });
  await page.goto('/');
  await behavioursRun(page);
  await twoFrames(page);
  expect(loaded).toEqual([]);
  await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
  await expect.poll(() => loaded.length).toBe(1);
  expect(loaded[0]).toBeLessThan(2000);
});

/** Opens the home page at its sectors, with the bridge alive. */
async function openBridge(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: title }).evaluate((heading) => heading.scrollIntoView());
  await expect(handle(page)).toBeVisible();
}

const rowsOf = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) }).getByRole('listitem');
const handle = (page: Page): Locator => page.getByRole('slider', { name: slider.label, includeHidden: true });
const words = (page: Page): Locator => page.locator('[data-part=words]');

const expectAtRest = (page: Page) =>
  expect.poll(() => drawn(page, 'deck').then(isStraight), { timeout: 15_000 }).toBe(true);
const drawn = async (page: Page, part: string): Promise<string> =>
  (await page.locator(`[data-part=${part}]`).getAttribute('d')) ?? '';
/** In hundredths of the window's width. */
const wagonAt = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator('[data-part=wagon]').getAttribute('x')) ?? '');

/** Whether all points of a path written by the script are equally high. */
const isStraight = (path: string): boolean =>
  new Set([...path.matchAll(/ ([\d.-]+)/g)].map(([, height]) => height)).size === 1;

/** How many frames the page asks for during two of them. */
function framesAskedFor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const ask = window.requestAnimationFrame;
    let asked = 0;
    window.requestAnimationFrame = (act) => ((asked += 1), ask(act));
    await new Promise((resolve) => ask(() => ask(resolve)));
    window.requestAnimationFrame = ask;
    return asked;
  });
}
