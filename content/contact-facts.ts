/** The company's contact details. All four are shown; none is ever empty. */
export interface ContactFacts {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

/**
 * Sets no-break spaces in an address, or in a text that has one: within the postcode, between town and postcode, and
 * between house number and street.
 */
export function holdAddress(address: string): string {
  return address
    .replace(/ ([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/, '\u00A0$1\u00A0$2')
    .replaceAll(/\b(\d+[A-Za-z]?) (?=[A-Z][a-z])/g, '$1\u00A0');
}

/** Returns the `tel:` URL of a formatted phone number. */
export function formatPhoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** A PostalAddress of schema.org. */
interface PostalAddress {
  '@type': 'PostalAddress';
  streetAddress: string;
  addressLocality: string;
  postalCode: string;
}

/** Parses a British address: street, and after the last comma town and postcode. Returns any other unchanged. */
export function parsePostalAddress(address: string): PostalAddress | string {
  const [, streetAddress, addressLocality, postalCode] =
    /^(.+), ([^,]+) ([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.exec(address) ?? [];
  if (!streetAddress || !addressLocality || !postalCode) return address;
  return { '@type': 'PostalAddress', streetAddress, addressLocality, postalCode };
}
