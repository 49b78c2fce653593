import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import {
  controls,
  footer,
  navigation,
  products,
  productsPage,
  servicePage,
  services,
  site,
} from '../../content/words.ts';
import { footerColumns, shownLegalPages } from '../../e2e/page-words.ts';
import { attribute } from '../../start/testing/html.ts';
import { all, readPage, wordsIn } from '../testing/read-page.ts';

const mainOf = (path: string) => all(readPage(path), 'main')[0];
const linksIn = (inside: Tree.ParentNode | undefined) =>
  all(inside, 'a').map((link) => [wordsIn(link), attribute(link, 'href')]);

it('the header leads home, to every service by its place, and to the pages', () => {
  const [header] = all(readPage('/products'), 'header');
  const ofServices = services.map(({ slug, name }) => [name, `/services/${slug}`]);
  const ofPages = navigation.links.map(({ label, to }) => [label, to]);
  expect(linksIn(header).slice(1)).toEqual([[site.logoText, '/'], ...ofServices, ...ofPages]);
  expect(linksIn(all(header, 'div', { id: 'services-menu' })[0])).toEqual(ofServices);
  expect(services).toEqual(services.toSorted((one, other) => one.place - other.place));
});

describe('the footer', () => {
  const [shown] = all(readPage('/products'), 'footer');

  it('has columns with their entries, of which those without an address take no focus and lead nowhere', () => {
    const columns = all(shown, 'div').filter(({ childNodes: [first] }) => first?.nodeName === 'h2');
    const titles = [...footerColumns.map(({ title }) => title), footer.contactTitle];
    expect(columns.map((column) => wordsIn(all(column, 'h2')[0]))).toEqual(titles);
    const entries = footerColumns.map(({ items }) => items.map(({ label, href }) => [label, href]));
    expect(columns.slice(0, -1).map(linksIn)).toEqual(entries);
    expect(all(shown, '*').filter((it) => attribute(it, 'tabindex') !== undefined)).toEqual([]);
  });

  it('has the profile, the legal pages and the copyright line', () => {
    const profile = [expect.stringContaining(controls.linkedin), site.contact.socialMedia.linkedin];
    const legal = footer.legal.map(({ label, to }) => [label, to]);
    expect(linksIn(shown)).toEqual(expect.arrayContaining([profile, ...legal]));
    expect(all(shown, 'p').map(wordsIn)).toContain(site.copyright);
  });
});

it('the bridge of the home page stands bent under its wagon, whose slider waits for a script', () => {
  const [stage] = all(mainOf('/'), 'div', { class: 'sector-stage' });
  const [bent, unladen] = [{ 'data-part': 'cable' }, { 'stroke-dasharray': '2 6' }].map((it) =>
    attribute(all(stage, 'path', it)[0], 'd'),
  );
  expect([bent, unladen]).toEqual([expect.stringMatching(/^M/), expect.stringMatching(/^M/)]);
  expect(bent).not.toBe(unladen);
  expect(attribute(all(stage, 'input')[0], 'hidden')).toBe('');
});

describe('the catalogue', () => {
  const entries = all(mainOf('/products'), 'li').filter((it) => all(it, 'article').length > 0);

  it('has every product by its place', () => {
    expect(entries.map((entry) => wordsIn(all(entry, 'h2')[0]))).toEqual(products.map(({ title }) => title));
    expect(products).toEqual(products.toSorted((one, other) => one.place - other.place));
  });

  it.each(products.map((product, index) => ({ ...product, entry: entries[index] })))(
    'shows the features of $title, its accent, and its ways on',
    ({ entry, features, color, external, link, slug, title, page: own }) => {
      expect(all(entry, 'li').map(wordsIn)).toEqual(features);
      expect(attribute(entry, 'data-accent')).toBe(color);
      expect(linksIn(all(entry, 'h2')[0])).toEqual(own ? [[title, `/products/${slug}`]] : []);
      const button = all(entry, 'a').at(-1);
      expect(wordsIn(button).startsWith(external ? productsPage.visitLabel : productsPage.contactLabel)).toBe(true);
      const target = external ? '_blank' : undefined;
      expect([attribute(button, 'href'), attribute(button, 'target')]).toEqual([link, target]);
    },
  );
});

it.each(products.filter((product) => product.page))(
  'the page of $title leads to the contact page and, where it is another company’s, to that',
  ({ slug, external, link }) => {
    const targets = linksIn(mainOf(`/products/${slug}`)).map(([, href]) => href);
    expect(targets).toContain('/contact');
    expect(targets.includes(link)).toBe(external || link === '/contact');
  },
);

it.each(services)('the page of $name has each block under its heading, and leads to the contact page', (service) => {
  const shown = mainOf(`/services/${service.slug}`);
  const elements = all(shown, '*');
  const { description, features, benefits, steps, deliverables, technologies = [], callToAction } = service;
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  const below = (title: string, tag: string) => {
    const start = elements.findIndex((it) => it.tagName === 'h2' && wordsIn(it) === title);
    const end = elements.findIndex(({ tagName }, index) => index > start && tagName === 'h2');
    return start === -1 ? [] : elements.slice(start, end).filter(({ tagName }) => tagName === tag);
  };
  for (const [title, tag, texts] of [
    [servicePage.description, 'p', description],
    [servicePage.features, 'h3', features.map((feature) => feature.title)],
    [servicePage.benefits, 'li', benefits],
    [servicePage.steps, 'h3', steps.map((step) => step.title)],
    [servicePage.deliverables, 'li', deliverables],
    [servicePage.technologies, 'li', technologies],
  ] as const)
    expect(below(title, tag).map(wordsIn).map(plain), title).toEqual(texts.map(plain));
  expect(below(servicePage.steps, 'svg').length).toBeGreaterThanOrEqual(steps.length);
  const last = all(shown, 'section').at(-1);
  expect(wordsIn(last)).toContain(callToAction.title);
  expect(linksIn(last).map(([, href]) => href)).toContain('/contact');
});

it.each(shownLegalPages)('$title says of which month it is, and begins with a list of its sections', (legal) => {
  const shown = mainOf(`/${legal.slug}`);
  const titles = legal.sections.map(({ title }) => title);
  expect(legal.lastUpdated).toMatch(/^[A-Z][a-z]+ \d{4}$/);
  expect(all(shown, 'p').map(wordsIn)).toContain(controls.lastUpdated.replace('{date}', legal.lastUpdated));
  expect(linksIn(all(shown, 'nav', { 'aria-label': controls.contents })[0]).map(([name]) => name)).toEqual(titles);
  expect(all(shown, 'h2').map(wordsIn)).toEqual(titles);
  const named = all(shown, 'section').map((it) => attribute(it, 'aria-labelledby'));
  expect(named).toEqual(all(shown, 'h2').map((it) => attribute(it, 'id')));
});
