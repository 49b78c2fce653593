import type { Content } from './content-types.ts';

/** Query parameter with the key of an enquiry's subject: `/contact?subject=services/sap`. */
export const subjectParameter = 'subject';

/**
 * Returns the subjects with which the form can be opened, by their key in the URL. The key of a service, a product or a
 * page is its path without the first slash.
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

/** Adds the subject's key to a link to the form. Returns any other link unchanged. */
export function beginEnquiry(to: string, key: string): string {
  return to === '/contact' ? `${to}?${subjectParameter}=${encodeURI(key)}` : to;
}
