import type { LoaderFunctionArgs, MetaArgs, MetaDescriptor } from 'react-router';

import { servicePage } from '../../../content/service-page.ts';
import { services } from '../../../content/services/index.ts';
import { metaTags, pageHead } from '../../page-head.ts';

/** What a service's page shows: the last part of its address says which service. For the route modules to export. */
export function loader({ pattern }: LoaderFunctionArgs) {
  const service = services.find(({ slug }) => pattern === `/services/${slug}`);
  if (!service) throw new Error(`No service has the address ${pattern}`);
  const { seo, ...page } = service;
  return { head: pageHead(seo, pattern), service: page, words: servicePage };
}

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  return metaTags(loaderData?.head);
}
