/** How the company is reached. All four are shown; none is ever empty. */
export interface ContactFacts {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

/** A `tel:` address of a phone number as it is written for people. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
