import type { Locator, Page } from '@playwright/test';

import { controls, navigation, services } from '../src/content/release-content.ts';
import { openPage, openWithStoppedClock, resizePage, waitUntilStarted } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

const menuButton = (page: Page) => page.getByRole('button', { name: controls.menu, exact: true });
const button = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const menu = (page: Page) => page.locator('#site-menu');
const servicesMenu = (page: Page) => page.locator('#services-menu');
const linkTo = (page: Page, to: string) => menu(page).locator(`a[href="${to}"]`);
const lastService = `/services/${services.at(-1)?.slug}`;

test('the links of the header stand on one line inside it, also where a menu was open before', async ({ page }) => {
  await openPage(page, '/');
  const items = page.locator('#site-menu > ul a:visible, #site-menu > div > button:visible');
  for (const width of [1024, 1152, 1200, 1280, 390, 1440]) {
    await resizePage(page, { width, height: 800 });
    if (width === 390) {
      await menuButton(page).click();
      continue;
    }
    const header = await page.getByRole('banner').boundingBox();
    const boxes = await items.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size, `lines at ${width} px`).toBeLessThan(2);
    for (const { bottom } of boxes) expect(bottom).toBeLessThanOrEqual(header?.height ?? 0);
  }
  await expect(items).toHaveCount(navigation.links.length + 1);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('the services menu opens by a click, and closes by another, one beside it, or a link', async ({ page }) => {
      await page.goto('/');
      if (javaScriptEnabled) await waitUntilStarted(page);
      await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(javaScriptEnabled ? 1 : 0);
      for (const isOpen of [true, false]) {
        await expectExpanded(page, navigation.services.label, !isOpen);
        await button(page).click();
        await expect(servicesMenu(page)).toBeVisible({ visible: isOpen });
      }
      await button(page).click();
      await page.mouse.click(640, 700);
      await expect(servicesMenu(page)).toBeHidden();
      await button(page).click();
      await linkTo(page, lastService).click();
      await expect(page).toHaveURL(lastService);
      await expect(servicesMenu(page)).toBeHidden();
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

      test('the menu leads on, and so do the services, one step further in it', async ({ page }) => {
        await page.goto('/');
        if (javaScriptEnabled) await waitUntilStarted(page);
        for (const isOpen of [true, false]) {
          await expectExpanded(page, controls.menu, !isOpen);
          await menuButton(page).tap();
          await expect(menu(page)).toBeVisible({ visible: isOpen });
        }
        await menuButton(page).tap();
        for (const { to } of navigation.links) await expect(linkTo(page, to)).toBeVisible();
        await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(javaScriptEnabled ? 1 : 0);
        for (const link of [linkTo(page, '/about'), linkTo(page, '/about'), page.locator('.site-logo')]) {
          if (await menu(page).isHidden()) await menuButton(page).tap();
          await link.tap();
          await expect(page).toHaveURL((await link.getAttribute('href')) ?? '');
          await expect(menu(page)).toBeHidden();
        }

        await menuButton(page).tap();
        await button(page).tap();
        await page.getByRole('button', { name: controls.back, exact: true }).tap();
        await expect(servicesMenu(page)).toBeHidden();
        await expect(menu(page)).toBeVisible();
        await button(page).tap();
        await linkTo(page, lastService).tap();
        await expect(page).toHaveURL(lastService);
        await expect(servicesMenu(page)).toBeHidden();
        await expect(menu(page)).toBeHidden();
      });
    });
  });

test('the services menu obeys the last click, whether the mouse rests before or after it', async ({ page }) => {
  await openWithStoppedClock(page, '/');
  await button(page).click();
  await expect(servicesMenu(page)).toBeVisible();
  await button(page).click();
  await page.clock.runFor(5000);
  await expect(servicesMenu(page)).toBeHidden();

  await page.mouse.move(640, 700);
  await page.clock.runFor(5000);
  await showsAfter(page, button(page), servicesMenu(page), 200);
  await button(page).click();
  await page.mouse.move(640, 790);
  await page.clock.runFor(5000);
  await expect(servicesMenu(page)).toBeVisible();
});

test.describe('in a window as narrow as a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the services wait for a click of the mouse: their page would open over what it points at', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await menuButton(page).click();
    await button(page).hover();
    await page.clock.runFor(5000);
    await expect(servicesMenu(page)).toBeHidden();
  });

  test('held sideways the last entry of either menu can be reached, among them the theme', async ({ page }) => {
    await page.setViewportSize({ width: 667, height: 320 });
    await openPage(page, '/');
    await menuButton(page).click();
    const toLight = page.getByRole('button', { name: navigation.theme.light, exact: true });
    await toLight.scrollIntoViewIfNeeded();
    await expect(toLight).toBeInViewport({ ratio: 1 });
    await toLight.click();
    await expect(page.locator('html')).toHaveClass('light');
    await page.getByRole('button', { name: navigation.theme.dark, exact: true }).click();
    await expect(toLight).toBeVisible();
    await button(page).click();
    await linkTo(page, lastService).scrollIntoViewIfNeeded();
    await expect(linkTo(page, lastService)).toBeInViewport({ ratio: 1 });
  });
});

const themeButton = (page: Page) => page.getByRole('button', { name: navigation.theme.toLight });
const tooltip = (page: Page) => page.locator('.tooltip');

for (const [what, opener, shown, rest] of [
  ['the services menu', button, servicesMenu, 200],
  ['the tooltip of the theme', themeButton, tooltip, 700],
] as const)
  test(`${what} shows after ${rest} ms of rest, and at once within 300 ms of the last time`, async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await showsAfter(page, opener(page), shown(page), rest);
    await hidesWhenLeft(page, shown(page));
    await page.clock.runFor(250);
    await opener(page).hover();
    await page.clock.runFor(1);
    await expect(shown(page)).toBeVisible();
    await hidesWhenLeft(page, shown(page));
    await page.clock.runFor(301);
    await showsAfter(page, opener(page), shown(page), rest);
    await page.keyboard.press('Escape');
    await expect(shown(page)).toBeHidden();
  });

/** Hovers over a button with its clock stopped, and expects its menu or tooltip after exactly these milliseconds. */
async function showsAfter(page: Page, opener: Locator, shown: Locator, milliseconds: number): Promise<void> {
  await opener.hover();
  await page.clock.runFor(milliseconds - 1);
  await expect(shown).toBeHidden();
  await page.clock.runFor(1);
  await expect(shown).toBeVisible();
}

/** Moves the mouse away and lets time pass in small steps, until the menu or tooltip is hidden. */
async function hidesWhenLeft(page: Page, shown: Locator): Promise<void> {
  await page.mouse.move(640, 790);
  for (let passed = 0; passed < 1000 && (await shown.isVisible()); passed += 10) await page.clock.runFor(10);
  await expect(shown).toBeHidden();
}

/** Expects the expanded state that the browser exposes to assistive technology: no attribute holds it. */
async function expectExpanded(page: Page, name: string, expanded: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const state = async () => {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const named = { nodeId: root.nodeId, accessibleName: name, role: 'button' };
    const { nodes } = await session.send('Accessibility.queryAXTree', named);
    return nodes.map(({ properties = [] }) => properties.find((it) => it.name === 'expanded')?.value.value);
  };
  await expect.poll(state).toEqual([expanded]);
  await session.detach();
}
