import type { Content } from './kinds.ts';

/** What the site came with, or without, until its owner fills it in. */
export interface Placeholder {
  /** In a few words: `phone`, `maker of ShipGuru`. */
  what: string;
  /** File and field, and another way where there is one. */
  where: string;
  why: string;
  /** Not every company has one: it may stay empty. */
  isOptional?: true;
}

/** What is left to fill in before the site goes public. */
export function placeholders({
  site,
  products,
  legalPages,
  proof,
}: Pick<Content, 'site' | 'products' | 'legalPages' | 'proof'>): Placeholder[] {
  const names = (['name', 'legalName', 'logoText'] as const).filter((field) => site[field].includes('Avonspan'));
  const { contact, company } = site;
  const { email, phone, address } = contact;
  const found: (Placeholder | false)[] = [
    names.length > 0 && {
      what: 'company name',
      where: `content/site.yaml: ${names.join(', ')}`,
      why: 'Avonspan is made up',
    },
    isMadeUp(email) && contactFact('email', 'email', 'mail to .example reaches nobody'),
    // Ofcom keeps these numbers for films.
    /1174960\d{3}$/.test(phone.replaceAll(/\D/g, '')) && contactFact('phone', 'phone', 'the number is fictional'),
    address.includes('Example Wharf') && contactFact('address', 'address', 'the address is made up'),
    isMadeUp(contact.socialMedia.linkedin) &&
      contactFact('LinkedIn page', 'socialMedia.linkedin', 'the page is made up'),
    !company.number && particular('company number', 'number', required),
    !company.registeredIn && particular('place of registration', 'registeredIn', required),
    !company.registeredOffice && particular('registered office', 'registeredOffice', required),
    !company.vatNumber && {
      ...particular('VAT number', 'vatNumber', 'required of who is registered for VAT: E-Commerce Regulations 2002, 6'),
      isOptional: true,
    },
    !site.microsoftPartnership && {
      what: 'Microsoft partner status',
      where: 'content/site.yaml: microsoftPartnership',
      why: 'the partner page states none while it is empty',
      isOptional: true,
    },
    ...products.flatMap(({ slug, title, link, external, maker }) => [
      isMadeUp(link) && {
        what: `link of ${title}`,
        where: `content/products/${slug}.yaml: link`,
        why: 'an address in .example leads nowhere',
      },
      external &&
        !maker && {
          what: `maker of ${title}`,
          where: `content/products/${slug}.yaml: maker`,
          why: 'the product is another company’s',
        },
    ]),
    ...legalPages.map(
      ({ slug, title, lastUpdated }) =>
        lastUpdated === 'January 2025' && {
          what: `date of the ${title}`,
          where: `content/legal/${slug}.yaml: lastUpdated`,
          why: 'it is the one the text came with; set that of the launch',
        },
    ),
    ...Object.entries(proof).map(([kind, { items }]) => items.length === 0 && proofOf(kind)),
  ];
  return found.filter((placeholder) => placeholder !== false);
}

const required = 'required of a company: Names and Trading Disclosures Regulations 2015, 25';

function contactFact(what: string, field: string, why: string): Placeholder {
  return { what, where: `content/site.yaml: contact.${field}`, why };
}

function particular(what: string, field: keyof Content['site']['company'], why: string): Placeholder {
  return { what, where: `content/site.yaml: company.${field}`, why };
}

function proofOf(what: string): Placeholder {
  return { what, where: `content/proof.yaml: ${what}.items`, why: 'the pages show none until then', isOptional: true };
}

/** Whether an address ends in .example, which nobody can own, or is LinkedIn's of a company called so. */
function isMadeUp(address: string): boolean {
  return /[.-]example(?:\/|$)/.test(address);
}
