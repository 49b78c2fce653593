import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test as base, type Locator, type Page } from '@playwright/test';

import config from '../playwright.config.ts';
import { fontsAdded } from './fonts.ts';
import { compressBaselines } from './specimens-baselines.ts';
import { withDevelopmentServer } from './specimens-server.ts';
import { test as siteTest } from './site.ts';

// The development server's console is not a visitor's.
const test = base.extend<object, { url: string }>({
  // A first start makes the bundler's cache.
  // oxlint-disable-next-line no-empty-pattern
  url: [async ({}, use) => withDevelopmentServer(use), { scope: 'worker', timeout: 120_000 }],
});

const { args = [], ...launchOptions } = config.use?.launchOptions ?? {};
test.use({
  viewport: { width: 1280, height: 800 },
  contextOptions: { reducedMotion: 'reduce' },
  // How a system smooths letters and which colours its screen has are no part of the looks.
  launchOptions: {
    ...launchOptions,
    args: [...args, '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  },
});
// One server for both themes.
test.describe.configure({ mode: 'default', timeout: 240_000 });

// What another browser may draw otherwise are letters; of a drawing 60 pixels are less than its shortest line.
const tolerance = { threshold: 0.1, maxDiffPixelRatio: 0.003, timeout: 10_000 };
const toleranceOfDrawings = { ...tolerance, maxDiffPixels: 60 };
const withoutLetters = new Set(['drawings', 'coloured-lines', 'marks']);

for (const theme of ['dark', 'light'] as const) {
  test(`components and drawings look as they were accepted, in the ${theme} theme`, async ({ page, url }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    // Else the footer's facts would be those of the company, as soon as they are there.
    await page.route('**/api/content/contact', (route) => route.abort());
    await startBundler(page, url);
    await open(page, url);
    const looks = (place: Locator, name: string) => {
      const allowed = withoutLetters.has(name) ? toleranceOfDrawings : tolerance;
      return expect.soft(place, name).toHaveScreenshot(`${theme}-${name}.png`, allowed);
    };

    for (const section of await page.locator('.specimen').all()) {
      await looks(section, await section.evaluate(showAlone));
    }
    await page.getByLabel('Notifications', { exact: true }).evaluate(showAlone);
    for (const tone of ['success', 'destructive']) await looks(await notification(page, tone), `notification-${tone}`);

    await wordsReplaced(page);
    const [menu, services] = [page.locator('#site-menu').first(), page.locator('#services-menu').first()];
    await menu.getByRole('button').first().press('Enter');
    await looks(services, 'services-menu');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 700 });
    await page.getByRole('button', { name: 'Menu', exact: true }).first().press('Enter');
    await looks(menu, 'menu-of-small-screens');
    await menu.getByRole('button').first().press('Enter');
    await looks(services, 'services-menu-of-small-screens');
  });
}

test.afterAll(async () => {
  const info = test.info();
  if (info.config.updateSnapshots !== 'none') await compressBaselines(dirname(info.snapshotPath('any.png')));
});

/** The first visits find what the bundler has not prepared yet. Until it has, scripts are refused or the page is loaded again. */
async function startBundler(page: Page, url: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${url}/specimens`, { timeout: 90_000 });
    await notification(page, 'success');
  }).toPass({ timeout: 150_000 });
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/specimens`);
  await fontsAdded(page);
  // Held by a script, and known from the styles that come later.
  await expect(page.locator('[data-state="hover active"]').first()).toHaveCSS('opacity', '0.8');
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      .site-header { position: static; }
      .specimen:not([data-alone]) { display: none; }
      .specimen > h2, .specimen figcaption { visibility: hidden; }
    `);
    document.adoptedStyleSheets = [sheet];
  });
}

/** Its picture depends on nothing that stands above it, and so long a page takes the browser seconds to draw. Gives its name. */
function showAlone(section: Element): string {
  for (const other of document.querySelectorAll('.specimen')) other.toggleAttribute('data-alone', other === section);
  return section.getAttribute('aria-label')?.toLowerCase().replaceAll(' ', '-') ?? '';
}

/** The pointer on it keeps it. On a slow machine it may come too late for one. */
async function notification(page: Page, tone: string): Promise<Locator> {
  const shown = page.locator('[data-sonner-toast]').filter({ visible: true }).first();
  await expect(async () => {
    await page.getByRole('button', { name: `Show ${tone}` }).click({ timeout: 5000 });
    await shown.hover({ timeout: 5000 });
  }).toPass({ timeout: 20_000 });
  return shown;
}

/** The menus' words are content, which may change. */
async function wordsReplaced(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('#site-menu') ?? document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.textContent?.trim()) texts.currentNode.textContent = 'Some words';
  });
}

siteTest('no visitor gets the specimens, nor any part of them', async ({ request }) => {
  expect((await request.get('/specimens')).status()).toBe(404);
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('specimens');
  const files = readdirSync('build', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:js|css|html|json|xml|txt)$/.test(entry.name),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.map(({ parentPath, name }) => join(parentPath, name)).filter(hasSpecimens);
  expect(found).toEqual([]);
});

function hasSpecimens(file: string): boolean {
  return /specimen/i.test(readFileSync(file, 'utf8'));
}
