import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { assembleContent } from '../../content/assemble-content.ts';
import type { Content } from '../../content/content-types.ts';
import { setField, type FieldPath } from '../../content/merge-content.ts';
import * as content from '../../content/release-content.ts';
import { releaseFiles } from '../../content/release-files.ts';
import { layouts } from '../renderer.tsx';
import { listPages, createSite } from '../routes.ts';
import { samplePrefix, sampleProof } from '../testing/sample-proof.ts';

/** Returns the HTML of a page with changed content, without the document around it. */
function render(path: string, changes: Partial<Content>): string {
  const settings = { siteUrl: '', lastChanges: {}, code: { entry: '/entry.js', integrity: {} } };
  const site = createSite({ ...content, ...changes }, settings);
  const page = site.pages.find((page) => page.path === path);
  if (!page) throw new Error(`There is no page ${path}`);
  const Layout = layouts[page.layout].default;
  return renderToStaticMarkup(<Layout site={site} page={page} />);
}

describe('what the owner has filled in', () => {
  const company = {
    number: '01234567',
    registeredIn: 'Scotland',
    registeredOffice: '2 Quay Street, Leith',
    vatNumber: 'GB123456789',
  };
  const microsoftPartnership = 'Solutions Partner for Bridges';
  const filled = { site: { ...content.site, company, microsoftPartnership } };

  test('stands in the terms, in the section that says whose they are, and in no other legal text', () => {
    const [, first = ''] = render('/terms-of-service', filled).split('<section');
    for (const fact of Object.values(company)) expect(first.replaceAll('\u00A0', ' ')).toContain(fact);
    expect(render('/privacy-policy', filled)).not.toContain(company.number);
  });

  test('stands on the partner page under the lead', () => {
    const [opening = ''] = render('/microsoft-partner', filled).split('</section>');
    expect(opening).toMatch(new RegExp(`</p><div[^>]*><p[^>]*>[^<]*${microsoftPartnership}</p>`));
  });

  test('names the maker on the card of each product that is another company’s', () => {
    const products = content.products.map((one) => (one.external ? { ...one, maker: 'Carriers & Co' } : one));
    const cards = render('/products', { products }).split('<article').slice(1);
    const maker = content.controls.maker.replace('{maker}', 'Carriers &amp; Co');
    expect(cards.map((card) => card.includes(maker))).toEqual(products.map(({ external }) => external));
    expect(products.some(({ external }) => external)).toBe(true);
  });
});

test.each([true, false])('the contact page has the opening hours if they are to be shown: %s', (shown) => {
  const office = { ...content.office, shown, hours: [{ day: 'Monday', opens: '09:00', closes: '12:00' } as const] };
  expect(render('/contact', { office }).includes('>Monday, 9:00 to 12:00')).toBe(shown);
});

describe('proof', () => {
  const paths = listPages(content).map(({ path }) => path);
  const { cases, sentences, engineers, certificates } = sampleProof;
  const none = {
    cases: { ...cases, items: [] },
    sentences: { ...sentences, items: [] },
    engineers: { ...engineers, items: [] },
    certificates: { ...certificates, items: [] },
  };

  test('has no place on any page while there is none', () => {
    const titles = Object.values(none).map(({ title }) => `>${title}</h2>`);
    for (const path of ['/', '/about', '/services/dynamics-365'])
      expect(titles.filter((title) => render(path, { proof: none }).includes(title))).toEqual([]);
  });

  test('stands on the pages that it names, that of the company on About, and on no other', () => {
    const shown = paths.filter((path) => render(path, { proof: sampleProof }).includes(samplePrefix));
    expect(shown.toSorted()).toEqual(['/', '/about', '/products/lis365', '/services/dynamics-365']);
    const texts = cases.items.flatMap((one) => [one.title, one.problem, one.built, one.changed, one.name, one.role]);
    for (const text of texts) expect(render('/', { proof: sampleProof })).toContain(text);
    for (const { text } of sentences.items) {
      expect(render('/services/dynamics-365', { proof: sampleProof })).toContain(`“${text}”`);
      expect(render('/', { proof: sampleProof })).not.toContain(text);
    }
  });

  test('names engineers, and certificates with number and date', () => {
    const about = render('/about', { proof: sampleProof });
    for (const { name, text } of engineers.items) expect(about).toMatch(new RegExp(`${name}</h3><p[^>]*>${text}`));
    for (const { title, number } of certificates.items) {
      const numbered = certificates.number.replace('{number}', number).replace('{date}', '1 February 2026');
      expect(about).toMatch(new RegExp(`${title}</h3><p[^>]*>${numbered}`));
    }
  });

  test('keeps its sources and the days of consent to itself', () => {
    const { source, consent } = engineers.items[0] ?? {};
    const told = (path: string) =>
      [source, consent].filter((text) => render(path, { proof: sampleProof }).includes(`${text}`));
    expect(paths.flatMap(told)).toEqual([]);
  });
});

const change = (file: string, path: FieldPath, value: unknown) =>
  assembleContent(setField(releaseFiles, { file, path }, value));

test('the drawing of a card on the home page has the colour of its own gradient', () => {
  const cards = content.home.services.cards.map((card) => ({ ...card, gradient: ['lamp', 'balloon'] }));
  const html = render('/', change('home.yaml', ['services', 'cards'], cards));
  expect(html.match(/<li data-accent="balloon" data-hour="/g)).toHaveLength(cards.length);
});

const [product] = content.products;
const slugs = ['behind', 'layer-0', 'front', 'lamps', `document-${product?.icon}`];
const products = slugs.map((slug) => ({ ...product, slug, title: slug })) as Content['products'];
const titles = ['Main', 'Backups', 'Backups', 'Backups 2', '?', '!'];
const sections = titles.map((title) => ({ title, content: title }));
const sectors = ['Retail', 'RETAIL'].map((name) => ({ ...content.home.sectors.items[0], name }));
test.each<[what: string, path: string, changes: Partial<Content>]>([
  ['products', '/products', { products }],
  ['sections', '/privacy-policy', change('legal/privacy-policy.yaml', ['sections'], sections)],
  ['sectors', '/', change('home.yaml', ['sectors', 'items'], sectors)],
])('%s of any names have ids that nothing else on the page has', (_what, path, changes) => {
  const html = render(path, changes);
  const ids = ['main', 'site-menu', 'services-menu', ...Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)];
  expect(ids.filter((id, index) => id === '' || ids.indexOf(id) !== index)).toEqual([]);
  const targets = Array.from(html.matchAll(/ href="#([^"]*)"/g), ([, target]) => target);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test.each([1, 4, 5, 20])('a catalogue of %i has a document for each, which leads to its card', (count) => {
  const products = Array.from({ length: count }, (_, index) => ({
    ...(content.products[index % content.products.length] as (typeof content.products)[number]),
    slug: `product-${index}`,
    title: `Product ${index}`,
  }));
  const html = render('/products', { products });
  const led = Array.from(html.matchAll(/<a href="#([^"]*)"[^>]*><svg/g), ([, to]) => to);
  expect(led).toEqual(products.map(({ slug }) => slug));
  expect(Array.from(html.matchAll(/<article id="([^"]*)"/g), ([, id]) => id)).toEqual(led);
});
