import type {
  MergeLeafTypes,
  Organization,
  OrganizationLeaf,
  PostalAddress,
  ProfessionalServiceLeaf,
} from 'schema-dts';

import type { ContactFacts } from '../contact-facts.ts';

export interface Company {
  name: string;
  legalName: string;
  tagline: string;
  contact: ContactFacts;
}

/** The company, and the office where it can be met: one node, since they are one thing with one address. */
export type CompanyNode = MergeLeafTypes<[OrganizationLeaf, ProfessionalServiceLeaf]>;

/** All that the footer shows of the company. */
export function companyNode({ name, legalName, tagline, contact }: Company, id: string, siteUrl: string): CompanyNode {
  return {
    '@type': ['Organization', 'ProfessionalService'],
    '@id': id,
    name,
    legalName,
    description: tagline,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
    email: contact.email,
    telephone: contact.phone,
    address: postalAddress(contact.address),
    sameAs: [contact.socialMedia.linkedin],
  };
}

/** Who stands behind a page that is about something else. No office: what is called one has to have an address. */
export function companyReference({ name }: Company, id: string, siteUrl: string): Organization {
  return { '@type': 'Organization', '@id': id, name, url: `${siteUrl}/` };
}

/** The parts of an address in Britain: street, and behind the last comma town and postcode. Any other stays as it is. */
export function postalAddress(address: string): PostalAddress | string {
  const [, streetAddress, addressLocality, postalCode] =
    /^(.+), ([^,]+) ([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.exec(address) ?? [];
  if (!streetAddress || !addressLocality || !postalCode) return address;
  return { '@type': 'PostalAddress', streetAddress, addressLocality, postalCode };
}
