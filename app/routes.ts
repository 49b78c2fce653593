import type { RouteConfigEntry } from '@react-router/dev/routes';

import type { Seo } from '../content/schema/fields.ts';
import type { Product, ProductPage } from '../content/schema/product.ts';
import type { Service } from '../content/schema/service.ts';
import {
  about,
  contactPage,
  footer,
  home,
  legalPages,
  microsoftPartner,
  navigation,
  products,
  productsPage,
  resources,
  services,
  strategicConsultation,
} from '../content/words.ts';

/** One page, with all that its route, breadcrumbs, head, structured data and its lines in sitemap and llms.txt are made of. */
export interface Page {
  id: string;
  /** Its one address on this site, without a slash at the end. */
  path: string;
  file: string;
  /** What menus and breadcrumbs call it. */
  name: string;
  /** Its heading. */
  title: string;
  seo: Seo;
  /** Where its words stand, from the root of the project; a folder ends with a slash. */
  words: readonly string[];
  /** The address of the page above it. The home page has none. */
  parent?: string;
  subject: Subject;
}

/** What a page is about; for the others, what the page itself is. */
export type Subject =
  | { type: PageType }
  | { type: 'Service'; service: Service }
  | { type: 'Product'; product: Product; page: ProductPage };

type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage';

/** Every page of the site. Routes carry no parameters, so that an unknown address below /services is an unknown address. */
export const pages = listPages();

export default listRoutes();

/** The way to a page, from the home page to itself. Empty where no page has the address. */
export function wayTo(path: string | undefined): Page[] {
  const page = pages.find((page) => page.path === path);
  return page ? [...wayTo(page.parent), page] : [];
}

function listRoutes(): RouteConfigEntry[] {
  return [
    {
      // What fails inside a page is shown in its place: header, footer and theme stay.
      id: 'page-frame',
      file: 'page-frame.tsx',
      children: [
        ...pages.map(({ id, path, file }) => ({ id, path, file })),
        { id: 'not-found', path: '*', file: 'pages/not-found.tsx' },
      ],
    },
    { id: 'product-documents', path: '/product-documents.svg', file: 'pages/product-documents.tsx' },
    { id: 'service-miniatures', path: '/service-miniatures.svg', file: 'pages/service-miniatures.tsx' },
    { id: 'sitemap', path: '/sitemap.xml', file: 'pages/sitemap.ts' },
    { id: 'robots', path: '/robots.txt', file: 'pages/robots.ts' },
    { id: 'llms', path: '/llms.txt', file: 'pages/llms.ts' },
    { id: 'security', path: '/.well-known/security.txt', file: 'pages/security.ts' },
  ];
}

function listPages(): readonly Page[] {
  return [
    page('/', 'home', { seo: home.seo, title: home.hero.headline }),
    page('/products', 'products', productsPage, {
      words: ['content/products.yaml', 'content/products/'],
      subject: { type: 'CollectionPage' },
    }),
    ...products.flatMap(productPages),
    page('/microsoft-partner', 'microsoft-partner', microsoftPartner),
    page('/strategic-consultation', 'strategic-consultation', strategicConsultation),
    page('/about', 'about', about, { subject: { type: 'AboutPage' } }),
    page('/resources', 'resources', resources),
    page('/contact', 'contact', contactPage, {
      words: ['content/contact.yaml', 'content/site.yaml'],
      subject: { type: 'ContactPage' },
    }),
    ...legalPages.map((text) => page(`/${text.slug}`, 'legal', text, { words: [`content/legal/${text.slug}.yaml`] })),
    ...services.map(servicePage),
  ];
}

function servicePage(service: Service): Page {
  const { slug, name } = service;
  const words = [`content/services/${slug}.yaml`];
  return page(`/services/${slug}`, 'service', service, { name, words, subject: { type: 'Service', service } });
}

/** A product without a page of its own stands on /products alone. */
function productPages(product: Product): Page[] {
  const { title, slug, page: own } = product;
  if (!own) return [];
  return [
    page(
      `/products/${slug}`,
      'product',
      { seo: own.seo, title },
      {
        name: title,
        words: [`content/products/${slug}.yaml`],
        parent: '/products',
        subject: { type: 'Product', product, page: own },
      },
    ),
  ];
}

function page(
  path: string,
  layout: string,
  { seo, title }: Pick<Page, 'seo' | 'title'>,
  own: Partial<Page> = {},
): Page {
  return {
    id: path === '/' ? 'home' : path.slice(1),
    path,
    file: `pages/${layout}.tsx`,
    name: own.name ?? nameInMenus(path),
    title,
    seo,
    words: [`content/${layout}.yaml`],
    ...(path === '/' ? {} : { parent: '/' }),
    subject: { type: 'WebPage' },
    ...own,
  };
}

function nameInMenus(path: string): string {
  const link = [...navigation.links, ...footer.legal].find(({ to }) => to === path);
  if (!link) throw new Error(`Neither content/navigation.yaml nor content/footer.yaml has a link to ${path}`);
  return link.label;
}
