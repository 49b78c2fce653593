import { expect, testOfPages as test } from '../site.ts';
import { open } from '../started.ts';

test('after twenty changes of page nothing of those pages is left', async ({ page }) => {
  test.slow();
  const devtools = await page.context().newCDPSession(page);
  const counted = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return devtools.send('Memory.getDOMCounters');
  };
  await open(page, '/');
  const walk = async (times: number) => {
    for (let change = 0; change < times; change += 1)
      for (const path of ['/contact', '/about', '/products', '/']) {
        await page.evaluate((to) => document.querySelector<HTMLElement>(`header a[href="${to}"]`)?.click(), path);
        await expect(page.locator(`link[rel=canonical][href$="${path}"]`)).toHaveCount(1);
      }
  };
  await walk(3);
  const before = await counted();
  await walk(5);
  // Chromium keeps the last page's nodes until a transition and its pending frames have ended.
  await expect
    .poll(async () => {
      const { nodes, jsEventListeners } = await counted();
      return nodes < before.nodes * 1.5 && jsEventListeners < before.jsEventListeners + 20;
    })
    .toBe(true);
});
