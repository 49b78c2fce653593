import { listAnchors } from '../content/anchors.ts';
import type { Questions, Related } from '../content/schema/answers.ts';
import type { Seo } from '../content/schema/fields.ts';
import type { Product, ProductPage } from '../content/schema/product.ts';
import type { Service } from '../content/schema/service.ts';
import type { Content } from '../content/content-types.ts';
import type { Outcome, Values } from './contact/send-enquiry.ts';

/** Configuration of a deployment that the pages depend on. */
export interface Settings {
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  /** URL of a Supabase project that receives forms and sign-in instead of this server. */
  supabaseUrl?: string | undefined;
  supabaseAnonKey?: string | undefined;
  /** Date of the last change to each content file: see tooling/build/last-changes.ts. */
  lastChanges: Readonly<Record<string, string | null>>;
  /** Ids of the pages for which the build has drawn a social card. Undefined means all pages. */
  cards?: readonly string[] | undefined;
  code: BrowserCode;
}

/** Browser code of this build, by the URLs that the document refers to. */
export interface BrowserCode {
  /** URL of the entry module. */
  entry: string;
  /** Integrity hash of each module, by URL. */
  integrity: Readonly<Record<string, string>>;
}

/** All input of the pages: settings, content and routes. Modules hold none of it: other content is another site. */
export interface Site extends Settings {
  words: Content;
  pages: readonly Page[];
}

export interface PageProps extends PageState {
  site: Site;
  page: Page;
}

/** State of one rendering of a page, in addition to its content. */
export interface PageState {
  /** Outcome of the form that was sent without scripts. */
  outcome?: Outcome | undefined;
  /** Initial values of the form fields. */
  values?: Values | undefined;
  /** Error that is shown instead of the page. */
  fault?: Error | undefined;
}

/** A page: the source of its route, breadcrumbs, head, structured data and entries in the sitemap and llms.txt. */
export interface Page {
  id: string;
  /** Canonical path, without a trailing slash. */
  path: string;
  layout: Layout;
  /** Label in breadcrumbs: the label of a menu link to the page, else its title. */
  name: string;
  /** Its heading. */
  title: string;
  seo: Seo;
  /** Content files, relative to the root of the project. A folder ends with a slash. */
  words: readonly string[];
  /** Path of the parent page. The home page has none. */
  parent?: string;
  subject: Subject;
  /** Questions and answers that the page shows. */
  questions?: Questions;
}

/**
 * Style group of each layout. A browser checks the styles of a prefetched page against the policy of the current page.
 * So each policy names all groups: 53 bytes for each, in the first round trip.
 */
export const styleGroups = {
  home: 'home',
  contact: 'contact',
  service: 'service',
  legal: 'legal',
  products: 'products',
  product: 'product',
  about: 'company',
  'microsoft-partner': 'company',
  resources: 'company',
  'strategic-consultation': 'company',
} as const;

/** Style group of the error pages: one that exists, for the same reason. */
export const errorStyleGroup = styleGroups.product;

/** Key of the component that renders a page: see `layouts` in renderer.tsx. */
export type Layout = keyof typeof styleGroups;

/** Subject of a page: a service, a product, or else only the schema.org type of the page. */
export type Subject =
  | { type: PageType }
  | { type: 'Service'; service: Service }
  | { type: 'Product'; product: Product; page: ProductPage };

type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage';

export function openSite(words: Content, settings: Settings): Site {
  return { ...settings, words, pages: listPages(words) };
}

/** Returns the pages from the home page down to the given one, inclusive. Empty if no page has the path. */
export function listBreadcrumbs(pages: readonly Page[], path: string | undefined): Page[] {
  const page = pages.find((page) => page.path === path);
  return page ? [...listBreadcrumbs(pages, page.parent), page] : [];
}

/** Adds to each related link the name of its target: of the page or the anchor, else the path itself. */
export function listRelatedLinks({ pages, words }: Pick<Site, 'pages' | 'words'>, related: Related) {
  const places = listAnchors(words);
  const nameOf = (to: string) => pages.find(({ path }) => path === to)?.name ?? places.get(to) ?? to;
  return related.map(({ to, reason }) => ({ to, name: nameOf(to), text: reason }));
}

/** Returns every page of the site. Routes have no parameters, so an unknown path below /services is a 404. */
export function listPages(words: Content): readonly Page[] {
  const { about, contactPage, home, legalPages, microsoftPartner } = words;
  const { products, productsPage, resources, services, strategicConsultation } = words;
  const page = (
    path: string,
    layout: Layout,
    { seo, title }: Pick<Page, 'seo' | 'title'>,
    own: Partial<Page> = {},
  ) => ({
    id: path === '/' ? 'home' : path.slice(1),
    path,
    layout,
    name: labelInMenus(words, path) ?? (path === '/' ? 'Home' : title),
    title,
    seo,
    words: [`content/${layout}.yaml`],
    ...(path === '/' ? {} : { parent: '/' }),
    subject: { type: 'WebPage' } as const,
    ...own,
  });
  return [
    page('/', 'home', { seo: home.seo, title: home.hero.headline }),
    page('/products', 'products', productsPage, {
      words: ['content/products.yaml', 'content/products/'],
      subject: { type: 'CollectionPage' },
    }),
    ...products.flatMap((product) => {
      const { slug, title, page: own } = product;
      // A product without a detail page appears on /products only.
      if (!own) return [];
      const words = [`content/products/${slug}.yaml`];
      const subject = { type: 'Product', product, page: own } as const;
      const parts = { name: title, words, parent: '/products', subject };
      return [page(`/products/${slug}`, 'product', { seo: own.seo, title }, parts)];
    }),
    page('/microsoft-partner', 'microsoft-partner', microsoftPartner),
    page('/strategic-consultation', 'strategic-consultation', strategicConsultation),
    page('/about', 'about', about, { subject: { type: 'AboutPage' } }),
    page('/resources', 'resources', resources, { questions: resources.questions }),
    page('/contact', 'contact', contactPage, {
      words: ['content/contact.yaml', 'content/site.yaml'],
      subject: { type: 'ContactPage' },
    }),
    ...legalPages.map((text) => page(`/${text.slug}`, 'legal', text, { words: [`content/legal/${text.slug}.yaml`] })),
    ...services.map((service) => {
      const { slug, name, questions } = service;
      const parts = { name, words: [`content/services/${slug}.yaml`], questions };
      return page(`/services/${slug}`, 'service', service, { ...parts, subject: { type: 'Service', service } });
    }),
  ];
}

function labelInMenus({ navigation, footer }: Content, path: string): string | undefined {
  return [...navigation.links, ...footer.legal].find(({ to }) => to === path)?.label;
}
