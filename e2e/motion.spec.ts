import type { Page } from '@playwright/test';

import { microsoftPartner, navigation } from '../content/words.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const { toLight, toDark } = navigation.theme;

test.beforeEach(({ page }) => page.addInitScript(watchMotion));

test('the drawing of a page that comes in place of another settles; one that the browser loads stands', async ({
  page,
}) => {
  await page.goto('/about');
  await started(page);
  expect(await settled(page)).toEqual([]);
  await goToPartner(page);
  await expect.poll(() => settled(page)).toEqual([0.25]);
  expect(await page.evaluate(() => window.begun)).toBe(0);
});

test('the theme’s class is set while the old theme fades out, and a second press finds its button', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => (window.held = true));
  await page.getByRole('button', { name: toLight }).click();
  await expect(page.locator('html')).toHaveClass('light');
  // Of the new theme there is no picture: Chromium would give it no clicks.
  await expect.poll(() => page.evaluate(() => window.pictures)).toEqual([['::view-transition-old(root)']]);

  await page.getByRole('button', { name: toDark }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  await page.evaluate(() => {
    window.held = false;
    for (const animation of document.getAnimations()) if (animation.playState === 'paused') animation.play();
  });
  await expect.poll(() => page.evaluate(() => document.activeViewTransition)).toBeNull();
  await expect(page.locator('html')).toHaveAttribute('style', '');
});

async function goToPartner(page: Page): Promise<void> {
  await page.getByRole('banner').locator('a[href="/microsoft-partner"]').click();
  await expect(page.getByRole('heading', { level: 1, name: microsoftPartner.title })).toBeFocused();
}

/** For how long, in seconds, drawings have settled so far. */
const settled = (page: Page) => page.evaluate(() => window.settled);

/** Runs in the page before its own scripts: notes what moves, and stops each transition at its beginning while they are held. */
function watchMotion(): void {
  Object.assign(window, { begun: 0, held: false, pictures: [], settled: [] });
  addEventListener('animationstart', ({ animationName, target }) => {
    if (animationName !== 'settle' || !(target instanceof Element)) return;
    window.settled.push(Number.parseFloat(getComputedStyle(target).animationDuration));
  });
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
    settled: number[];
  }
}
