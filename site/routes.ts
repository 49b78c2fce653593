import { listAnchors } from '../content/anchors.ts';
import type { Questions, Related } from '../content/schema/answers.ts';
import type { Seo } from '../content/schema/fields.ts';
import type { Product, ProductPage } from '../content/schema/product.ts';
import type { Service } from '../content/schema/service.ts';
import type { Content } from '../content/content-types.ts';
import type { Outcome, Values } from './contact/send-enquiry.ts';

/** What the pages are told of the place where they are shown. */
export interface Settings {
  /** The site's origin, without a slash at the end. */
  siteUrl: string;
  /** A Supabase project that forms and sign-in go to instead of this server. */
  supabaseUrl?: string | undefined;
  supabaseAnonKey?: string | undefined;
  /** When each file of the content was last changed: see tooling/build/last-changes.ts. */
  lastChanges: Readonly<Record<string, string | null>>;
  /** The ids of the pages that the build has drawn a card for; left out, it is all of them. */
  cards?: readonly string[] | undefined;
  code: BrowserCode;
}

/** What the browser runs of this build, as the document that loads it names it. */
export interface BrowserCode {
  /** The address of the module that starts everything. */
  entry: string;
  /** The hash of each module, by its address. */
  integrity: Readonly<Record<string, string>>;
}

/** All that a page is made of. No module holds any of it: with other words it is another site. */
export interface Site extends Settings {
  words: Content;
  pages: readonly Page[];
}

export interface PageProps extends PageState {
  site: Site;
  page: Page;
}

/** What a page shows beside what the words say. */
export interface PageState {
  /** What became of the form that was sent without scripts. */
  outcome?: Outcome | undefined;
  /** What the fields of a form hold at first. */
  values?: Values | undefined;
  /** What is shown in the page's place. */
  fault?: Error | undefined;
}

/** One page, with all that its route, breadcrumbs, head, structured data and its lines in sitemap and llms.txt are made of. */
export interface Page {
  id: string;
  /** Its one address on this site, without a slash at the end. */
  path: string;
  layout: Layout;
  /** What breadcrumbs call it: as a menu does that links to it, else by its title. */
  name: string;
  /** Its heading. */
  title: string;
  seo: Seo;
  /** Where its words stand, from the root of the project; a folder ends with a slash. */
  words: readonly string[];
  /** The address of the page above it. The home page has none. */
  parent?: string;
  subject: Subject;
  /** What it is asked and answers, where it shows that. */
  questions?: Questions;
}

/**
 * Which pages have the same styles; `none` are those in no layout. A browser holds the styles of a page that it reads ahead
 * against the policy of the page that it is on. So each policy names them all: 53 bytes for every sheet, in the first round trip.
 */
export const sheets = {
  home: 'home',
  contact: 'contact',
  service: 'service',
  legal: 'legal',
  products: 'products',
  product: 'product',
  none: 'product',
  about: 'company',
  'microsoft-partner': 'company',
  resources: 'company',
  'strategic-consultation': 'company',
} as const;

/** What shows a page: see `layouts` in renderer.tsx. */
export type Layout = Exclude<keyof typeof sheets, 'none'>;

/** What a page is about; for the others, what the page itself is. */
export type Subject =
  | { type: PageType }
  | { type: 'Service'; service: Service }
  | { type: 'Product'; product: Product; page: ProductPage };

type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage';

export function openSite(words: Content, settings: Settings): Site {
  return { ...settings, words, pages: listPages(words) };
}

/** The way to a page, from the home page to itself. Empty where no page has the address. */
export function listBreadcrumbs(pages: readonly Page[], path: string | undefined): Page[] {
  const page = pages.find((page) => page.path === path);
  return page ? [...listBreadcrumbs(pages, page.parent), page] : [];
}

/** Ways on, with what the site calls the places that they lead to. */
export function listRelatedLinks({ pages, words }: Pick<Site, 'pages' | 'words'>, related: Related) {
  const places = listAnchors(words);
  const nameOf = (to: string) => pages.find(({ path }) => path === to)?.name ?? places.get(to) ?? to;
  return related.map(({ to, reason }) => ({ to, name: nameOf(to), text: reason }));
}

/** Every page of the site. Routes carry no parameters, so that an unknown address below /services is an unknown address. */
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
      // One without a page of its own stands on /products alone.
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
