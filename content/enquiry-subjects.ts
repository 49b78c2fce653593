import type { Content } from './content-types.ts';

/** The part of an address that says what an enquiry is about: `/contact?subject=services/sap`. */
export const subjectParameter = 'subject';

/**
 * What an enquiry can be begun about: the subject that the form then has, by the key that an address names it with. Those of services,
 * products and pages are their addresses without the first slash.
 */
export function listEnquirySubjects({ contactPage, home, products, services }: Content): ReadonlyMap<string, string> {
  const { service, product, sector, ...others } = contactPage.form.subjects;
  return new Map([
    ...services.map(({ slug, name }) => [`services/${slug}`, service.replace('{service}', () => name)] as const),
    ...products.map(({ slug, title }) => [`products/${slug}`, product.replace('{product}', () => title)] as const),
    ...home.sectors.items.map(({ name }) => [createSectorKey(name), sector.replace('{sector}', () => name)] as const),
    ...Object.entries(others),
  ]);
}

export function createSectorKey(name: string): string {
  return `sectors/${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** The address of a link to the form, with the subject begun; any other address as it is. */
export function beginEnquiry(to: string, key: string): string {
  return to === '/contact' ? `${to}?${subjectParameter}=${encodeURI(key)}` : to;
}
