/** How the company is reached. All four are shown; none is ever empty. */
export interface ContactFacts {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

/**
 * An address, or a text with one in it, as it is shown: the postcode stays whole and beside its town, the number beside its
 * street, whoever wrote it.
 */
export function holdAddress(address: string): string {
  return address
    .replace(/ ([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/, '\u00A0$1\u00A0$2')
    .replaceAll(/\b(\d+[A-Za-z]?) (?=[A-Z][a-z])/g, '$1\u00A0');
}

/** A `tel:` address of a phone number as it is written for people. */
export function formatPhoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** As schema.org has it. */
interface PostalAddress {
  '@type': 'PostalAddress';
  streetAddress: string;
  addressLocality: string;
  postalCode: string;
}

/** The parts of an address in Britain: street, and behind the last comma town and postcode. Any other stays as it is. */
export function parsePostalAddress(address: string): PostalAddress | string {
  const [, streetAddress, addressLocality, postalCode] =
    /^(.+), ([^,]+) ([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.exec(address) ?? [];
  if (!streetAddress || !addressLocality || !postalCode) return address;
  return { '@type': 'PostalAddress', streetAddress, addressLocality, postalCode };
}
