import { dirname } from 'node:path';

import { readContent } from './read-content.ts';

/**
 * Every word of the site, read once. Builds have these values instead of this module (see tooling/words-module.ts): no file is
 * read, and nothing is checked, where the site runs.
 */
export const {
  about,
  acknowledgement,
  contactPage,
  controls,
  footer,
  home,
  legalPages,
  messagePage,
  microsoftPartner,
  navigation,
  notFound,
  productPage,
  products,
  productsPage,
  resources,
  securityTxt,
  servicePage,
  services,
  site,
  strategicConsultation,
} = readContent(dirname(import.meta.dirname));
