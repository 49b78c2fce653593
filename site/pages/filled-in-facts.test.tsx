import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import * as words from '../../content/words.ts';
import { layouts } from '../renderer.tsx';
import { openSite } from '../routes.ts';

const company = {
  number: '01234567',
  registeredIn: 'Scotland',
  registeredOffice: '2 Quay Street, Leith',
  vatNumber: 'GB123456789',
};
const microsoftPartnership = 'Solutions Partner for Bridges';
const products = words.products.map((product) => (product.external ? { ...product, maker: 'Carriers & Co' } : product));
const site = openSite(
  { ...words, site: { ...words.site, company, microsoftPartnership }, products },
  { siteUrl: '', lastChanges: {}, code: { entry: '', integrity: {} } },
);

/** The page without the frame around it. */
function render(path: string): string {
  const page = site.pages.find((page) => page.path === path);
  if (!page) throw new Error(`There is no page ${path}`);
  const Layout = layouts[page.layout].default;
  return renderToStaticMarkup(<Layout site={site} page={page} />);
}

describe('what the owner has filled in', () => {
  test('stands in the terms, in the section that says whose they are, and in no other legal text', () => {
    const [, first = ''] = render('/terms-of-service').split('<section');
    for (const fact of Object.values(company)) expect(first).toContain(fact);
    expect(render('/privacy-policy')).not.toContain(company.number);
  });

  test('stands on the partner page under the lead', () => {
    const [opening = ''] = render('/microsoft-partner').split('</section>');
    expect(opening).toMatch(new RegExp(`</p><p[^>]*>[^<]*${microsoftPartnership}</p>`));
  });

  test('names the maker on the card of each product that is another company’s', () => {
    const cards = render('/products').split('<article').slice(1);
    const maker = words.controls.maker.replace('{maker}', 'Carriers &amp; Co');
    expect(cards.map((card) => card.includes(maker))).toEqual(words.products.map(({ external }) => external));
    expect(words.products.some(({ external }) => external)).toBe(true);
  });
});
