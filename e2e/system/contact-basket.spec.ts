import type { Page } from '@playwright/test';

import { failureMessages, fillForm, functionPath, openForm, outcome, send, sendWithoutScripts } from '../enquiry.ts';
import { expect, test } from '../site.ts';

/** Shares of the window's width: where the basket waits, where it stops, and where it lands. */
const [near, onTheWay, far] = [0.144, 0.589, 0.883];

for (const width of [320, 1280, 2560]) {
  test(`the basket lands on the far side with the message, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openForm(page);
    await expectBasketAt(page, near);
    await fillForm(page);
    await send(page);
    await expectBasketAt(page, far);
  });
}

test('the basket sets out while the form is sent, which stays where it is', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route(`**${functionPath}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await openForm(page);
  await fillForm(page);
  const button = page.locator('form button');
  const placeOf = () => button.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await placeOf();
  await button.click();
  await expect.poll(() => basketAt(page)).toBeGreaterThan(near + 0.1);
  expect(await placeOf()).toBe(before);
  release.resolve();
  await expectBasketAt(page, far);
});

test.describe('where the message does not arrive', () => {
  test.use({ expectedMessages: failureMessages });

  test('the basket stops on the way, and sets out again with the next attempt', async ({ page }) => {
    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await openForm(page);
    await fillForm(page);
    for (const place of [onTheWay, far]) {
      await send(page);
      await expectBasketAt(page, place);
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the answer shows the basket where the message has come to', async ({ page }) => {
    await page.goto('/contact');
    await fillForm(page);
    await sendWithoutScripts(page);
    await expect(outcome(page)).not.toBeEmpty();
    await expectBasketAt(page, far);
  });
});

/** Where it hangs, and that it hangs on the rope: the rope is stretched with the window, the basket is not. */
async function expectBasketAt(page: Page, share: number): Promise<void> {
  await expect.poll(() => basketAt(page)).toBeCloseTo(share, 2);
  expect(await heightAboveRope(page)).toBeLessThan(2.5);
}

const basketAt = (page: Page): Promise<number> =>
  page.locator('.basket').evaluate((basket) => {
    const { left, right } = basket.getBoundingClientRect();
    return (left + right) / 2 / document.documentElement.clientWidth;
  });

/** Pixels between the rope and the middle of the wheel that runs on it, which is 5 px above the basket's hanger. */
const heightAboveRope = (page: Page): Promise<number> =>
  page.locator('.basket').evaluate((basket) => {
    const rope = document.querySelector<SVGPathElement>('main path[stroke^="url"]');
    const stretched = rope?.getScreenCTM();
    if (!rope || !stretched) throw new Error('There is no rope');
    const { left, right, top } = basket.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, top + 10];
    const points = Array.from({ length: 2001 }, (_, index) =>
      rope.getPointAtLength((rope.getTotalLength() * index) / 2000).matrixTransform(stretched),
    );
    const nearest = points.reduce((best, point) => (Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best));
    return Math.abs(nearest.y - y);
  });
