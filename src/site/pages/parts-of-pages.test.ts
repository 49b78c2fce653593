import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import { controls, footer, navigation, products, productsPage, services, site } from '../../content/release-content.ts';
import { footerColumns, shownLegalPages } from '../testing/page-content.ts';
import { getAttribute } from '../../start/testing/html.ts';
import { findElements, renderAndParsePage, readVisibleText } from '../testing/read-page.ts';

const mainOf = (path: string) => findElements(renderAndParsePage(path), 'main')[0];
const linksIn = (inside: Tree.ParentNode | undefined) =>
  findElements(inside, 'a').map((link) => [readVisibleText(link), getAttribute(link, 'href')]);

const named = ({ name, slug }: (typeof services)[number]) => [name, `/services/${slug}`];

it('the header leads home, on a phone at once to the contact page, to every service by its place, and to the pages', () => {
  const [header] = findElements(renderAndParsePage('/products'), 'header');
  const ofServices = services.toSorted((one, other) => one.place - other.place).map(named);
  const ofPages = navigation.links.map(({ label, to }) => [label, to]);
  const contact = ofPages.filter(([, to]) => to === '/contact');
  const links = linksIn(header).filter(([, to]) => to !== '/case-studies' && to !== '/news');
  expect(links.slice(1)).toEqual([[site.logoText, '/'], ...contact, ...ofServices, ...ofPages]);
});

it('the footer has its columns, of which entries without an address lead nowhere, the profile and the legal pages', () => {
  const [shown] = findElements(renderAndParsePage('/products'), 'footer');
  const entries = footerColumns.map(({ items }) => items.map(({ label, href }) => [label, href]));
  const columns = findElements(shown, 'div').filter(({ childNodes: [first] }) => first?.nodeName === 'h2');
  expect(columns.slice(0, -1).map(linksIn)).toEqual(entries);
  const profile = [expect.stringContaining(controls.linkedin), site.contact.socialMedia.linkedin];
  const legal = footer.legal.map(({ label, to }) => [label, to]);
  expect(linksIn(shown)).toEqual(expect.arrayContaining([profile, ...legal]));
  expect(findElements(shown, 'p').map(readVisibleText)).toContain(site.copyright);
});

it('the bridge of the home page stands bent under the load of its first row, whose slider waits for a script', () => {
  const [stage] = findElements(mainOf('/'), 'div', { class: 'sector-stage sky' });
  const [bent, unladen] = [{ 'data-part': 'cable' }, { 'stroke-dasharray': '2 6' }].map((it) =>
    getAttribute(findElements(stage, 'path', it)[0], 'd'),
  );
  expect([bent, unladen]).toEqual([expect.stringMatching(/^M/), expect.stringMatching(/^M/)]);
  expect(bent).not.toBe(unladen);
  expect(getAttribute(findElements(stage, 'input')[0], 'hidden')).toBe('');
});

describe('the catalogue', () => {
  const entries = findElements(mainOf('/products'), 'li').filter((it) => findElements(it, 'article').length > 0);
  const placed = products.toSorted((one, other) => one.place - other.place);

  it('has every product by its place', () =>
    expect(entries.map((entry) => readVisibleText(findElements(entry, 'h2')[0]))).toEqual(
      placed.map(({ title }) => title),
    ));

  it.each(placed.map((product, index) => ({ ...product, entry: entries[index] })))(
    'shows features, accent and ways on of $title',
    ({ entry, features, color, external, link, slug, title, page: own }) => {
      const named = findElements(entry, 'li').filter((it) => getAttribute(it, 'class') === 'product-feature');
      expect(named.map(readVisibleText)).toEqual(features);
      expect(getAttribute(entry, 'data-accent')).toBe(color);
      expect(linksIn(findElements(entry, 'h2')[0])).toEqual(own ? [[title, `/products/${slug}`]] : []);
      const button = findElements(entry, 'a').find((it) => getAttribute(it, 'class')?.includes('button'));
      expect(readVisibleText(button).startsWith(external ? productsPage.visitLabel : productsPage.contactLabel)).toBe(
        true,
      );
      const target = external ? '_blank' : undefined;
      const to = external ? link : `${link}?subject=products/${slug}`;
      expect([getAttribute(button, 'href'), getAttribute(button, 'target')]).toEqual([to, target]);
    },
  );
});

it.each(shownLegalPages)('$title says of which month it is, and begins with a list of its sections', (legal) => {
  const shown = mainOf(`/${legal.slug}`);
  const titles = legal.sections.map(({ title }) => title);
  expect(legal.lastUpdated).toMatch(/^[A-Z][a-z]+ \d{4}$/);
  expect(findElements(shown, 'p').map(readVisibleText)).toContain(
    controls.lastUpdated.replace('{date}', legal.lastUpdated),
  );
  expect(linksIn(findElements(shown, 'nav', { 'aria-label': controls.contents })[0]).map(([name]) => name)).toEqual(
    titles,
  );
  // After them comes the closing.
  const headings = findElements(shown, 'h2').slice(0, titles.length);
  expect(headings.map(readVisibleText)).toEqual(titles);
  const named = findElements(shown, 'section').map((it) => getAttribute(it, 'aria-labelledby'));
  expect(named.slice(0, titles.length)).toEqual(headings.map((it) => getAttribute(it, 'id')));
});
