import type { Content } from './content-types.ts';

/** Sample or missing content that the site's owner has to fill in. */
export interface Placeholder {
  /** A few words: `phone`, `maker of ShipGuru`. */
  what: string;
  /** File and field. */
  where: string;
  why: string;
  /** It may stay empty: not every company has one. */
  isOptional?: true;
}

type Row = readonly [isLeft: boolean, what: string, where: string, why: string, needed?: 'optional'];

/** Returns what is left to fill in before the site goes public. */
export function listPlaceholders({
  site,
  products,
  legalPages,
  proof,
  terms,
}: Pick<Content, 'site' | 'products' | 'legalPages' | 'proof' | 'terms'>): Placeholder[] {
  const names = (['name', 'legalName', 'logoText'] as const).filter((field) => site[field].includes('Avonspan'));
  const { contact, company, microsoftPartnership } = site;
  const { email, phone, address, socialMedia } = contact;
  // Ofcom reserves these numbers for drama.
  const isOfFilm = /1174960\d{3}$/.test(phone.replaceAll(/\D/g, ''));
  const rows: readonly Row[] = [
    [names.length > 0, 'company name', `site.yaml: ${names.join(', ')}`, 'Avonspan is made up'],
    [isMadeUp(email), 'email', 'site.yaml: contact.email', 'mail to .example reaches nobody'],
    [isOfFilm, 'phone', 'site.yaml: contact.phone', 'the number is fictional'],
    [address.includes('Example Wharf'), 'address', 'site.yaml: contact.address', 'the address is made up'],
    [isMadeUp(socialMedia.linkedin), 'LinkedIn page', 'site.yaml: contact.socialMedia.linkedin', 'the page is made up'],
    [!company.number, 'company number', 'site.yaml: company.number', required],
    [!company.registeredIn, 'place of registration', 'site.yaml: company.registeredIn', required],
    [!company.registeredOffice, 'registered office', 'site.yaml: company.registeredOffice', required],
    [!company.vatNumber, 'VAT number', 'site.yaml: company.vatNumber', requiredOfRegistered, 'optional'],
    [!microsoftPartnership, 'Microsoft partner status', 'site.yaml: microsoftPartnership', noPartner, 'optional'],
    ...Object.entries(terms).map(([name, { question, answer }]): Row => {
      return [answer === '', `answer to “${question}”`, `terms.yaml: ${name}.answer`, askedByBuyers];
    }),
    ...products.flatMap(({ slug, title, link, external, maker }): Row[] => [
      [isMadeUp(link), `link of ${title}`, `products/${slug}.yaml: link`, 'an address in .example leads nowhere'],
      [external && !maker, `maker of ${title}`, `products/${slug}.yaml: maker`, 'the product is another company’s'],
    ]),
    ...legalPages.map(({ slug, title, lastUpdated }): Row => {
      const isAsShipped = lastUpdated === 'January 2025';
      return [isAsShipped, `date of the ${title}`, `legal/${slug}.yaml: lastUpdated`, dateOfLaunch];
    }),
    ...Object.entries(proof).map(([kind, { items }]): Row => {
      return [items.length === 0, kind, `proof.yaml: ${kind}.items`, 'the pages show none until then', 'optional'];
    }),
  ];
  return rows
    .filter(([isLeft]) => isLeft)
    .map(([, what, where, why, needed]) => ({
      what,
      where: `content/${where}`,
      why,
      ...(needed === 'optional' && { isOptional: true }),
    }));
}

const required = 'required of a company: Names and Trading Disclosures Regulations 2015, 25';
const requiredOfRegistered = 'required of who is registered for VAT: E-Commerce Regulations 2002, 6';
const askedByBuyers = 'buyers ask it before they sign; no page answers until then';
const noPartner = 'the partner page states none while it is empty';
const dateOfLaunch = 'it is the one the text came with; set that of the launch';

/** Returns true for an address in .example, which nobody can own, or LinkedIn's of a company named so. */
function isMadeUp(address: string): boolean {
  return /[.-]example(?:\/|$)/.test(address);
}
