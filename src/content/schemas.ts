import { answersSchema } from './schema/answers.ts';
import { caseStudySchema, listPage, newsSchema, pageSchema, redirects } from './schema/block-page.ts';
import { legalPageSchema } from './schema/legal-page.ts';
import * as pages from './schema/pages.ts';
import { productPageSchema, productSchema } from './schema/product.ts';
import { proofSchema } from './schema/proof.ts';
import { servicePageSchema, serviceSchema } from './schema/service.ts';
import * as site from './schema/site.ts';
import { termsSchema } from './schema/terms.ts';

/** Schema of each content type. Loaded only where content is validated or edited: see docs/decisions/019. */
export const schemas = {
  ...pages,
  ...site,
  servicePage: servicePageSchema,
  answers: answersSchema,
  terms: termsSchema,
  productPage: productPageSchema,
  proof: proofSchema,
  services: serviceSchema,
  products: productSchema,
  legalPages: legalPageSchema,
  caseStudiesPage: listPage('Case studies'),
  newsPage: listPage('News'),
  redirects,
  caseStudies: caseStudySchema,
  news: newsSchema,
  pages: pageSchema,
};
