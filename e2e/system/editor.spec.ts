import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

import { home, services } from '../../content/words.ts';
import { withDevelopment, type Development } from '../development-server.ts';

interface Words {
  read(file: string): string;
  write(file: string, text: string): void;
}

const test = base.extend<{ words: Words }, { development: Development }>({
  // oxlint-disable-next-line no-empty-pattern
  development: [async ({}, use) => withDevelopment(use, 'tooling/dev/edit.ts'), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ development }, use) => use(development.url),
  words: async ({ development: { directory } }, use) => {
    const at = (file: string) => join(directory, 'content', file);
    await use({ read: (file) => readFileSync(at(file), 'utf8'), write: (file, text) => writeFileSync(at(file), text) });
  },
});

// One server for all, and one copy of the words: each test edits a file of its own.
test.describe.configure({ mode: 'default', timeout: 120_000 });

test.beforeEach(({ page }) => {
  page.on('dialog', (question) => void question.accept());
});

const status = (page: Page) => page.getByRole('status');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const openPart = (page: Page, name: string) => page.locator('summary', { hasText: name }).first().click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).first().fill(text);

async function openEntry(page: Page, name: string): Promise<void> {
  await page.goto('/edit');
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await press(page, 'Save');
  await expect(status(page)).toHaveText('Saved.');
}

test('what is typed shows in the page beside it, and is in its file once it is saved', async ({ page, words }) => {
  const before = words.read('about.yaml');
  await openEntry(page, 'About');
  await fill(page, 'Heading', 'Another heading');
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Another heading');
  expect(words.read('about.yaml')).toBe(before);
  await save(page);
  // Nobody who reads the change later has to look for it.
  const [lines, changed] = [before.split('\n'), words.read('about.yaml').split('\n')];
  expect(changed.filter((line) => !lines.includes(line))).toEqual(['title: Another heading']);
  expect(changed).toHaveLength(lines.length);
});

test('a text that breaks a rule is marked with the rule, and not saved', async ({ page, words }) => {
  const before = words.read('strategic-consultation.yaml');
  await openEntry(page, 'Strategic Consultation');
  await openPart(page, 'In search results');
  await fill(page, 'Title', 'Too short');
  await expect(page.getByText('has 9 characters; 10 to 55 are shown whole')).toBeVisible();
  await press(page, 'Save');
  await expect(status(page)).toContainText('Not saved yet');
  expect(words.read('strategic-consultation.yaml')).toBe(before);
  await press(page, 'Discard');
  await expect(page.getByText('has 9 characters')).toHaveCount(0);
});

test('nothing is saved that the check of the words would refuse, nor a typewriter’s marks', async ({ page, words }) => {
  const before = words.read('microsoft-partner.yaml');
  await openEntry(page, 'Microsoft Partner');
  await openPart(page, 'In search results');
  await fill(page, 'Title', home.seo.title);
  await press(page, 'Save');
  await expect(page.getByText('repeats that of content/home.yaml')).toBeVisible();
  expect(words.read('microsoft-partner.yaml')).toBe(before);
  await press(page, 'Discard');
  await expect(page.getByText('repeats that of')).toHaveCount(0);
  await fill(page, 'Heading', `The partner's "way"`);
  await save(page);
  expect(words.read('microsoft-partner.yaml')).toContain('The partner’s “way”');
});

test('a word that no dictionary has is one of ours when its writer says so', async ({ page, words }) => {
  await openEntry(page, 'Contact');
  await fill(page, 'Heading', 'Contact the Quuxers');
  await press(page, '“Quuxers” is right');
  await expect(page.getByText('British dictionary')).toHaveCount(0);
  expect(words.read('dictionary.txt').split('\n')).toContain('Quuxers');
  await save(page);
});

test('what another has changed meanwhile is not written over', async ({ page, words }) => {
  await openEntry(page, 'Resources');
  const others = words.read('resources.yaml').replace(/^title: .*/m, 'title: Another’s heading');
  words.write('resources.yaml', others);
  await fill(page, 'Heading', 'My heading');
  await press(page, 'Save');
  await expect(status(page)).toContainText('was changed elsewhere');
  expect(words.read('resources.yaml')).toBe(others);
});

test('a service that is added has its page and its place in the menu', async ({ page, development }) => {
  await page.goto('/edit');
  await page.getByText('Add a service').click();
  await fill(page, 'Name of the service', 'Bridge Inspection');
  await press(page, 'Add');
  await expect(page.getByRole('heading', { level: 1, name: 'Bridge Inspection' })).toBeVisible();
  await openPart(page, 'In search results');
  await fill(page, 'Title', 'Inspection of Bridges in Use');
  await fill(
    page,
    'Description',
    'We look at each part of a bridge while it carries its traffic, and tell you what to repair first and what can wait.',
  );
  await page.getByLabel('Keyword').first().fill('bridge inspection');
  const arrangement = services.at(-1)?.composition === 'row' ? 'ledger' : 'row';
  await page.getByLabel('Arrangement').selectOption({ label: arrangement });
  await save(page);
  await expect(async () => {
    await page.goto('/services/bridge-inspection');
    await expect(page).toHaveTitle(/Inspection of Bridges in Use/, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const menu = page.locator('.services-deck').getByRole('link', { includeHidden: true });
  await expect(menu).toHaveCount(services.length + 1);
  await expect(menu.last()).toHaveText('Bridge Inspection');

  await openEntry(page, 'Bridge Inspection');
  await press(page, 'Remove');
  await expect(page.getByRole('link', { name: 'Bridge Inspection' })).toHaveCount(0);
  expect(globSync('content/services/bridge*', { cwd: development.directory })).toEqual([]);
});

test('a part that may be left out can be added or left out, and entries are moved', async ({ page }) => {
  await openEntry(page, 'Business Processes');
  const part = (name: string) => page.locator('details', { hasText: name });
  await openPart(page, 'Example table');
  await expect(part('Example table').getByRole('button', { name: /^(?:Add|Leave out)$/ })).toHaveCount(1);
  await openPart(page, 'Benefits');
  const benefits = part('Benefits').getByLabel('Benefit');
  const [first, second] = [await benefits.nth(0).inputValue(), await benefits.nth(1).inputValue()];
  await part('Benefits').getByRole('button', { name: 'Move down' }).first().click();
  await expect(benefits.nth(0)).toHaveValue(second);
  await expect(benefits.nth(1)).toHaveValue(first);
  await press(page, 'Discard');
});

test('the form can be used with a screen reader', async ({ page }) => {
  await openEntry(page, 'Home');
  for (const part of await page.locator('details.part > summary').all()) await part.click();
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('nobody but the form itself can change a word, and the form no other file', async ({ request, words }) => {
  const save = async (file: string, site?: string) => {
    const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site };
    return (await request.post('/edit/save', { data: { file, value: {}, version: '' }, headers })).status();
  };
  for (const site of [undefined, 'cross-site', 'same-site']) expect(await save('content/home.yaml', site)).toBe(403);
  expect(await save('../package.json', 'same-origin')).toBe(400);
  expect(words.read('home.yaml')).toContain('hero:');
});

test('the public site has nothing of the form', () => {
  const scripts = globSync('build/**/*.{js,html}');
  expect(scripts).not.toEqual([]);
  expect(scripts.filter((file) => /rjsf|editor-plugin/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
