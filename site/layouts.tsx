import type { ComponentType } from 'react';

import * as about from './pages/about.tsx';
import * as contact from './pages/contact.tsx';
import * as home from './pages/home.tsx';
import * as legal from './pages/legal.tsx';
import * as microsoftPartner from './pages/microsoft-partner.tsx';
import * as product from './pages/product.tsx';
import * as products from './pages/products.tsx';
import * as resources from './pages/resources.tsx';
import * as service from './pages/service.tsx';
import * as strategicConsultation from './pages/strategic-consultation.tsx';
import type { PageProps, PageState } from './site.ts';

/** What shows a page, by the name under which the route table has it. */
export const layouts = {
  about,
  contact,
  home,
  legal,
  'microsoft-partner': microsoftPartner,
  product,
  products,
  resources,
  service,
  'strategic-consultation': strategicConsultation,
} satisfies Record<string, { default: ComponentType<PageProps>; states?: readonly PageState[] }>;

export type Layout = keyof typeof layouts;

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
} as const satisfies Record<Layout | 'none', string>;
