import type { LoaderFunctionArgs, MetaArgs, MetaDescriptor } from 'react-router';

import { productPage } from '../../../content/product-page.ts';
import { products } from '../../../content/products/index.ts';
import { metaTags, pageHead } from '../../page-head.ts';

/** What a product's page shows: the last part of its address says which product. For the route modules to export. */
export function loader({ pattern }: LoaderFunctionArgs) {
  const product = products.find(({ page }) => pattern === `/products/${page?.slug}`);
  if (!product?.page) throw new Error(`No product has the address ${pattern}`);
  const { icon, title, subtitle, color, link, external, page } = product;
  const { description, features } = page;
  return {
    head: pageHead(page.seo, pattern),
    product: { icon, title, subtitle, color, link, external, description, features },
    words: productPage,
  };
}

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  return metaTags(loaderData?.head);
}
