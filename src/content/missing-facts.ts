import type { Content } from './content-models.ts';
import type { FieldRef } from './merge-content.ts';

/** Sample or missing content that the site's owner has to fill in before launch. */
export interface MissingFact {
  /** A few words: `phone`, `maker of ShipGuru`. */
  name: string;
  /** File and field, for people. */
  location: string;
  /** The first field of `location`. */
  field: FieldRef;
  reason: string;
  /** It may stay empty: not every company has one. */
  isOptional?: true;
  /** The company itself is made up: such a site is not shown to search engines. */
  isMadeUp?: true;
}

type MissingFactRow = readonly [
  isMissing: boolean,
  name: string,
  field: string,
  reason: string,
  need?: 'optional' | 'made up',
];

/** Returns the facts that are still missing. */
export function listMissingFacts(
  content: Pick<Content, 'site' | 'products' | 'legalPages' | 'proof' | 'terms'>,
): MissingFact[] {
  const { site, products, legalPages, proof, terms } = content;
  const names = (['name', 'legalName', 'logoText'] as const).filter((field) => site[field].includes('Avonspan'));
  const { contact, company, microsoftPartnership } = site;
  const { email, phone, address, socialMedia } = contact;
  // Ofcom reserves these numbers for drama.
  const isFictionalPhone = /1174960\d{3}$/.test(phone.replaceAll(/\D/g, ''));
  const rows: readonly MissingFactRow[] = [
    [names.length > 0, 'company name', `site.yaml: ${names.join(', ')}`, 'Avonspan is made up', 'made up'],
    [isExampleDomain(email), 'email', 'site.yaml: contact.email', 'mail to .example reaches nobody', 'made up'],
    [isFictionalPhone, 'phone', 'site.yaml: contact.phone', 'the number is fictional', 'made up'],
    [address.includes('Example Wharf'), 'address', 'site.yaml: contact.address', 'the address is made up', 'made up'],
    [
      isExampleDomain(socialMedia.linkedin),
      'LinkedIn page',
      'site.yaml: contact.socialMedia.linkedin',
      'the page is made up',
    ],
    [!company.number, 'company number', 'site.yaml: company.number', requiredByLaw],
    [!company.registeredIn, 'place of registration', 'site.yaml: company.registeredIn', requiredByLaw],
    [!company.registeredOffice, 'registered office', 'site.yaml: company.registeredOffice', requiredByLaw],
    [!company.vatNumber, 'VAT number', 'site.yaml: company.vatNumber', requiredWithVat, 'optional'],
    [!microsoftPartnership, 'Microsoft partner status', 'site.yaml: microsoftPartnership', noPartner, 'optional'],
    ...Object.entries(terms).map(([name, { question, answer }]): MissingFactRow => {
      return [answer === '', `answer to “${question}”`, `terms.yaml: ${name}.answer`, askedByBuyers];
    }),
    ...products.flatMap(({ slug, title, link, external, maker }): MissingFactRow[] => [
      [
        isExampleDomain(link),
        `link of ${title}`,
        `products/${slug}.yaml: link`,
        'an address in .example leads nowhere',
      ],
      [external && !maker, `maker of ${title}`, `products/${slug}.yaml: maker`, 'the product is another company’s'],
    ]),
    ...legalPages.map(({ slug, title, lastUpdated }): MissingFactRow => {
      const isAsShipped = lastUpdated === 'January 2025';
      return [isAsShipped, `date of the ${title}`, `legal/${slug}.yaml: lastUpdated`, dateOfLaunch];
    }),
    ...Object.entries(proof).map(([kind, { items }]): MissingFactRow => {
      return [items.length === 0, kind, `proof.yaml: ${kind}.items`, 'the pages show none until then', 'optional'];
    }),
  ];
  return rows
    .filter(([isMissing]) => isMissing)
    .map(([, name, field, reason, need]) => ({
      name,
      location: `content/${field}`,
      field: parseField(field),
      reason,
      ...(need === 'optional' && { isOptional: true }),
      ...(need === 'made up' && { isMadeUp: true }),
    }));
}

function parseField(location: string): FieldRef {
  const [file = '', names = ''] = location.split(': ');
  return { file, path: names.replace(/,.*/, '').split('.') };
}

const requiredByLaw = 'required of a company: Names and Trading Disclosures Regulations 2015, 25';
const requiredWithVat = 'required of a company registered for VAT: E-Commerce Regulations 2002, 6';
const askedByBuyers = 'buyers ask it before they sign; no page answers until then';
const noPartner = 'the partner page states none while it is empty';
const dateOfLaunch = 'it is the sample date; set the date of launch';

/** Returns true for an email or URL in .example, which nobody can own, or LinkedIn's of a company named so. */
function isExampleDomain(emailOrUrl: string): boolean {
  return /[.-]example(?:\/|$)/.test(emailOrUrl);
}
