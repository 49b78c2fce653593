import type { Accent } from '../accent.ts';
import type { Seo } from '../seo.ts';

/** Icons that a product may carry, drawn in app/components/product-icon.tsx. */
export type ProductIcon =
  | 'people-link'
  | 'label'
  | 'parcel'
  | 'chip'
  | 'flask'
  | 'medicine'
  | 'person-card'
  | 'shortlist';

/** One entry of the catalogue on /products. */
export interface Product {
  icon: ProductIcon;
  title: string;
  subtitle: string;
  description: string;
  features: readonly [string, string, string, string];
  color: Accent;
  /** The provider's site where `external`, else the contact page. */
  link: string;
  external: boolean;
  /** Present where the product has a page of its own. */
  page?: ProductPage;
}

/** The page /products/<slug>. It shows the product's icon, title and subtitle too. */
export interface ProductPage {
  slug: string;
  /** To search engines: software, or devices with the software in and behind them. */
  kind: 'software' | 'platform';
  seo: Seo;
  /** Two or three paragraphs: the problem, what the product does about it, how it is introduced. */
  description: readonly string[];
  /** The four key features. */
  features: readonly [Feature, Feature, Feature, Feature];
}

export interface Feature {
  title: string;
  text: string;
}
