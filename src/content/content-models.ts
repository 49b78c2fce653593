import type * as v from 'valibot';
import type { schemas } from './schemas.ts';

/** Headings of the list of content files. */
export const contentGroups = [
  'Pages',
  'Further pages',
  'Case studies',
  'News',
  'Services',
  'Products',
  'Legal texts',
  'On every page',
  'Elsewhere',
] as const;

/** Content that is one file. `path` is a page that shows it; in the group Pages, its own path. */
export const singletons = {
  home: { file: 'home.yaml', group: 'Pages', path: '/' },
  productsPage: { file: 'products.yaml', group: 'Pages', path: '/products' },
  microsoftPartner: { file: 'microsoft-partner.yaml', group: 'Pages', path: '/microsoft-partner' },
  strategicConsultation: { file: 'strategic-consultation.yaml', group: 'Pages', path: '/strategic-consultation' },
  about: { file: 'about.yaml', group: 'Pages', path: '/about' },
  resources: { file: 'resources.yaml', group: 'Pages', path: '/resources' },
  contactPage: { file: 'contact.yaml', group: 'Pages', path: '/contact' },
  caseStudiesPage: { file: 'case-studies.yaml', group: 'Case studies', path: '/case-studies' },
  newsPage: { file: 'news.yaml', group: 'News', path: '/news' },
  servicePage: { file: 'service-page.yaml', group: 'Services', path: '/services/software-development' },
  answers: { file: 'answers.yaml', group: 'Services', path: '/services/software-development' },
  terms: { file: 'terms.yaml', group: 'Services', path: '/services/software-development' },
  productPage: { file: 'product-page.yaml', group: 'Products', path: '/products/adp-connector' },
  site: { file: 'site.yaml', group: 'On every page', path: '/about' },
  navigation: { file: 'navigation.yaml', group: 'On every page', path: '/' },
  footer: { file: 'footer.yaml', group: 'On every page', path: '/' },
  controls: { file: 'controls.yaml', group: 'On every page', path: '/privacy-policy' },
  proof: { file: 'proof.yaml', group: 'Elsewhere', path: '/about' },
  redirects: { file: 'redirects.yaml', group: 'Further pages' },
  notFound: { file: 'not-found.yaml', group: 'Elsewhere', path: '/404' },
  messagePage: { file: 'message-page.yaml', group: 'Elsewhere' },
  acknowledgement: { file: 'acknowledgement.yaml', group: 'Elsewhere' },
  office: { file: 'office.yaml', group: 'Elsewhere', path: '/contact' },
  securityTxt: { file: 'security.yaml', group: 'Elsewhere', path: '/.well-known/security.txt' },
} as const satisfies Record<string, Singleton>;

/** Content with a folder of files, each an entry whose slug is its file's name. */
export const collections = {
  services: { folder: 'services', group: 'Services', path: '/services/' },
  products: { folder: 'products', group: 'Products', path: '/products/' },
  legalPages: { folder: 'legal', group: 'Legal texts', path: '/' },
  caseStudies: { folder: 'case-studies', group: 'Case studies', path: '/case-studies/' },
  news: { folder: 'news', group: 'News', path: '/news/' },
  pages: { folder: 'pages', group: 'Further pages', path: '/' },
} as const;

/** Entries of collections that the site is specified to have. Their addresses are fixed. */
export const filesWithFixedAddress: ReadonlySet<string> = new Set([
  ...[
    'business-processes',
    'data-analytics',
    'devops-cloudops',
    'dynamics-365',
    'erp-implementation',
    'mobility',
    'net-technologies',
    'power-platform',
    'retail-ecommerce',
    'sap',
    'software-development',
  ].map((slug) => `services/${slug}.yaml`),
  ...[
    'adp-connector',
    'bartender-connector',
    'bbptechnologies',
    'employee-self-service',
    'lis365',
    'medicine-delivery',
    'recruitment-management',
    'shipguru',
  ].map((slug) => `products/${slug}.yaml`),
]);

interface Singleton {
  file: string;
  group: (typeof contentGroups)[number];
  path?: string;
}

type ContentValue<Name extends keyof typeof schemas> = v.InferOutput<(typeof schemas)[Name]>;
type SingletonValues = { readonly [Name in keyof typeof singletons]: ContentValue<Name> };
type CollectionValues = {
  readonly [Name in keyof typeof collections]: readonly (ContentValue<Name> & { slug: string })[];
};
/** All content of the site. */
export type Content = SingletonValues & CollectionValues;

/** The content model of a file. */
interface ContentModel extends Pick<Singleton, 'group' | 'path'> {
  name: keyof Content;
  /** Name of the file; of a collection's entry the last part of its path. */
  slug: string;
}

/** Returns the content model of a path from content/; undefined if it is no content file. */
export function findContentModel(file: string): ContentModel | undefined {
  const [, folder, slug = ''] = /^(?:([\w-]+)\/)?([\w -]+)\.yaml$/.exec(file) ?? [];
  for (const [name, single] of Object.entries(singletons))
    if (single.file === file) return { name: name as keyof SingletonValues, slug, ...single };
  for (const [name, collection] of Object.entries(collections))
    if (collection.folder === folder)
      return { name: name as keyof CollectionValues, slug, ...collection, path: `${collection.path}${slug}` };
  return undefined;
}
