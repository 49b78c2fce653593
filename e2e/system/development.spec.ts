import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expect, type Page } from '@playwright/test';

import { services } from '../../src/content/release-content.ts';
import { clickHeaderLink, isSameDocument, markDocument, waitForFonts, waitForWholePage } from '../page-actions.ts';
import { secrets, test } from './development-server.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });

const service = '/services/mobility';
const words = 'content/services/mobility.yaml';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the browser runs what it runs of the built site', async ({ page, request, development }) => {
  await page.goto(service);
  // A module is evaluated once: this is the instance that the page imports itself.
  await page.evaluate((entry) => import(entry), '/src/site/entry.client.ts');
  await markDocument(page);
  await clickHeaderLink(page, '/contact');
  await expect(page).toHaveURL('/contact');
  await expect(heading(page)).toBeFocused();
  expect(await isSameDocument(page)).toBe(true);
  await page.locator('[data-island]').dispatchEvent('pointerover');
  await expect(page.locator('[data-island]')).toHaveAttribute('data-live');

  expect((await request.get('/favicon.svg')).headers()['content-type']).toBe('image/svg+xml');
  expect((await request.get('/nowhere')).status()).toBe(404);
  const form = { form: { name: '' }, headers: { origin: development.url } };
  expect((await request.post('/contact', form)).status()).toBe(422);
  expect((await request.get(development.officeUrl)).status()).toBe(200);
  const officeCss = await (await request.get(`${development.officeUrl}/office.css`)).text();
  const fonts = [...officeCss.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map(([, path]) => path ?? '');
  expect(fonts.length).toBeGreaterThan(2);
  for (const font of fonts)
    expect((await request.get(new URL(font, `${development.officeUrl}/`).href)).status(), font).toBe(200);
});

const edits = {
  'a word of the content': {
    file: words,
    change: (text: string) => text.replace(/^title: .*(?:\n {2}.*)*/m, 'title: Edited title'),
    shows: (page: Page) => expect(heading(page)).toHaveText('Edited title'),
  },
  'a component, with a class that nothing had': {
    file: 'src/site/components/site-footer.tsx',
    change: (text: string) => text.replace('className="', 'className="indent-[17px] '),
    shows: (page: Page) => expect(page.locator('.indent-\\[17px\\]').first()).toHaveCSS('text-indent', '17px'),
  },
  'a style inside the page': {
    file: 'src/site/styles/base.css',
    change: (text: string) => `${text}\nmain { outline: 3px solid; }\n`,
    shows: (page: Page) => expect(page.locator('main')).toHaveCSS('outline-width', '3px'),
  },
  'a behaviour': {
    file: 'src/site/behaviours/menus.ts',
    change: (text: string) => `${text}\ndocument.body.dataset['edited'] = '';\n`,
    shows: (page: Page) => expect(page.locator('body')).toHaveAttribute('data-edited'),
  },
  'the API': {
    file: 'src/server/health.ts',
    change: (text: string) => text.replace(`status: 'ok'`, `status: 'edited'`),
    shows: async (page: Page) =>
      expect(await (await page.request.get('/healthz')).json()).toEqual({ status: 'edited' }),
  },
};

test('each edit shows in the open page, which stays where it was scrolled to', async ({ page, development }) => {
  await page.goto(service);
  await waitForFonts(page);
  await waitForWholePage(page);
  const place = page.locator('main h2').last();
  await place.scrollIntoViewIfNeeded();
  for (const [what, { file, change, shows }] of Object.entries(edits))
    await test.step(what, async () => {
      const reload = page.waitForEvent('load');
      development.editFile(file, change);
      await reload;
      await shows(page);
      await expect(place).toBeInViewport();
    });
});

test('a file that a program empties before it writes it shows as it was written', async ({ page, development }) => {
  const file = 'src/site/components/site-footer.tsx';
  const written = development.readFile(file).replace('className="', 'id="written" className="');
  await page.goto(service);
  development.editFile(file, () => '');
  // So short that both changes are reported as one.
  await setTimeout(20);
  development.editFile(file, () => written);
  await expect(page.locator('#written')).toHaveCount(1);
});

const broken = (text: string) => `${text}\nconst = ;\n`;

for (const [what, file, change, named] of [
  [
    'a component that cannot be run',
    'src/site/components/site-header.tsx',
    broken,
    'src/site/components/site-header.tsx',
  ],
  ['a field that is not there', words, (text: string) => text.replace(/^title:/m, 'tilte:'), `${words}, line `],
  ['a module of the server that cannot be run', 'src/server/health.ts', broken, 'src/server/health.ts'],
] as const)
  test(`${what} is told in the page and once on the console, until it is mended`, async ({ page, development }) => {
    await page.goto(service);
    const before = development.readFile(file);
    const said = development.readOutput().length;
    development.editFile(file, change);
    await expect(page.locator('pre')).toContainText(named);
    expect((await page.request.get(service)).status()).toBe(500);
    expect(development.readOutput().slice(said).split('After change')).toHaveLength(2);
    expect(development.readOutput().slice(said)).toContain(file);
    development.editFile(file, () => before);
    await expect(heading(page)).toBeVisible();
  });

test('a new page of the content shows at the address that had none', async ({ page, development }) => {
  const title = services.find(({ slug }) => slug === 'mobility')?.seo.title ?? 'no title';
  await page.goto('/services/edited');
  const folder = join(development.directory, 'content', 'services');
  copyFileSync(join(folder, 'mobility.yaml'), join(folder, 'edited.yaml'));
  await expect.poll(() => page.title(), { timeout: 60_000 }).toContain(title);
  rmSync(join(folder, 'edited.yaml'));
});

const ways = ['', '?raw', '?raw??', '?url', '?inline', '?import', '?import&raw', '?import&url&raw', '?html-proxy'];

test('nobody reads what else is in the folder', async ({ request, development }) => {
  for (const name of [...secrets, 'data/site.db', 'package.json', 'src/start/main.ts'])
    for (const address of [`/${name}`, `/@fs${development.directory}/${name}`, `/site/..%2f${name}`, `//${name}`])
      for (const way of ways) {
        const answer = await request.get(development.url + address + way);
        // With a query, the answer may be a module with the file's URL, but never with its content.
        if (way === '') expect([400, 403, 404], address).toContain(answer.status());
        const read = /secret|IyBzZWNyZXQ|SQLite|U1FMaXRl|avonspan-website|lockData/;
        expect(await answer.text(), address + way).not.toMatch(read);
      }
  expect(development.readOutput()).not.toContain('secret');
});

test('no other site reads an answer', async ({ request }) => {
  for (const address of ['/', '/src/site/entry.client.ts', '/@vite/client', '/api/contact-content', '/data/site.db']) {
    const answer = await request.get(address, { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers()).not.toHaveProperty('access-control-allow-origin');
    expect((await request.get(address, { headers: { host: 'elsewhere.example' } })).status()).toBe(403);
  }
});
