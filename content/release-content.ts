import { assembleContent } from './assemble-content.ts';
import { releaseFiles } from './release-files.ts';

/** The content of the release, assembled once. See release-files.ts. */
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
} = assembleContent(releaseFiles);
