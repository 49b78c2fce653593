import type * as v from 'valibot';

import { answersSchema } from './schema/answers.ts';
import { legalPageSchema } from './schema/legal-page.ts';
import * as pages from './schema/pages.ts';
import { proofSchema } from './schema/proof.ts';
import { productPageSchema, productSchema } from './schema/product.ts';
import { servicePageSchema, serviceSchema } from './schema/service.ts';
import * as site from './schema/site.ts';

/** Where the list of the words has a file. */
export const groups = ['Pages', 'Services', 'Products', 'Legal texts', 'On every page', 'Elsewhere'] as const;

/** Content that is one file. `path` is the page that shows it, in the group of pages its own address. */
export const singles = {
  home: { file: 'home.yaml', schema: pages.homeSchema, group: 'Pages', path: '/' },
  productsPage: { file: 'products.yaml', schema: pages.productsPageSchema, group: 'Pages', path: '/products' },
  microsoftPartner: {
    file: 'microsoft-partner.yaml',
    schema: pages.microsoftPartnerSchema,
    group: 'Pages',
    path: '/microsoft-partner',
  },
  strategicConsultation: {
    file: 'strategic-consultation.yaml',
    schema: pages.strategicConsultationSchema,
    group: 'Pages',
    path: '/strategic-consultation',
  },
  about: { file: 'about.yaml', schema: pages.aboutSchema, group: 'Pages', path: '/about' },
  resources: { file: 'resources.yaml', schema: pages.resourcesSchema, group: 'Pages', path: '/resources' },
  contactPage: { file: 'contact.yaml', schema: pages.contactPageSchema, group: 'Pages', path: '/contact' },
  servicePage: {
    file: 'service-page.yaml',
    schema: servicePageSchema,
    group: 'Services',
    path: '/services/software-development',
  },
  answers: { file: 'answers.yaml', schema: answersSchema, group: 'Services', path: '/services/software-development' },
  productPage: {
    file: 'product-page.yaml',
    schema: productPageSchema,
    group: 'Products',
    path: '/products/adp-connector',
  },
  site: { file: 'site.yaml', schema: site.siteSchema, group: 'On every page', path: '/about' },
  navigation: { file: 'navigation.yaml', schema: site.navigationSchema, group: 'On every page', path: '/' },
  footer: { file: 'footer.yaml', schema: site.footerSchema, group: 'On every page', path: '/' },
  controls: { file: 'controls.yaml', schema: site.controlsSchema, group: 'On every page', path: '/privacy-policy' },
  proof: { file: 'proof.yaml', schema: proofSchema, group: 'Elsewhere', path: '/about' },
  notFound: { file: 'not-found.yaml', schema: pages.notFoundSchema, group: 'Elsewhere', path: '/404' },
  messagePage: { file: 'message-page.yaml', schema: site.messagePageSchema, group: 'Elsewhere' },
  acknowledgement: { file: 'acknowledgement.yaml', schema: site.acknowledgementSchema, group: 'Elsewhere' },
  office: { file: 'office.yaml', schema: site.officeSchema, group: 'Elsewhere' },
  securityTxt: {
    file: 'security.yaml',
    schema: site.securitySchema,
    group: 'Elsewhere',
    path: '/.well-known/security.txt',
  },
} as const satisfies Record<string, Single>;

/** Content with a folder of files, each an entry whose name is its file's. */
export const collections = {
  services: { folder: 'services', schema: serviceSchema, group: 'Services', path: '/services/' },
  products: { folder: 'products', schema: productSchema, group: 'Products', path: '/products/' },
  legalPages: { folder: 'legal', schema: legalPageSchema, group: 'Legal texts', path: '/' },
} as const;

interface Single {
  file: string;
  schema: v.GenericSchema;
  group: (typeof groups)[number];
  path?: string;
}

type Singles = { readonly [Name in keyof typeof singles]: v.InferOutput<(typeof singles)[Name]['schema']> };
type Collections = {
  readonly [Name in keyof typeof collections]: readonly (v.InferOutput<(typeof collections)[Name]['schema']> & {
    slug: string;
  })[];
};
/** All words of the site. */
export type Content = Singles & Collections;

/** A file of the content: which one, and what it has to be. */
export interface Kind extends Pick<Single, 'schema' | 'group' | 'path'> {
  name: keyof Content;
}

/** What a file is, by its path from content/; undefined for what is none. */
export function kindOf(file: string): Kind | undefined {
  for (const [name, single] of Object.entries(singles))
    if (single.file === file) return { name: name as keyof Singles, ...single };
  const [, folder, slug] = /^([^/]+)\/([^/]+)\.yaml$/.exec(file) ?? [];
  if (!slug) return undefined;
  for (const [name, collection] of Object.entries(collections))
    if (collection.folder === folder)
      return { name: name as keyof Collections, ...collection, path: `${collection.path}${slug}` };
  return undefined;
}
