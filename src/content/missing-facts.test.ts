import { expect, it } from 'vitest';
import { findFieldSchema } from './field-schema.ts';
import { listMissingFacts } from './missing-facts.ts';
import { sampleProof } from '../site/testing/sample-proof.ts';
import { legalPages, products, proof, site, terms } from './release-content.ts';

const contact = {
  email: 'hello@bridges.co.uk',
  phone: '+44 20 7000 1234',
  address: '2 Quay Street, Bristol BS1 4AA',
  socialMedia: { linkedin: 'https://www.linkedin.com/company/bridges' },
};
const company = { number: '1', registeredIn: 'Wales', registeredOffice: '2 Quay Street', vatNumber: 'GB1' };
const names = { name: 'Bridges', legalName: 'Bridges Ltd', logoText: 'Bridges' };
const filledIn = { link: 'https://www.bridges.co.uk/', maker: 'Others plc' };
const filled = {
  site: { ...site, ...names, contact, company, microsoftPartnership: 'Solutions Partner' },
  products: products.map((product) => ({ ...product, ...filledIn })),
  legalPages: legalPages.map((page) => ({ ...page, lastUpdated: 'March 2027' })),
  proof: sampleProof,
  terms: answerTerms('Yes.'),
};
const shipped = { email: 'hello@avonspan.example', phone: '+44 (0)117 496-0142', address: '1 Example Wharf, Bristol' };
const linkedin = 'https://www.linkedin.com/company/avonspan-example/';

function answerTerms(answer: string): typeof terms {
  const answered = Object.entries(terms).map(([name, { question }]) => [name, { question, answer }]);
  return Object.fromEntries(answered) as typeof terms;
}

it('nothing is left to fill in once everything is, and no maker of our own products is asked for', () => {
  expect(listMissingFacts(filled)).toEqual([]);
  const own = filled.products.map((one) => ({ ...one, external: false, maker: '' }));
  expect(listMissingFacts({ ...filled, products: own })).toEqual([]);
});

it('all that is left to fill in is listed with its place, and what some companies lack may stay empty', () => {
  const none = { number: '', registeredIn: '', registeredOffice: '', vatNumber: '' };
  const asShipped = { legalName: 'Avonspan Ltd', company: none, microsoftPartnership: '' };
  const left = listMissingFacts({
    site: { ...filled.site, ...asShipped, contact: { ...shipped, socialMedia: { linkedin } } },
    products: filled.products
      .slice(0, 1)
      .map((one) => ({ ...one, external: true, link: 'https://a.example', maker: '' })),
    proof: { ...filled.proof, cases: { ...proof.cases, items: [] } },
    terms: { ...answerTerms(''), notice: filled.terms.notice },
    legalPages: filled.legalPages.slice(0, 1).map((page) => ({ ...page, lastUpdated: 'January 2025' })),
  });
  expect(left.map(({ location }) => location.replace(/^content\//, ''))).toEqual([
    'site.yaml: legalName',
    ...['email', 'phone', 'address', 'socialMedia.linkedin'].map((fact) => `site.yaml: contact.${fact}`),
    ...Object.keys(none).map((fact) => `site.yaml: company.${fact}`),
    'site.yaml: microsoftPartnership',
    ...Object.keys(terms).flatMap((term) => (term === 'notice' ? [] : [`terms.yaml: ${term}.answer`])),
    ...['link', 'maker'].map((field) => `products/${products[0]?.slug}.yaml: ${field}`),
    `legal/${legalPages[0]?.slug}.yaml: lastUpdated`,
    'proof.yaml: cases.items',
  ]);
  const fields = left.map(({ field: { file, path } }) => findFieldSchema(file, path));
  expect(fields).not.toContain(undefined);
  const optional = left.filter(({ isOptional }) => isOptional);
  expect(optional.map(({ name }) => name)).toEqual(['VAT number', 'Microsoft partner status', 'cases']);
});
