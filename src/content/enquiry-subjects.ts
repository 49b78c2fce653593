import { createBlockSubjectKey, listBlockPages } from './block-pages.ts';
import type { Content } from './content-models.ts';

/** Query parameter with the key of an enquiry's subject: `/contact?subject=services/sap`. */
export const subjectParameter = 'subject';

/** Returns the subjects that a link to the form can set, by key: the path of a page, without its first slash. */
export function listEnquirySubjects(content: Content): ReadonlyMap<string, string> {
  const { contactPage, home, products, services } = content;
  const { service, product, sector, ...others } = contactPage.form.subjects;
  return new Map([
    ...services.map(({ slug, name }) => [`services/${slug}`, service.replace('{service}', () => name)] as const),
    ...products.map(({ slug, title }) => [`products/${slug}`, product.replace('{product}', () => title)] as const),
    ...home.sectors.items.map(
      ({ name }) => [formatSectorSubjectKey(name), sector.replace('{sector}', () => name)] as const,
    ),
    ...listBlockPages(content).flatMap(({ path, blocks }) =>
      blocks.flatMap(({ callToAction }, index) =>
        callToAction?.subject ? [[createBlockSubjectKey(path, index), callToAction.subject] as const] : [],
      ),
    ),
    ...Object.entries(others),
  ]);
}

/** Returns the subject key of a sector: `sectors/public-health`. */
export function formatSectorSubjectKey(sectorName: string): string {
  return `sectors/${sectorName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** Adds the subject's key to a link to the form. Returns any other link unchanged. */
export function addSubjectToLink(linkTarget: string, subjectKey: string): string {
  return linkTarget === '/contact' ? `${linkTarget}?${subjectParameter}=${encodeURI(subjectKey)}` : linkTarget;
}
