import type { RouteConfigEntry } from '@react-router/dev/routes';

import { products } from '../content/products/index.ts';
import { services } from '../content/services/index.ts';

const serviceRoutes = services.map(({ slug }) => page(`/services/${slug}`, `services/${slug}`));
const productRoutes = products.flatMap((product) =>
  product.page ? [page(`/products/${product.page.slug}`, 'product')] : [],
);

/** Every page of the site. Routes carry no parameters, so that an unknown address below /services is an unknown address. */
export const pages = [
  page('/', 'home'),
  page('/products', 'products'),
  ...productRoutes,
  page('/microsoft-partner', 'microsoft-partner'),
  page('/strategic-consultation', 'strategic-consultation'),
  page('/about', 'about'),
  page('/resources', 'resources'),
  page('/contact', 'contact'),
  page('/privacy-policy', 'legal'),
  page('/terms-of-service', 'legal'),
  page('/cookie-policy', 'legal'),
  ...serviceRoutes,
];

export default [
  {
    // What fails inside a page is shown in its place: header, footer and theme stay.
    id: 'page-frame',
    file: 'page-frame.tsx',
    children: [...pages, { id: 'not-found', path: '*', file: 'pages/not-found.tsx' }],
  },
  { id: 'sitemap', path: '/sitemap.xml', file: 'pages/sitemap.ts' },
  { id: 'robots', path: '/robots.txt', file: 'pages/robots.ts' },
] satisfies RouteConfigEntry[];

function page(path: string, layout: string) {
  return { id: path === '/' ? 'home' : path.slice(1), path, file: `pages/${layout}.tsx` };
}
