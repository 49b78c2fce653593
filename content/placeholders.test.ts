import { describe, expect, it } from 'vitest';

import { placeholders } from './placeholders.ts';
import { legalPages, products, site } from './words.ts';

const contact = {
  email: 'hello@bridges.co.uk',
  phone: '+44 20 7000 1234',
  address: '2 Quay Street, Bristol BS1 4AA',
  socialMedia: { linkedin: 'https://www.linkedin.com/company/bridges' },
};
const company = {
  number: '01234567',
  registeredIn: 'England and Wales',
  registeredOffice: '2 Quay Street, Bristol BS1 4AA',
  vatNumber: 'GB123456789',
};
const names = { name: 'Bridges', legalName: 'Bridges Ltd', logoText: 'Bridges' };
const filled = {
  site: { ...site, ...names, contact, company, microsoftPartnership: 'Solutions Partner' },
  products: products.map((product) => ({ ...product, link: 'https://www.bridges.co.uk/', maker: 'Others plc' })),
  legalPages: legalPages.map((page) => ({ ...page, lastUpdated: 'March 2027' })),
};
const [product] = filled.products;
const [legalPage] = filled.legalPages;
if (!product || !legalPage) throw new Error('There are no products or no legal texts');
const withSite = (changes: Partial<typeof site>) => ({ ...filled, site: { ...filled.site, ...changes } });
const withContact = (changes: Partial<typeof contact>) => withSite({ contact: { ...contact, ...changes } });
const withCompany = (changes: Partial<typeof company>) => withSite({ company: { ...company, ...changes } });
const withProduct = (changes: Partial<typeof product>) => ({ ...filled, products: [{ ...product, ...changes }] });
const outdated = { ...filled, legalPages: [{ ...legalPage, lastUpdated: 'January 2025' }] };
const setLinkedin = 'site.yaml: contact.socialMedia.linkedin, or in the inbox or by "contact set linkedin"';
const linkedin = 'https://www.linkedin.com/company/avonspan-example/';

describe('the list of what is left to fill in', () => {
  it('is empty once everything is filled in, and asks for no maker of our own products', () => {
    expect(placeholders(filled)).toEqual([]);
    expect(placeholders(withProduct({ external: false, maker: '' }))).toEqual([]);
  });

  it.each([
    ['company name', withSite({ legalName: 'Avonspan Ltd' }), 'site.yaml: legalName'],
    ['email', withContact({ email: 'hello@avonspan.example' }), 'site.yaml: contact.email, or in the inbox'],
    ['phone', withContact({ phone: '+44 (0)117 496-0142' }), 'site.yaml: contact.phone, or in the inbox'],
    ['address', withContact({ address: '1 Example Wharf, Bristol' }), 'site.yaml: contact.address, or in'],
    ['LinkedIn page', withContact({ socialMedia: { linkedin } }), setLinkedin],
    ['company number', withCompany({ number: '' }), 'site.yaml: company.number'],
    ['place of registration', withCompany({ registeredIn: '' }), 'site.yaml: company.registeredIn'],
    ['registered office', withCompany({ registeredOffice: '' }), 'site.yaml: company.registeredOffice'],
    [
      `link of ${product.title}`,
      withProduct({ link: 'https://product.example/' }),
      `products/${product.slug}.yaml: link`,
    ],
    [`maker of ${product.title}`, withProduct({ external: true, maker: '' }), `products/${product.slug}.yaml: maker`],
    [`date of the ${legalPage.title}`, outdated, `legal/${legalPage.slug}.yaml: lastUpdated`],
  ])('has the %s, with the place to fill it in', (what, words, where) =>
    expect(placeholders(words)).toEqual([
      { what, where: expect.stringContaining(`content/${where}`), why: expect.stringMatching(/\w/) },
    ]),
  );

  it('has what some companies lack, as something that may stay empty', () => {
    const words = withSite({ company: { ...company, vatNumber: '' }, microsoftPartnership: '' });
    expect(placeholders(words)).toMatchObject([
      { what: 'VAT number', isOptional: true },
      { what: 'Microsoft partner status', isOptional: true },
    ]);
  });

  it('goes by what visitors see of the contact record', () => {
    const shipped = withContact({ email: 'hello@avonspan.example', phone: '+44 117 496 0142' });
    expect(placeholders(shipped, { email: 'office@bridges.co.uk', phone: '+44 117 700 1234' })).toEqual([]);
    expect(placeholders(filled, { phone: '+44 117 496 0999' })).toMatchObject([{ what: 'phone' }]);
  });
});
