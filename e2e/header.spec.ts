import type { Page } from '@playwright/test';

import { navigationSchema, siteSchema } from '../content/schema/site.ts';
import { navigation, services } from '../content/words.ts';
import { expectExpanded } from './expanded.ts';
import { expectHoverIntent, showsAfter } from './hover.ts';
import { losses } from './accessibility-reflow.ts';
import { openWithStoppedClock, resize, started } from './started.ts';
import { expect, test } from './site.ts';

test('the header leads to its pages and, from its menu, to every service, by their place', async ({ page }) => {
  await page.goto('/');
  expect(await hrefs(pageLinks(page))).toEqual(navigation.links.map(({ to }) => to));
  await expect(pageLinks(page)).toHaveText(navigation.links.map(({ label }) => label));
  await expect(page.getByRole('banner').locator('.site-logo')).toHaveAttribute('href', '/');

  expect(await hrefs(serviceLinks(page))).toEqual(services.map(({ slug }) => `/services/${slug}`));
  await expect(serviceLinks(page)).toHaveText(services.map(({ name }) => name));
  expect(services).toEqual(services.toSorted((one, other) => one.place - other.place));
});

test('each service in the menu stands on the deck as a cell of its own in one picture', async ({ page }) => {
  await page.goto('/');
  await started(page);
  const answer = page.waitForResponse('**/service-miniatures.svg');
  await page.getByRole('button', { name: navigation.services.label }).click();
  const picture = await (await answer).text();
  const [cellWidth, cellHeight] = [72, 42];
  expect(picture).toContain(`width="${services.length * cellWidth}" height="${cellHeight}"`);
  expect(new Set([...picture.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d)).size).toBe(
    new Set(services.map(({ structure }) => structure)).size,
  );
  const cells = await serviceLinks(page).evaluateAll((links) =>
    links.map((link) => {
      const { height, maskPosition } = getComputedStyle(link, '::before');
      return Number.parseFloat(maskPosition) / Number.parseFloat(height);
    }),
  );
  for (const [index, cell] of cells.entries()) expect(cell).toBeCloseTo((-index * cellWidth) / cellHeight, 2);
});

test('wherever the header shows its links they stand on one line inside it', async ({ page }) => {
  await page.goto('/');
  const shown = [];
  for (const width of [1024, 1152, 1200, 1240, 1280, 1360, 1440]) {
    await resize(page, { width, height: 800 });
    const header = await page.getByRole('banner').boundingBox();
    const items = page.locator('#site-menu > ul a:visible, #site-menu > div > button:visible');
    const boxes = await items.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size, `lines at ${width} px`).toBeLessThan(2);
    for (const { bottom } of boxes) expect(bottom).toBeLessThanOrEqual(header?.height ?? 0);
    shown.push(boxes.length);
  }
  expect(shown.at(-1)).toBe(navigation.links.length + 1);
});

for (const size of [16, 32]) {
  test(`the longest words that the header takes stay inside it from 320 to 2560 px, with text of ${size} px`, async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await page.goto('/');
    await started(page);
    for (const words of ['Incomprehensible & Partners ', 'Consultation ', 'incomprehensibilities', 'MW']) {
      await setLongestWords(page, words);
      for (const width of [320, 390, 768, 1024, 1151, 1152, 1280, 1440, 1920, 2304, 2560]) {
        await resize(page, { width, height: 800 });
        expect(await losses(page), `“${words}” at ${width} px`).toEqual([]);
        expect(await wordsOutside(page), `“${words}” at ${width} px`).toEqual([]);
      }
    }
  });
}

test('a menu that is open when the window becomes wide stays in the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await started(page);
  await page.locator('[popovertarget="site-menu"]').click();
  await resize(page, { width: 1280, height: 800 });
  await page.mouse.wheel(0, 500);
  const [header, row] = [await page.getByRole('banner').boundingBox(), await page.locator('#site-menu').boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? Infinity)).toBeLessThanOrEqual(header?.height ?? 0);
});

test.describe('the services menu', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
      test.use({ javaScriptEnabled });

      test('opens by a click, and closes by another, a click beside it, or the choice of a link', async ({ page }) => {
        await page.goto('/');
        if (javaScriptEnabled) await started(page);
        await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(javaScriptEnabled ? 1 : 0);
        for (const isOpen of [true, false]) {
          await expectExpanded(page, navigation.services.label, !isOpen);
          await button(page).click();
          await expect(menu(page)).toBeVisible({ visible: isOpen });
          await expectExpanded(page, navigation.services.label, isOpen);
        }
        await button(page).click();
        await page.mouse.click(640, 700);
        await expect(menu(page)).toBeHidden();

        await button(page).click();
        await serviceLinks(page).last().click();
        await expect(page).toHaveURL(`/services/${services.at(-1)?.slug}`);
        await expect(menu(page)).toBeHidden();
      });
    });
  }

  test('closes when the focus leaves it in either direction', async ({ page }) => {
    await page.goto('/');
    await started(page);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await serviceLinks(page).last().focus();
    await page.keyboard.press('Tab');
    await expect(pageLinks(page).first()).toBeFocused();
    await expect(menu(page)).toBeHidden();
  });

  test('opens under a mouse that rests for 200 ms, lets it cross, closes when it leaves, and reopens at once within 300 ms', async ({
    page,
  }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(150);
    await page.mouse.move(640, 700);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();

    await showsAfter(page, button(page), menu(page), 200);
    await serviceLinks(page).first().hover();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();

    await expectHoverIntent(page, button(page), menu(page), 200);
  });

  test('obeys the last click, whether the mouse rests before or after it', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();

    await page.mouse.move(640, 700);
    await page.clock.runFor(5000);
    await showsAfter(page, button(page), menu(page), 200);
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await page.mouse.move(640, 790);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await expect(menu(page)).toBeHidden();
  });
});

const button = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const menu = (page: Page) => page.locator('#services-menu');
const pageLinks = (page: Page) => page.locator('#site-menu > ul a');
const serviceLinks = (page: Page) => menu(page).locator('a');

/** As many links as there may be, and each text as long as it may be, of these words. */
function setLongestWords(page: Page, words: string): Promise<void> {
  const { services: menuOfServices, links } = navigationSchema.entries;
  const of = (length: number) => words.repeat(length).slice(0, length).trim();
  const longest = {
    count: maxOf(links),
    logo: of(maxOf(siteSchema.entries.logoText)),
    services: of(maxOf(menuOfServices.entries.label)),
    label: of(maxOf(links.item.entries.label)),
  };
  return page.evaluate(({ count, logo, services: ofServices, label }) => {
    const mark = document.querySelector('.site-logo > svg');
    mark?.nextSibling?.replaceWith(logo);
    const list = document.querySelector('#site-menu > ul');
    const missing = Math.max(0, count - (list?.children.length ?? 0));
    list?.append(...Array.from({ length: missing }, () => list.lastElementChild?.cloneNode(true) ?? ''));
    const button = document.querySelector('[popovertarget="services-menu"] > span');
    if (button) button.textContent = ofServices;
    for (const link of list?.querySelectorAll('a > span') ?? []) link.textContent = label;
  }, longest);
}

/** The most characters, or entries, that a field takes. */
function maxOf(field: { pipe: readonly object[] }): number {
  const rule = field.pipe.find((it) => 'type' in it && it.type === 'max_length');
  if (!rule || !('requirement' in rule) || typeof rule.requirement !== 'number') throw new Error('has no limit');
  return rule.requirement;
}

/** Words that reach beyond their item to the side, and items that lie on the one before. */
function wordsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll('header :is(.site-logo, .nav-item, .icon-button)')].filter(
      (item) => item.checkVisibility() && !item.closest('.services-menu'),
    );
    const boxes = items.map((item) => item.getBoundingClientRect());
    return items.flatMap((item, index) => {
      const [box, before] = [item.getBoundingClientRect(), boxes[index - 1]];
      const isBeyond = item.scrollWidth > item.clientWidth + 1 && !item.matches('.icon-button');
      // Rows may overlap a little, where nothing is written.
      const middle = (box.top + box.bottom) / 2;
      const isOnTop = before && before.top < middle && before.bottom > middle && before.right > box.left + 1;
      return isBeyond || isOnTop ? [item.textContent] : [];
    });
  });
}

function hrefs(links: ReturnType<Page['locator']>) {
  return links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
}
