import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test as base, type Page } from '@playwright/test';

import { services, site } from '../../content/words.ts';
import { secrets, withDevelopment, type Development } from '../development-server.ts';
import { fontsAdded } from '../fonts.ts';
import { isSameDocument, markDocument } from '../same-document.ts';

// The development server's console is not a visitor's.
const test = base.extend<object, { development: Development }>({
  // A first start makes the bundler's cache.
  // oxlint-disable-next-line no-empty-pattern
  development: [async ({}, use) => withDevelopment(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ development }, use) => use(development.url),
});

// One server for all, and one copy of the sources: what a test has edited stays so. The first page waits for the bundler.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const service = '/services/mobility';
const words = 'content/services/mobility.yaml';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the browser runs what it runs of the built site', async ({ page, request, development }) => {
  await page.goto(service);
  // A module is run once: this is the very one that the page asks for by itself.
  await page.evaluate((entry) => import(entry), '/site/entry.client.ts');
  await markDocument(page);
  await page.getByRole('banner').locator('a[href="/contact"]').click();
  await expect(page).toHaveURL('/contact');
  await expect(heading(page)).toBeFocused();
  expect(await isSameDocument(page)).toBe(true);
  await page.locator('[data-island]').dispatchEvent('pointerover');
  await expect(page.locator('[data-island]')).toHaveAttribute('data-live');

  expect((await request.get('/favicon.svg')).headers()['content-type']).toBe('image/svg+xml');
  expect(development.said()).not.toContain('unknown path');
  expect((await request.get('/nowhere')).status()).toBe(404);
  await expect.poll(development.said).toContain('unknown path');
});

interface Edit {
  file: string;
  change: (text: string) => string;
  shows: (page: Page) => Promise<void>;
}

const edits: Record<string, Edit> = {
  'a word of the content': {
    file: words,
    change: (text) => text.replace(/^title: .*(?:\n {2}.*)*/m, 'title: Edited title'),
    shows: (page) => expect(heading(page)).toHaveText('Edited title'),
  },
  'a component': {
    file: 'site/components/site-header.tsx',
    change: (text) => text.replace('{words.skip}', 'Edited link'),
    shows: (page) => expect(page.getByRole('banner')).toContainText('Edited link'),
  },
  'a class that nothing had': {
    file: 'site/components/site-footer.tsx',
    change: (text) => text.replace('className="', 'className="indent-[17px] '),
    shows: (page) => expect(page.locator('.indent-\\[17px\\]').first()).toHaveCSS('text-indent', '17px'),
  },
  'a style inside the page': {
    file: 'site/styles/base.css',
    change: (text) => `${text}\nmain { outline: 3px solid; }\n`,
    shows: (page) => expect(page.locator('main')).toHaveCSS('outline-width', '3px'),
  },
  'a behaviour': {
    file: 'site/behaviours/menus.ts',
    change: (text) => `${text}\ndocument.body.dataset['edited'] = '';\n`,
    shows: (page) => expect(page.locator('body')).toHaveAttribute('data-edited'),
  },
  'the API': {
    file: 'server/health.ts',
    change: (text) => text.replace(`status: 'ok'`, `status: 'edited'`),
    async shows(page) {
      expect(await (await page.request.get('/healthz')).json()).toEqual({ status: 'edited' });
    },
  },
};

test('each edit shows in the open page, which stays where it was scrolled to', async ({ page, development }) => {
  await page.goto(service);
  await fontsAdded(page);
  const place = page.locator('main h2').last();
  await expect(place).not.toBeInViewport();
  await place.scrollIntoViewIfNeeded();
  for (const [what, { file, change, shows }] of Object.entries(edits))
    await test.step(what, async () => {
      const reload = page.waitForEvent('load');
      development.edit(file, change);
      await reload;
      await shows(page);
      await expect(place).toBeInViewport();
    });
});

const broken = (text: string) => `${text}\nconst = ;\n`;

for (const [what, file, change, named = file] of [
  ['content that cannot be read', 'content/home.yaml', broken],
  ['a component that cannot be run', 'site/components/site-header.tsx', broken],
  ['a module of the server that cannot be run', 'server/health.ts', broken],
  ['a field that is not there', words, (text: string) => text.replace(/^title:/m, 'tilte:'), `${words}, line `],
  [
    'a component that throws',
    'site/components/blocks.tsx',
    (text: string) => text.replace(/^(export function CallToAction.*)/m, `$1\n  throw new Error('thrown');\n`),
    'site/components/blocks.tsx:',
  ],
  [
    'a module of the server that throws',
    'server/health.ts',
    (text: string) => `${text}\nthrow new Error('thrown');\n`,
    'server/health.ts:',
  ],
] as const)
  test(`${what} is told in the page and once on the console, until it is mended`, async ({ page, development }) => {
    await page.goto(service);
    const before = readFileSync(join(development.directory, file), 'utf8');
    const said = development.said().length;
    development.edit(file, change);
    await expect(page.locator('pre')).toContainText(named);
    expect((await page.request.get(service)).status()).toBe(500);
    expect(development.said().slice(said).split('After change')).toHaveLength(2);
    expect(development.said().slice(said)).toContain(file);
    development.edit(file, () => before);
    await expect(heading(page)).toBeVisible();
  });

test('a behaviour that cannot be run is told on the console, and the next save mends it', async ({
  page,
  development,
}) => {
  const behaviour = 'site/behaviours/menus.ts';
  await page.goto(service);
  development.edit(behaviour, broken);
  await expect.poll(development.said).toContain(behaviour);
  await expect(heading(page)).toBeVisible();
  development.edit(behaviour, (text) => text.replace(broken(''), `\ndocument.body.dataset['mended'] = '';\n`));
  await expect(page.locator('body')).toHaveAttribute('data-mended');
});

test('a new address of the list of files shows in the page that did not find it', async ({ page, development }) => {
  await page.goto('/edited.txt');
  await expect(heading(page)).toBeVisible();
  development.edit('site/files.tsx', (text) => text.replace(`'/llms.txt'`, `'/edited.txt'`));
  await expect(page.locator('body')).toContainText(`# ${site.name}`);
});

test('a new address of the content shows in the page that did not find it', async ({ page, development }) => {
  const title = services.find(({ slug }) => slug === 'mobility')?.seo.title ?? 'no title';
  await page.goto('/services/edited');
  const folder = join(development.directory, 'content', 'services');
  copyFileSync(join(folder, 'mobility.yaml'), join(folder, 'edited.yaml'));
  await expect.poll(() => page.title(), { timeout: 60_000 }).toContain(title);
});

test('the form without scripts is answered, and the office has its inbox', async ({ request, development }) => {
  const answer = await request.post('/contact', { form: { name: '' }, headers: { origin: development.url } });
  expect(answer.status()).toBe(422);
  expect(await answer.text()).toContain('</html>');
  expect((await request.get(development.inbox)).status()).toBe(200);
});

const ways = ['', '?raw', '?raw??', '?url', '?inline', '?import', '?import&raw', '?import&url&raw', '?html-proxy'];

test('nobody reads what else is in the folder', async ({ request, development }) => {
  for (const name of [...secrets, 'data/site.db', 'package.json', 'start/main.ts'])
    for (const address of [`/${name}`, `/@fs${development.directory}/${name}`, `/site/..%2f${name}`, `//${name}`])
      for (const way of ways) {
        const answer = await request.get(development.url + address + way);
        // With a query there may be a module that says the file's address, and never what is in it.
        if (way === '') expect([400, 403, 404], address).toContain(answer.status());
        const read = /secret|IyBzZWNyZXQ|SQLite|U1FMaXRl|avonspan-website|lockData/;
        expect(await answer.text(), address + way).not.toMatch(read);
      }
});

test('no other site reads an answer', async ({ request, development }) => {
  for (const address of ['/', '/site/entry.client.ts', '/@vite/client', '/api/contact-content', '/data/site.db']) {
    const answer = await request.get(address, { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers()).not.toHaveProperty('access-control-allow-origin');
    expect((await request.get(address, { headers: { host: 'elsewhere.example' } })).status()).toBe(403);
  }
  expect(development.said()).not.toContain('secret');
});
