import { started } from './started.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

test('text set to 200 % in the browser grows, and every page still reads and opens its menu', async ({ page }) => {
  test.slow();
  // As in the browser's settings, twice the size that browsers come with.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of oneOfEachKind) {
      await page.goto(path);
      const { size, surplus } = await page.evaluate(() => ({
        size: Number.parseFloat(getComputedStyle(document.body).fontSize),
        surplus: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(size, path).toBeGreaterThanOrEqual(34);
      expect(surplus, `${path} at ${width} px`).toBe(0);
    }
    await started(page);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.click();
    const last = page.getByRole('button', { name: 'Light Mode' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});
