import type { Page } from '@playwright/test';

import { failureMessages, fillForm, functionPath, openForm, send } from '../enquiry.ts';
import { expect, test } from '../site.ts';

/** Shares of the window's width: where the basket waits, where it stops, and where it lands. */
const [near, onTheWay, far] = [0.144, 0.589, 0.883];

test.use({ expectedMessages: failureMessages });

for (const width of [320, 2560])
  test(`the basket stops on the way where the message does, and lands on the far side with it, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await openForm(page);
    await fillForm(page);
    await expectBasketAt(page, near);
    for (const place of [onTheWay, far]) {
      await send(page);
      await expectBasketAt(page, place);
    }
  });

const expectBasketAt = (page: Page, share: number) => expect.poll(() => basketAt(page)).toBeCloseTo(share, 2);

const basketAt = (page: Page): Promise<number> =>
  page.locator('.basket').evaluate((basket) => {
    const { left, right } = basket.getBoundingClientRect();
    return (left + right) / 2 / document.documentElement.clientWidth;
  });
