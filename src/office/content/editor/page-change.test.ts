import { describe, expect, it } from 'vitest';

import { loadValidContent } from '../../../content/read-content.ts';
import { findNewAddressIssue } from '../../../content/content-issues.ts';
import { findFieldSchema, listInnerFields } from '../../../content/field-schema.ts';
import { type ContentFiles, getField, setField } from '../../../content/merge-content.ts';
import { validateContent } from '../../../content/validate-content.ts';
import { computePageChange, computePageRestoration } from './page-change.ts';
import { createPageValue } from '../entries.ts';
import { listFields, searchFields } from './find-texts.ts';

const released = loadValidContent('.').files;
const [news, moved, redirects] = ['news/spring.yaml', 'news/autumn.yaml', 'redirects.yaml'] as const;
const lead = 'What has changed, and what it means for those who order their labels from us every day of the week.';
const blank = createPageValue([], news, 'Spring');
const item = {
  ...Object(blank),
  description: lead,
  lead,
  blocks: [{ text: 'See [this page](/news/spring).' }],
} as object;
const published = setField(released, { file: news, path: [] }, item);
const linked = setField(published, { file: 'about.yaml', path: ['callToAction', 'to'] }, '/news/spring');
const apply = (files: ContentFiles, changed: ContentFiles) =>
  Object.fromEntries(Object.entries({ ...files, ...changed }).filter(([, value]) => value !== null));
const redirectsOf = (files: ContentFiles) => getField(files, { file: redirects, path: ['items'] });

describe('a page with another address', () => {
  const changed = computePageChange(linked, { file: news, newFile: moved, redirectTo: '/news/autumn' });

  it('takes its links in fields and in texts with it, and changes no other file', () => {
    expect(Object.keys(changed).sort()).toEqual(['about.yaml', moved, news, redirects].sort());
    expect(changed).toMatchObject({
      [news]: null,
      [moved]: { blocks: [{ text: 'See [this page](/news/autumn).' }] },
      'about.yaml': { callToAction: { to: '/news/autumn' } },
    });
  });

  it('leaves a redirect, and content without an issue', () => {
    expect(redirectsOf(changed)).toEqual([{ from: '/news/spring', to: '/news/autumn' }]);
    expect(validateContent(apply(linked, changed))).toEqual([]);
  });

  it('keeps one redirect of each address when it moves again, and none when it moves back', () => {
    const once = apply(linked, changed);
    const twice = apply(once, computePageChange(once, { file: moved, newFile: 'news/late.yaml' }));
    expect(redirectsOf(twice)).toEqual([{ from: '/news/spring', to: '/news/late' }]);
    expect(redirectsOf(apply(once, computePageChange(once, { file: moved, newFile: news })))).toEqual([]);
  });
});

it('a product keeps its place in the footer under another address', () => {
  const changed = computePageChange(released, { file: 'products/shipguru.yaml', newFile: 'products/ship.yaml' });
  expect(JSON.stringify(changed['footer.yaml'])).toMatch(/^(?=.*"ship")(?!.*shipguru)/);
});

it('links to a page that goes lead to the page that its visitors get to', () => {
  const changed = computePageChange(linked, { file: news, redirectTo: '/about' });
  expect(changed).toMatchObject({ [news]: null, 'about.yaml': { callToAction: { to: '/about' } } });
  expect(validateContent(apply(linked, changed))).toEqual([]);
});

it('entries about a product that goes leave their lists, where those can be shorter', () => {
  const changed = computePageChange(released, { file: 'products/shipguru.yaml', redirectTo: '/products' });
  const related = { file: 'services/retail-ecommerce.yaml', path: ['related'] };
  const targetsOf = (files: ContentFiles) => (getField(files, related) as { to: string }[]).map(({ to }) => to);
  expect(targetsOf(changed)).toEqual(targetsOf(released).map((to) => to.replace('/shipguru', '')));
  expect(JSON.stringify([changed['footer.yaml'], changed['home.yaml']])).not.toMatch(/shipguru|"\/products","reason"/);
  expect(validateContent(apply(released, changed))).toEqual([]);
});

it('a page that is called like a product takes no entry about that product with it', () => {
  const file = 'pages/shipguru.yaml';
  const changed = computePageChange({ ...released, [file]: { title: 'ShipGuru' } }, { file });
  expect(Object.keys(changed)).toEqual([file]);
});

it('a removed page that is taken back has its entries in other texts again, where nobody has changed them since', () => {
  const file = 'products/shipguru.yaml';
  const removed = apply(released, computePageChange(released, { file, redirectTo: '/products' }));
  expect(apply(removed, computePageRestoration(released, removed, file))).toEqual(released);
  const written = setField(removed, { file: 'home.yaml', path: ['hero', 'line'] }, 'Other words.');
  expect(Object.keys(computePageRestoration(released, written, file))).not.toContain('home.yaml');
});

it('links to a product without a page lead to the page that its visitors get to', () => {
  const changed = computePageChange(released, { file: 'products/medicine-delivery.yaml', redirectTo: '/products' });
  expect(validateContent(apply(released, changed))).toEqual([]);
});

it('a page that goes without a redirect is named wherever something leads to it', () => {
  const issues = validateContent(apply(linked, computePageChange(linked, { file: news })));
  expect(issues).toMatchObject([{ file: 'about.yaml', path: ['callToAction', 'to'] }]);
});

it.each([
  ['pages/about.yaml', 'taken'],
  ['pages/api.yaml', 'taken'],
  [news, 'another page'],
  ['news/Two words.yaml', 'lower-case'],
])('the address of %s is refused', (file, message) => expect(findNewAddressIssue(published, file)).toContain(message));

it('a new page of blocks lacks nothing but its words', () => {
  const issues = validateContent({ ...released, [news]: blank });
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['description', 'lead', 'blocks.0.text']);
});

it('a block shows the one form that it takes', () => {
  const schema = findFieldSchema(news, ['blocks', 0]);
  expect(schema && listInnerFields(schema, { steps: {} }).map(([key]) => key)).toEqual(['steps']);
});

it.each([
  ['opening hours', 'office.yaml hours'],
  ['telephone', 'site.yaml contact.phone'],
  ['picture', 'about.yaml picture'],
  ['redirect', 'redirects.yaml items'],
  ['0AA bristol', 'site.yaml contact.address'],
])('a search for “%s” finds %s among the first', (query, field) => {
  const found = searchFields(listFields(released), query).slice(0, 5);
  expect(found.map((one) => `${one.file} ${one.path.join('.')}`)).toContain(field);
});
