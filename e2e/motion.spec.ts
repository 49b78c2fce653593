import { navigation } from '../content/words.ts';
import { open } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

const { toLight, toDark } = navigation.theme;

test('the drawing of a page that takes the place of another settles, and no other does', async ({ page }) => {
  await page.addInitScript(() => {
    const settled: number[] = [];
    Object.assign(window, { settled, startedTransition: false });
    addEventListener('animationstart', ({ animationName, target }) => {
      if (animationName !== 'settle' || !(target instanceof Element)) return;
      settled.push(Number.parseFloat(getComputedStyle(target).animationDuration));
    });
    const start = document.startViewTransition;
    document.startViewTransition = (...given) => {
      Object.assign(window, { startedTransition: true });
      return start.apply(document, given);
    };
  });
  /** For how long, in seconds, drawings have settled so far. */
  const settled = () => page.evaluate(() => Reflect.get(window, 'settled'));
  await open(page, '/about');
  expect(await settled()).toEqual([]);
  await page.getByRole('banner').locator('a[href="/microsoft-partner"]').click();
  await expect.poll(settled).toEqual([0.25]);
  expect(await page.evaluate(() => Reflect.get(window, 'startedTransition'))).toBe(false);
});

test('while the old theme fades out the new one is set, and its button can be pressed', async ({ page }) => {
  // Each transition stops at its beginning, until it is told to go on.
  await page.addInitScript(() => {
    const pictures: unknown[] = [];
    Object.assign(window, { pictures });
    const start = document.startViewTransition;
    const hold = async ({ ready }: ViewTransition) => {
      await ready;
      for (const animation of document.getAnimations()) {
        const part = animation.effect instanceof KeyframeEffect ? animation.effect.pseudoElement : null;
        if (!part?.startsWith('::view-transition')) continue;
        pictures.push(part);
        animation.pause();
      }
    };
    document.startViewTransition = (...given) => {
      const transition = start.apply(document, given);
      void hold(transition);
      return transition;
    };
  });
  await page.goto('/');
  await page.getByRole('button', { name: toLight }).click();
  await expect(page.locator('html')).toHaveClass('light');
  // Of the new theme there is no picture: Chromium would give it no clicks.
  const pictures = () => page.evaluate(() => Reflect.get(window, 'pictures'));
  await expect.poll(pictures).toEqual(['::view-transition-old(root)']);

  await page.getByRole('button', { name: toDark }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  await expect
    .poll(() =>
      page.evaluate(() => {
        for (const animation of document.getAnimations()) if (animation.playState === 'paused') animation.play();
        return document.activeViewTransition;
      }),
    )
    .toBeNull();
  await expect(page.locator('html')).toHaveAttribute('style', '');
});
