import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import {
  about,
  controls,
  footer,
  navigation,
  products,
  productsPage,
  resources,
  services,
  site,
} from '../../content/words.ts';
import { footerColumns, shownLegalPages } from '../../e2e/page-words.ts';
import { attribute } from '../../start/testing/html.ts';
import { all, readPage, wordsIn } from '../testing/read-page.ts';

const mainOf = (path: string) => all(readPage(path), 'main')[0];
const linksIn = (inside: Tree.ParentNode | undefined) =>
  all(inside, 'a').map((link) => [wordsIn(link), attribute(link, 'href')]);

const named = ({ name, slug }: (typeof services)[number]) => [name, `/services/${slug}`];

it('the header leads home, on a phone at once to the contact page, to every service by its place, and to the pages', () => {
  const [header] = all(readPage('/products'), 'header');
  const ofServices = services.toSorted((one, other) => one.place - other.place).map(named);
  const ofPages = navigation.links.map(({ label, to }) => [label, to]);
  const contact = ofPages.filter(([, to]) => to === '/contact');
  expect(linksIn(header).slice(1)).toEqual([[site.logoText, '/'], ...contact, ...ofServices, ...ofPages]);
});

it('the footer has its columns, of which entries without an address lead nowhere, the profile and the legal pages', () => {
  const [shown] = all(readPage('/products'), 'footer');
  const entries = footerColumns.map(({ items }) => items.map(({ label, href }) => [label, href]));
  const columns = all(shown, 'div').filter(({ childNodes: [first] }) => first?.nodeName === 'h2');
  expect(columns.slice(0, -1).map(linksIn)).toEqual(entries);
  const profile = [expect.stringContaining(controls.linkedin), site.contact.socialMedia.linkedin];
  const legal = footer.legal.map(({ label, to }) => [label, to]);
  expect(linksIn(shown)).toEqual(expect.arrayContaining([profile, ...legal]));
  expect(all(shown, 'p').map(wordsIn)).toContain(site.copyright);
});

it('the page about the company names and counts every service, product and kind of specialist', () => {
  const chains = all(mainOf('/about'), 'li').filter((it) => all(it, 'h3').some((one) => /^\d/.test(wordsIn(one))));
  const named = [
    services.map(({ name }) => name),
    products.map(({ title }) => title),
    resources.categories.items.map(({ name }) => name),
  ];
  expect(chains.map((chain) => all(chain, 'li').map(wordsIn))).toEqual(named);
  expect(chains.map((chain) => Number.parseInt(wordsIn(all(chain, 'h3')[0]), 10))).toEqual(
    named.map((it) => it.length),
  );
});

it('what is copied by hand leads on to the service and the product that close the gap', () => {
  const lines = all(mainOf('/about'), 'li').map((it) => [wordsIn(all(it, 'h3')[0]), linksIn(it)]);
  const pages = [
    ...services.map(named),
    ...products.map(({ title, slug, page }) => [title, page && `/products/${slug}`]),
  ];
  const gaps = about.place.gaps ?? [];
  expect(gaps.length).toBeGreaterThan(0);
  for (const { gap, links } of gaps)
    expect(lines).toContainEqual([gap, pages.filter(([name, to]) => to && links.includes(name ?? ''))]);
});

it('the bridge of the home page stands bent under the load of its first row, whose slider waits for a script', () => {
  const [stage] = all(mainOf('/'), 'div', { class: 'sector-stage sky' });
  const [bent, unladen] = [{ 'data-part': 'cable' }, { 'stroke-dasharray': '2 6' }].map((it) =>
    attribute(all(stage, 'path', it)[0], 'd'),
  );
  expect([bent, unladen]).toEqual([expect.stringMatching(/^M/), expect.stringMatching(/^M/)]);
  expect(bent).not.toBe(unladen);
  expect(attribute(all(stage, 'input')[0], 'hidden')).toBe('');
});

describe('the catalogue', () => {
  const entries = all(mainOf('/products'), 'li').filter((it) => all(it, 'article').length > 0);
  const placed = products.toSorted((one, other) => one.place - other.place);

  it('has every product by its place', () =>
    expect(entries.map((entry) => wordsIn(all(entry, 'h2')[0]))).toEqual(placed.map(({ title }) => title)));

  it.each(placed.map((product, index) => ({ ...product, entry: entries[index] })))(
    'shows the features of $title, its accent, and its ways on',
    ({ entry, features, color, external, link, slug, title, page: own }) => {
      const named = all(entry, 'li').filter((it) => attribute(it, 'class') === 'product-feature');
      expect(named.map(wordsIn)).toEqual(features);
      expect(attribute(entry, 'data-accent')).toBe(color);
      expect(linksIn(all(entry, 'h2')[0])).toEqual(own ? [[title, `/products/${slug}`]] : []);
      const button = all(entry, 'a').find((it) => attribute(it, 'class')?.includes('button'));
      expect(wordsIn(button).startsWith(external ? productsPage.visitLabel : productsPage.contactLabel)).toBe(true);
      const target = external ? '_blank' : undefined;
      const to = external ? link : `${link}?subject=products/${slug}`;
      expect([attribute(button, 'href'), attribute(button, 'target')]).toEqual([to, target]);
    },
  );
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
