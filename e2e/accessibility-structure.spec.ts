import { pages } from '../app/routes.ts';
import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false, expectedMessages: [/404/] });

test('every page has one main heading, no gap among the others, one under each section, and its landmarks', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const path of [...pages.map((route) => route.path), '/no-such-page']) {
    await page.goto(path);
    await expect(page.locator('html'), path).toHaveAttribute('lang', 'en-GB');
    await expect(page.locator('h1'), path).toHaveCount(1);
    await expect(page.locator('main h1'), path).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark), `${landmark} of ${path}`).toHaveCount(1);
    }
    await expect(page.getByRole('navigation', { name: 'Main' }), path).toHaveCount(1);

    const headings = await page
      .locator(':is(h1, h2, h3, h4, h5, h6)')
      .evaluateAll((elements) =>
        elements.map(({ tagName, textContent }) => ({ level: Number(tagName[1]), text: textContent?.trim() ?? '' })),
      );
    headings.reduce((level, heading) => {
      expect(heading.text, path).not.toBe('');
      expect(heading.level, `"${heading.text}" of ${path} leaves out a level`).toBeLessThanOrEqual(level + 1);
      return heading.level;
    }, 0);
    const bare = page.locator('main section:not(:has(h1, h2, h3))');
    await expect(bare, `sections of ${path} without a heading`).toHaveCount(0);
  }
});
