import type { Locator, Page } from '@playwright/test';

import { contactPage, home } from '../src/content/release-content.ts';
import { openPage, waitForWholePage } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

const { items, slider, title } = home.sectors;

test('all of the card of a service, which has a drawing, leads to its page', async ({ page }) => {
  await page.goto('/');
  const cards = page.locator('.service-card');
  await expect(cards.locator('svg')).toHaveCount(home.services.cards.length);
  await cards.last().click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(home.services.cards.at(-1)?.to ?? '');
});

test.describe('the bridge of the sectors', () => {
  test('bears the load of the row that has the pointer, the focus, or the place below it', async ({ page }) => {
    await openBridge(page);
    const loads: string[] = [await cargo(page)];
    const expectLoadOf = async (row: number) => {
      await expect(words(page)).toHaveText(items[row]?.load ?? '');
      await expect.poll(() => cargo(page)).not.toBe(loads.at(-1));
      loads.push(await cargo(page));
    };
    await rowsOf(page).nth(3).hover();
    await expectLoadOf(3);
    await rowsOf(page).nth(4).getByRole('heading').getByRole('link').focus();
    await expectLoadOf(4);
    await page.evaluate(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
    await page.mouse.move(0, 0);
    const passed = (await rowsOf(page).nth(2).boundingBox())?.y ?? 0;
    const edge = await page.locator('[data-stage]').evaluate((stage) => stage.getBoundingClientRect().bottom);
    await page.mouse.wheel(0, passed - edge);
    await expectLoadOf(2);
    expect(new Set(loads).size).toBe(loads.length);
  });

  test('bears on a phone the load of the row that is swiped to', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openBridge(page);
    await rowsOf(page)
      .nth(3)
      .evaluate((row) => row.scrollIntoView({ inline: 'start', block: 'nearest', behavior: 'instant' }));
    await expect(words(page)).toHaveText(items[3]?.load ?? '');
  });

  test('has a load that follows arrow keys and the hand, and bends where it is', async ({ page }) => {
    await openBridge(page);
    await rowsOf(page).nth(2).hover();
    const lowest = await lowestPlace(page);
    await handle(page).focus();
    for (const _ of items) await page.keyboard.press('PageDown');
    await expect.poll(() => lowestPlace(page)).toBeLessThan(lowest);
    const value = new RegExp(`^${await handle(page).inputValue()} .*, ${items[2]?.load}, ${items[2]?.name}$`);
    await expect(handle(page)).toHaveAttribute('aria-valuetext', value);
  });

  test('leads to the form with the subject begun, which is no draft until somebody writes', async ({ page }) => {
    const subject = page.locator('#subject');
    const [{ name } = { name: '' }] = items;
    await page.goto('/');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(subject).toHaveValue(contactPage.form.subjects.sector.replace('{sector}', name));
    await openPage(page, '/contact?subject=products');
    await expect(subject).toHaveValue(contactPage.form.subjects.products);
    await subject.fill('Our own words');
    await openPage(page, '/contact?subject=demonstration');
    await expect(subject).toHaveValue('Our own words');
  });
});

/** Opens the home page at its sectors, with the bridge hydrated. */
async function openBridge(page: Page): Promise<void> {
  await page.goto('/');
  await waitForWholePage(page);
  await page.getByRole('heading', { name: title }).evaluate((heading) => heading.scrollIntoView());
  await expect(handle(page)).toBeVisible();
}

const rowsOf = (page: Page): Locator => page.locator('[data-cargo]');
const handle = (page: Page): Locator => page.getByRole('slider', { name: slider.label, includeHidden: true });
const words = (page: Page): Locator => page.locator('[data-chosen] [data-load]');
const drawn = async (page: Page, part: string): Promise<string> =>
  (await page.locator(`[data-part=${part}]`).getAttribute('d')) ?? '';
const deck = (page: Page): Promise<string> => drawn(page, 'deck');
const cargo = (page: Page): Promise<string> => drawn(page, 'cargo');

/** Resolves to the x coordinate of the deck's lowest point, in units of the drawing. */
async function lowestPlace(page: Page): Promise<number> {
  const points = [...(await deck(page)).matchAll(/([\d.]+) ([\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  return points.reduce((lowest, point) => (point[1] > lowest[1] ? point : lowest), [0, 0] as const)[0];
}
