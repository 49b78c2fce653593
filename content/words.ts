import { assembleContent } from './assemble-content.ts';
import { files } from './stored-words.ts';

/**
 * The content of the release, read once. Builds inline the files, read and checked (see stored-words.ts): the running
 * site has no content files.
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
