import { getAnchorNames } from '../content/anchor-names.ts';
import { listBlockPages } from '../content/block-pages.ts';
import type { RelatedLinks } from '../content/schema/answers.ts';
import type { Seo } from '../content/schema/fields.ts';
import type { Product, ProductPage } from '../content/schema/product.ts';
import type { Service } from '../content/schema/service.ts';
import { collections, type Content } from '../content/content-models.ts';
import type { RelatedLink } from './components/fit-and-questions.tsx';
import type { FormOutcome, FormValues } from './contact/send-enquiry.ts';

/** Configuration of a deployment that the pages depend on. */
export interface SiteSettings {
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  /** URL of a Supabase project that receives forms and sign-in instead of this server. */
  supabaseUrl?: string | undefined;
  supabaseAnonKey?: string | undefined;
  /** False if views of pages are not counted. */
  countsViews?: boolean | undefined;
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
export interface Site extends SiteSettings {
  content: Content;
  pages: readonly Page[];
}

/** Props of each page layout. */
export interface PageProps extends PageState {
  site: Site;
  page: Page;
}

/** State of one rendering of a page, in addition to its content. */
export interface PageState {
  /** Outcome of the form that was sent without scripts. */
  outcome?: FormOutcome | undefined;
  /** Initial values of the form fields. */
  formValues?: FormValues | undefined;
  /** Error that is shown instead of the page. */
  error?: Error | undefined;
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
  contentFiles: readonly string[];
  /** Path of the parent page. The home page has none. */
  parentPath?: string;
  subject: PageSubject;
  /** What an editor composed, of a page of blocks. */
  blockPage?: BlockPage;
}

type BlockPage = ReturnType<typeof listBlockPages>[number];

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
  'block-page': 'blocks',
  'block-list': 'blocks',
} as const;

/** Style group of the error pages: one that exists, for the same reason. */
export const errorStyleGroup = styleGroups.product;

/** Key of the component that renders a page: see `layouts` in renderer.tsx. */
export type Layout = keyof typeof styleGroups;

/** Subject of a page: a service, a product, or else only the schema.org type of the page. */
export type PageSubject =
  | { type: PageType }
  | { type: 'Service'; service: Service }
  | { type: 'Product'; product: Product; page: ProductPage };

type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage';

/** Combines content and settings with the list of pages. */
export function createSite(content: Content, settings: SiteSettings): Site {
  return { ...settings, content, pages: listPages(content) };
}

/** Returns the pages from the home page down to the given one, inclusive. Empty if no page has the path. */
export function listBreadcrumbs(pages: readonly Page[], path: string | undefined): Page[] {
  const page = pages.find((page) => page.path === path);
  return page ? [...listBreadcrumbs(pages, page.parentPath), page] : [];
}

/** Returns related links with the name of each target: of the page or the anchor, else its path. */
export function listRelatedLinks(
  { pages, content }: Pick<Site, 'pages' | 'content'>,
  related: RelatedLinks,
): RelatedLink[] {
  const anchors = getAnchorNames(content);
  const findName = (to: string) => pages.find(({ path }) => path === to)?.name ?? anchors.get(to) ?? to;
  return related.map(({ to, reason }) => ({ to, name: findName(to), text: reason }));
}

/** Returns every page of the site. Routes have no parameters, so an unknown path below /services is a 404. */
export function listPages(content: Content): readonly Page[] {
  const { about, contactPage, home, legalPages, microsoftPartner } = content;
  const { products, productsPage, resources, services, strategicConsultation } = content;
  const page = (
    path: string,
    layout: Layout,
    { seo, title }: Pick<Page, 'seo' | 'title'>,
    overrides: Partial<Page> = {},
  ): Page => ({
    id: path === '/' ? 'home' : path.slice(1),
    path,
    layout,
    name: findMenuLabel(content, path) ?? (path === '/' ? 'Home' : title),
    title,
    seo,
    contentFiles: [`content/${layout}.yaml`],
    ...(path === '/' ? {} : { parentPath: '/' }),
    subject: { type: 'WebPage' } as const,
    ...overrides,
  });
  return [
    page('/', 'home', { seo: home.seo, title: home.hero.headline }),
    page('/products', 'products', productsPage, {
      contentFiles: ['content/products.yaml', 'content/products/'],
      subject: { type: 'CollectionPage' },
    }),
    ...products.flatMap((product) => {
      const { slug, title, page: detailPage } = product;
      // A product without a detail page appears on /products only.
      if (!detailPage) return [];
      const contentFiles = [`content/products/${slug}.yaml`];
      const subject = { type: 'Product', product, page: detailPage } as const;
      const parts = { name: title, contentFiles, parentPath: '/products', subject };
      return [page(`/products/${slug}`, 'product', { seo: detailPage.seo, title }, parts)];
    }),
    page('/microsoft-partner', 'microsoft-partner', microsoftPartner),
    page('/strategic-consultation', 'strategic-consultation', strategicConsultation),
    page('/about', 'about', about, { subject: { type: 'AboutPage' } }),
    page('/resources', 'resources', resources),
    page('/contact', 'contact', contactPage, {
      contentFiles: ['content/contact.yaml', 'content/site.yaml'],
      subject: { type: 'ContactPage' },
    }),
    ...legalPages.map((text) =>
      page(`/${text.slug}`, 'legal', text, { contentFiles: [`content/legal/${text.slug}.yaml`] }),
    ),
    ...services.map((service) => {
      const { slug, name } = service;
      const parts = { name, contentFiles: [`content/services/${slug}.yaml`] };
      return page(`/services/${slug}`, 'service', service, { ...parts, subject: { type: 'Service', service } });
    }),
    ...(['caseStudies', 'news'] as const).flatMap((name) => {
      const path = `/${collections[name].folder}`;
      const contentFiles = [`content${path}.yaml`, `content${path}/`];
      const parts = { contentFiles, subject: { type: 'CollectionPage' } as const };
      return content[name].length > 0 ? page(path, 'block-list', addSeo(content[`${name}Page`]), parts) : [];
    }),
    ...listBlockPages(content).map((one) => page(one.path, 'block-page', addSeo(one), describeBlockPage(one))),
  ];
}

function addSeo({ title, description }: Pick<BlockPage, 'title' | 'description'>) {
  return { title, seo: { title, description, keywords: [] } };
}

function describeBlockPage(blockPage: BlockPage): Partial<Page> {
  const { collection, path, slug } = blockPage;
  return {
    contentFiles: [`content/${collections[collection].folder}/${slug}.yaml`],
    parentPath: path.slice(0, -slug.length - 1) || '/',
    blockPage,
  };
}

function findMenuLabel({ navigation, footer }: Content, path: string): string | undefined {
  return [...navigation.links, ...footer.legal].find(({ to }) => to === path)?.label;
}
