import { answersSchema } from './schema/answers.ts';
import { legalPageSchema } from './schema/legal-page.ts';
import * as pages from './schema/pages.ts';
import { productPageSchema, productSchema } from './schema/product.ts';
import { proofSchema } from './schema/proof.ts';
import { servicePageSchema, serviceSchema } from './schema/service.ts';
import * as site from './schema/site.ts';

/** What each kind of file has to be. Loaded only where words are judged or edited: see docs/decisions/019. */
export const schemas = {
  home: pages.homeSchema,
  productsPage: pages.productsPageSchema,
  microsoftPartner: pages.microsoftPartnerSchema,
  strategicConsultation: pages.strategicConsultationSchema,
  about: pages.aboutSchema,
  resources: pages.resourcesSchema,
  contactPage: pages.contactPageSchema,
  notFound: pages.notFoundSchema,
  servicePage: servicePageSchema,
  answers: answersSchema,
  productPage: productPageSchema,
  site: site.siteSchema,
  navigation: site.navigationSchema,
  footer: site.footerSchema,
  controls: site.controlsSchema,
  proof: proofSchema,
  messagePage: site.messagePageSchema,
  acknowledgement: site.acknowledgementSchema,
  office: site.officeSchema,
  securityTxt: site.securitySchema,
  services: serviceSchema,
  products: productSchema,
  legalPages: legalPageSchema,
};
