import type { Locator, Page } from '@playwright/test';

import { contactPage, home } from '../content/words.ts';
import { open, twoFrames } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

const { items, slider, title } = home.sectors;

test('all of the card of a service, which has a drawing, leads to its page', async ({ page }) => {
  await page.goto('/');
  const cards = page.locator('.service-card');
  await expect(cards.locator('svg')).toHaveCount(home.services.cards.length);
  await cards.last().click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(home.services.cards.at(-1)?.to ?? '');
});

test.describe('the bridge of the sectors', () => {
  test('names the load of the row that has the pointer, the focus, or the place below it, and bends until it rests', async ({
    page,
  }) => {
    await openBridge(page);
    const from = await wagonAt(page);
    await rowsOf(page).nth(3).hover();
    await expect(words(page)).toHaveText(items[3]?.load ?? '');
    await expect.poll(() => deck(page).then(isStraight)).toBe(false);
    await expect.poll(() => wagonAt(page)).not.toBeCloseTo(from, 0);
    await expectAtRest(page);

    await rowsOf(page).nth(4).getByRole('heading').getByRole('link').focus();
    await expect(words(page)).toHaveText(items[4]?.load ?? '');
    await page.evaluate(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
    await page.mouse.move(0, 0);
    const passed = (await rowsOf(page).nth(2).boundingBox())?.y ?? 0;
    const edge = await page.locator('[data-stage]').evaluate((stage) => stage.getBoundingClientRect().bottom);
    await page.mouse.wheel(0, passed - edge);
    await expect(words(page)).toHaveText(items[2]?.load ?? '');
  });

  test('has a wagon that follows arrow keys and the hand, and stays bent under it', async ({ page }) => {
    await openBridge(page);
    const wagon = handle(page);
    await rowsOf(page).first().hover();
    await expectAtRest(page);
    await wagon.focus();
    for (const _ of items) await page.keyboard.press('PageDown');
    await expect.poll(() => wagonAt(page)).toBeLessThan(80);
    expect(isStraight(await deck(page))).toBe(false);
    const said = () => wagon.getAttribute('aria-valuetext');
    await expect.poll(said).toMatch(new RegExp(`^${await wagon.inputValue()}\\b`));

    const stage = await page.locator('[data-stage]').boundingBox();
    if (!stage) throw new Error('There is no stage');
    const place = (share: number) => [stage.x + stage.width * share, stage.y + stage.height * 0.5] as const;
    await page.mouse.move(...place((await wagonAt(page)) / 100));
    await page.mouse.down();
    await page.mouse.move(...place(0.3), { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => wagonAt(page)).toBeCloseTo(30, -0.5);
  });

  test('crosses nothing where less motion is wanted: a chosen row shows at once how it bends', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openBridge(page);
    for (const row of [1, 2]) {
      await rowsOf(page).nth(row).hover();
      const shape = await deck(page);
      expect(isStraight(shape)).toBe(false);
      await twoFrames(page);
      expect(await deck(page)).toBe(shape);
    }
  });

  test('leads to the form with the subject begun, which is no draft until somebody writes', async ({ page }) => {
    const subject = page.locator('#subject');
    const [{ name } = { name: '' }] = items;
    await page.goto('/');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(subject).toHaveValue(contactPage.form.subjects.sector.replace('{sector}', name));
    await open(page, '/contact?subject=products');
    await expect(subject).toHaveValue(contactPage.form.subjects.products);
    await subject.fill('Our own words');
    await open(page, '/contact?subject=demonstration');
    await expect(subject).toHaveValue('Our own words');
  });
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
const words = (page: Page): Locator => page.locator('[data-chosen] > [data-load]');
const deck = async (page: Page): Promise<string> => (await page.locator('[data-part=deck]').getAttribute('d')) ?? '';
const expectAtRest = (page: Page) => expect.poll(() => deck(page).then(isStraight), { timeout: 15_000 }).toBe(true);
/** In hundredths of the window's width. */
const wagonAt = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator('[data-part=wagon]').getAttribute('x')) ?? '');

/** Whether all points of a path written by the script are equally high. */
const isStraight = (path: string): boolean =>
  new Set([...path.matchAll(/ ([\d.-]+)/g)].map(([, height]) => height)).size === 1;
