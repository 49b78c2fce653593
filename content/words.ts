import { assembleContent } from './assemble-content.ts';
import { files } from './stored-words.ts';

/**
 * Every word of the site, read once. In builds the files have been read and checked before (see stored-words.ts): none is where
 * the site runs.
 */
export const {
  about,
  acknowledgement,
  answers,
  contactPage,
  controls,
  footer,
  home,
  legalPages,
  messagePage,
  microsoftPartner,
  navigation,
  notFound,
  office,
  productPage,
  products,
  productsPage,
  proof,
  resources,
  securityTxt,
  servicePage,
  services,
  site,
  strategicConsultation,
  terms,
} = assembleContent(files);
