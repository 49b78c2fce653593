import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import type { Content } from '../../content/kinds.ts';
import * as words from '../../content/words.ts';
import { layouts } from '../renderer.tsx';
import { openSite } from '../routes.ts';

/** The page with these words, without the frame around it. */
function render(path: string, changes: Partial<Content>): string {
  const settings = { siteUrl: '', lastChanges: {}, code: { entry: '', integrity: {} } };
  const site = openSite({ ...words, ...changes }, settings);
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
  const filled = { site: { ...words.site, company, microsoftPartnership } };

  test('stands in the terms, in the section that says whose they are, and in no other legal text', () => {
    const [, first = ''] = render('/terms-of-service', filled).split('<section');
    for (const fact of Object.values(company)) expect(first).toContain(fact);
    expect(render('/privacy-policy', filled)).not.toContain(company.number);
  });

  test('stands on the partner page under the lead', () => {
    const [opening = ''] = render('/microsoft-partner', filled).split('</section>');
    expect(opening).toMatch(new RegExp(`</p><p[^>]*>[^<]*${microsoftPartnership}</p>`));
  });

  test('names the maker on the card of each product that is another company’s', () => {
    const products = words.products.map((one) => (one.external ? { ...one, maker: 'Carriers & Co' } : one));
    const cards = render('/products', { products }).split('<article').slice(1);
    const maker = words.controls.maker.replace('{maker}', 'Carriers &amp; Co');
    expect(cards.map((card) => card.includes(maker))).toEqual(products.map(({ external }) => external));
    expect(products.some(({ external }) => external)).toBe(true);
  });
});

test.each([1, 4, 5, 20])('a catalogue of %i has a document for each, which leads to its card', (count) => {
  const products = Array.from({ length: count }, (_, index) => ({
    ...(words.products[index % words.products.length] as (typeof words.products)[number]),
    slug: `product-${index}`,
    title: `Product ${index}`,
  }));
  const html = render('/products', { products });
  const led = Array.from(html.matchAll(/<a href="#([^"]*)"[^>]*><svg/g), ([, to]) => to);
  expect(led).toEqual(products.map(({ slug }) => slug));
  expect(Array.from(html.matchAll(/<article id="([^"]*)"/g), ([, id]) => id)).toEqual(led);
});
