import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test as base, type Page } from '@playwright/test';

import { services, site } from '../content/words.ts';
import { secrets, withDevelopment, type Development } from './development-server.ts';
import { fontsAdded } from './fonts.ts';

// The development server's console is not a visitor's.
const test = base.extend<object, { development: Development }>({
  // A first start makes the bundler's cache.
  // oxlint-disable-next-line no-empty-pattern
  development: [async ({}, use) => withDevelopment(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ development }, use) => use(development.url),
});

// One server for all, and one copy of the sources: what a test has edited stays so. The first page waits for the bundler.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const mobility = services.find(({ slug }) => slug === 'mobility');
const service = '/services/mobility';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the browser runs what it runs of the built site', async ({ page, request, development }) => {
  await page.goto(service);
  // A module is run once: this is the very one that the page asks for by itself.
  await page.evaluate((entry) => import(entry), '/site/entry.client.ts');
  await page.evaluate(() => Object.assign(window, { marked: true }));
  await page.getByRole('banner').locator('a[href="/contact"]').click();
  await expect(page).toHaveURL('/contact');
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => 'marked' in window)).toBe(true);
  await page.locator('[data-island]').dispatchEvent('pointerover');
  await expect(page.locator('[data-island]')).toHaveAttribute('data-live');

  expect((await request.get('/favicon.svg')).headers()['content-type']).toBe('image/svg+xml');
  expect(development.said()).not.toContain('unknown path');
  expect((await request.get('/nowhere')).status()).toBe(404);
  await expect.poll(development.said).toContain('unknown path');
});

interface Edit {
  what: string;
  file: string;
  change: (text: string) => string;
  shows: (page: Page) => Promise<void>;
}

const edits: Edit[] = [
  {
    what: 'a word of the content',
    file: 'content/services/mobility.yaml',
    change: (text) => text.replace(/^title: .*(?:\n {2}.*)*/m, 'title: Edited title'),
    shows: (page) => expect(heading(page)).toHaveText('Edited title'),
  },
  {
    what: 'a component',
    file: 'site/components/site-header.tsx',
    change: (text) => text.replace('{words.skip}', 'Edited link'),
    shows: (page) => expect(page.getByRole('banner')).toContainText('Edited link'),
  },
  {
    what: 'a class that nothing had',
    file: 'site/components/site-footer.tsx',
    change: (text) => text.replace('className="', 'className="indent-[17px] '),
    shows: (page) => expect(page.locator('.indent-\\[17px\\]').first()).toHaveCSS('text-indent', '17px'),
  },
  {
    what: 'a style inside the page',
    file: 'site/styles/base.css',
    change: (text) => `${text}\nmain { outline: 3px solid; }\n`,
    shows: (page) => expect(page.locator('main')).toHaveCSS('outline-width', '3px'),
  },
  {
    what: 'a behaviour',
    file: 'site/behaviours/menus.ts',
    change: (text) => `${text}\ndocument.body.dataset['edited'] = '';\n`,
    shows: (page) => expect(page.locator('body')).toHaveAttribute('data-edited'),
  },
  {
    what: 'the API',
    file: 'server/health.ts',
    change: (text) => text.replace(`status: 'ok'`, `status: 'edited'`),
    async shows(page) {
      expect(await (await page.request.get('/healthz')).json()).toEqual({ status: 'edited' });
    },
  },
];

test('each edit shows in the open page, which stays where it was scrolled to', async ({ page, development }) => {
  await page.goto(service);
  await fontsAdded(page);
  const place = page.locator('main h2').last();
  await expect(place).not.toBeInViewport();
  await place.scrollIntoViewIfNeeded();

  for (const { what, file, change, shows } of edits) {
    await test.step(what, async () => {
      const reload = page.waitForEvent('load');
      development.edit(file, change);
      await reload;
      await shows(page);
      await expect(place).toBeInViewport();
    });
  }
});

test('a file that cannot be run is named in the page and on the console, and the next save mends it', async ({
  page,
  development,
}) => {
  const broken = '\nconst = ;\n';
  await page.goto(service);
  for (const file of ['content/home.yaml', 'site/components/site-header.tsx', 'server/health.ts']) {
    await test.step(file, async () => {
      development.edit(file, (text) => text + broken);
      await expect(page.locator('pre')).toContainText(file);
      expect(development.said()).toContain(file);
      development.edit(file, (text) => text.replace(broken, ''));
      await expect(heading(page)).toBeVisible();
    });
  }

  const behaviour = 'site/behaviours/menus.ts';
  development.edit(behaviour, (text) => text + broken);
  await expect.poll(development.said).toContain(behaviour);
  await expect(heading(page)).toBeVisible();
  development.edit(behaviour, (text) => text.replace(broken, `\ndocument.body.dataset['mended'] = '';\n`));
  await expect(page.locator('body')).toHaveAttribute('data-mended');
});

test('a new address shows in the page that did not find it', async ({ page, development }) => {
  await test.step('of the list of files', async () => {
    await page.goto('/edited.txt');
    await expect(heading(page)).toBeVisible();
    development.edit('site/files.tsx', (text) => text.replace(`'/llms.txt'`, `'/edited.txt'`));
    await expect(page.locator('body')).toContainText(`# ${site.name}`);
  });
  await test.step('of the content', async () => {
    await page.goto('/services/edited');
    const services = join(development.directory, 'content', 'services');
    copyFileSync(join(services, 'mobility.yaml'), join(services, 'edited.yaml'));
    await expect.poll(() => page.title(), { timeout: 60_000 }).toContain(mobility?.seo.title ?? 'no title');
  });
});

const faults: (Pick<Edit, 'what' | 'file' | 'change'> & { named: string })[] = [
  {
    what: 'a field that is not there',
    file: 'content/services/mobility.yaml',
    change: (text) => text.replace(/^title:/m, 'tilte:'),
    named: 'content/services/mobility.yaml, line ',
  },
  {
    what: 'a component that throws',
    file: 'site/components/blocks.tsx',
    change: (text) => text.replace(/^(export function CallToAction.*)/m, `$1\n  throw new Error('thrown');\n`),
    named: 'site/components/blocks.tsx:',
  },
  {
    what: 'a module of the server that throws',
    file: 'server/health.ts',
    change: (text) => `${text}\nthrow new Error('thrown');\n`,
    named: 'server/health.ts:',
  },
];

test('a fault is told with file and line, once on the console, until it is mended', async ({ page, development }) => {
  await page.goto(service);
  for (const { what, file, change, named } of faults) {
    await test.step(what, async () => {
      const before = readFileSync(join(development.directory, file), 'utf8');
      const said = development.said().length;
      development.edit(file, change);
      await expect(page.locator('pre')).toContainText(named);
      expect((await page.request.get(service)).status()).toBe(500);
      expect(development.said().slice(said).split('After change')).toHaveLength(2);
      development.edit(file, () => before);
      await expect(heading(page)).toBeVisible();
    });
  }
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
      for (const way of ways)
        await test.step(address + way, async () => {
          const answer = await request.get(development.url + address + way);
          // With a query there may be a module that says the file's address, and never what is in it.
          if (way === '') expect([400, 403, 404]).toContain(answer.status());
          expect(await answer.text()).not.toMatch(/secret|IyBzZWNyZXQ|SQLite|U1FMaXRl|avonspan-website|lockData/);
        });
});

test('no other site reads an answer', async ({ request, development }) => {
  const origin = 'https://elsewhere.example';
  for (const address of ['/', '/site/entry.client.ts', '/@vite/client', '/api/contact-content', '/data/site.db']) {
    const answer = await request.get(address, { headers: { origin } });
    expect(answer.headers()).not.toHaveProperty('access-control-allow-origin');
    expect((await request.get(address, { headers: { host: 'elsewhere.example' } })).status()).toBe(403);
  }
  expect(development.said()).not.toContain('secret');
});
