/** The company's contact details, none of them empty. */
export interface ContactDetails {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

/**
 * Inserts no-break spaces in an address, or a text with one: within the postcode, between town and postcode, and
 * between house number and street.
 */
export function keepAddressPartsTogether(text: string): string {
  return text
    .replace(/ ([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/, '\u00A0$1\u00A0$2')
    .replaceAll(/\b(\d+[A-Za-z]?) (?=[A-Z][a-z])/g, '$1\u00A0');
}

/** Returns the `tel:` URL of a formatted phone number. */
export function formatPhoneUrl(phone: string): string {
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
export function parsePostalAddress(postalAddress: string): PostalAddress | string {
  const [, streetAddress, addressLocality, postalCode] =
    /^(.+), ([^,]+) ([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.exec(postalAddress) ?? [];
  if (!streetAddress || !addressLocality || !postalCode) return postalAddress;
  return { '@type': 'PostalAddress', streetAddress, addressLocality, postalCode };
}
