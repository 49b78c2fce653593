import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';

import * as words from '../../content/words.ts';
import * as legal from './legal.tsx';
import * as microsoftPartner from './microsoft-partner.tsx';
import * as productsPage from './products.tsx';

const facts = vi.hoisted(() => ({
  company: {
    number: '01234567',
    registeredIn: 'Scotland',
    registeredOffice: '2 Quay Street, Leith',
    vatNumber: 'GB123456789',
  },
  microsoftPartnership: 'Solutions Partner for Bridges',
  maker: 'Carriers & Co',
}));

vi.mock('../../content/words.ts', async (original) => {
  const words = await original<typeof import('../../content/words.ts')>();
  const { company, microsoftPartnership, maker } = facts;
  return {
    ...words,
    site: { ...words.site, company, microsoftPartnership },
    products: words.products.map((product) => (product.external ? { ...product, maker } : product)),
  };
});

/** The page as it is built, without the frame around it. */
function render(page: { loader: unknown; default: unknown }, pattern: string): string {
  const loaderData = (page.loader as (at: { pattern: string }) => unknown)({ pattern });
  const Page = page.default as ComponentType<{ loaderData: unknown }>;
  return renderToStaticMarkup(<Page loaderData={loaderData} />);
}

describe('what the owner has filled in', () => {
  test('stands in the terms, in the section that says whose they are, and in no other legal text', () => {
    const [, first = ''] = render(legal, '/terms-of-service').split('<section');
    for (const fact of Object.values(facts.company)) expect(first).toContain(fact);
    expect(render(legal, '/privacy-policy')).not.toContain(facts.company.number);
  });

  test('stands on the partner page under the lead', () => {
    const [opening = ''] = render(microsoftPartner, '/microsoft-partner').split('</section>');
    expect(opening).toMatch(new RegExp(`</p><p[^>]*>[^<]*${facts.microsoftPartnership}</p>`));
  });

  test('names the maker on the card of each product that is another company’s', () => {
    const cards = render(productsPage, '/products').split('<article').slice(1);
    const maker = words.controls.maker.replace('{maker}', 'Carriers &amp; Co');
    expect(cards.map((card) => card.includes(maker))).toEqual(words.products.map(({ external }) => external));
    expect(words.products.some(({ external }) => external)).toBe(true);
  });
});
