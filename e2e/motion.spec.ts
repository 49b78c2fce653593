import type { Page } from '@playwright/test';

import { about } from '../content/about.ts';
import { contactPage } from '../content/contact.ts';
import { navigation } from '../content/navigation.ts';
import { productsPage } from '../content/products-page.ts';
import { fontsAdded } from './fonts.ts';
import { hydrated } from './hydration.ts';
import { expect, test } from './site.ts';

const { toLight, toDark } = navigation.theme;
const oldPage = '::view-transition-old(root)';

test.beforeEach(({ page }) => page.addInitScript(watchTransitions));

test('a change of page fades out a picture of the old page, back as well, and moves nothing that stays', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  await fontsAdded(page);
  const settled = await page.evaluate(() => new Promise<number>((next) => requestAnimationFrame(next)));
  expect(await pictures(page)).toEqual([]);
  await link(page, 'About').click();
  await expect(heading(page, about.title)).toBeFocused();
  await expect.poll(() => pictures(page)).toHaveLength(1);
  await page.goBack();
  await expect(heading(page, about.title)).toBeHidden();
  await expect.poll(() => pictures(page)).toHaveLength(2);
  await expect.poll(() => isOver(page)).toBe(true);
  // Of the new page there is none: Chromium would give it no clicks.
  for (const shown of await pictures(page)) {
    expect(shown).toContain(oldPage);
    expect(shown).not.toContain('::view-transition-new(root)');
  }
  expect((await page.evaluate(() => window.shifts)).filter(({ startTime }) => startTime > settled)).toEqual([]);
});

test('while the old page fades out the new one has the focus and takes clicks, and the last page asked for stays', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => (window.held = true));
  await link(page, 'About').click();
  await expect(heading(page, about.title)).toBeFocused();
  await expect.poll(() => pictures(page)).toHaveLength(1);

  await page.getByRole('button', { name: toLight }).click();
  await expect(page.locator('html')).toHaveClass('light');
  await link(page, 'Products').click();
  await link(page, 'Contact').click();
  expect(await isOver(page)).toBe(false);

  await release(page);
  await expect(heading(page, contactPage.title)).toBeFocused();
  await expect(page).toHaveURL('/contact');
  await page.goBack();
  await expect(heading(page, productsPage.title)).toBeFocused();
});

test('the theme’s class is set while the old theme fades out, and a second press finds its button', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => (window.held = true));
  await page.getByRole('button', { name: toLight }).click();
  await expect(page.locator('html')).toHaveClass('light');
  await expect.poll(() => pictures(page)).toEqual([[oldPage]]);

  await page.getByRole('button', { name: toDark }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  expect(await isOver(page)).toBe(false);
  await release(page);
  await expect(page.locator('html')).toHaveAttribute('style', '');
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('pages and themes change without a transition', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await link(page, 'About').click();
    await expect(heading(page, about.title)).toBeFocused();
    await page.getByRole('button', { name: toLight }).click();
    await expect(page.locator('html')).toHaveClass('light');
    expect(await page.evaluate(() => window.begun)).toBe(0);
  });
});

const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const isOver = (page: Page) => page.evaluate(() => document.activeViewTransition === null);

/** What has been shown as a picture so far: for each transition the parts that it moved. */
const pictures = (page: Page) => page.evaluate(() => window.pictures);

/** Lets the held transitions go, and holds no more. */
async function release(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.held = false;
    for (const animation of document.getAnimations()) if (animation.playState === 'paused') animation.play();
  });
  await expect.poll(() => isOver(page)).toBe(true);
}

/** Runs in the page before its own scripts: notes its transitions, and stops each at its beginning while they are held. */
function watchTransitions(): void {
  Object.assign(window, { begun: 0, held: false, pictures: [], shifts: [] });
  new PerformanceObserver((list) => {
    // Not what follows a click at once, which the page is free to do; on a slow machine even that would come later.
    window.shifts.push(...list.getEntries().filter((entry) => !('hadRecentInput' in entry && entry.hadRecentInput)));
  }).observe({ type: 'layout-shift' });
  const note = async ({ ready }: ViewTransition) => {
    await ready;
    const animations = document.getAnimations().flatMap((animation) => {
      const part = animation.effect instanceof KeyframeEffect ? animation.effect.pseudoElement : null;
      return part?.startsWith('::view-transition') ? [{ animation, part }] : [];
    });
    window.pictures.push(animations.map(({ part }) => part));
    if (window.held) for (const { animation } of animations) animation.pause();
  };
  const start = document.startViewTransition;
  document.startViewTransition = (options) => {
    window.begun += 1;
    const transition = start.call(document, options);
    void note(transition);
    return transition;
  };
}

declare global {
  interface Window {
    /** Transitions so far. */
    begun: number;
    held: boolean;
    pictures: string[][];
    shifts: PerformanceEntry[];
  }
}
