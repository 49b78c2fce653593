import type { Product, Service, SoftwareApplication } from 'schema-dts';

import type { Subject } from '../routes.ts';
import type { Ids } from './ids.ts';

/** The service or product that a page describes, in the page's own words; undefined where the page is about neither. */
export function subjectNode(subject: Subject, ids: Ids): Product | Service | SoftwareApplication | undefined {
  if (subject.type === 'Service') {
    const { name, description } = subject.service;
    return {
      '@type': 'Service',
      '@id': ids.subject,
      name,
      description: description[0] ?? name,
      url: ids.page,
      provider: { '@id': ids.organization },
    };
  }
  if (subject.type !== 'Product') return undefined;
  const { product, page } = subject;
  const shown = { '@id': ids.subject, name: product.title, description: product.subtitle, url: ids.page };
  if (page.kind === 'platform') return { '@type': 'Product', ...shown };
  return {
    '@type': 'SoftwareApplication',
    ...shown,
    featureList: page.features.map(({ title }) => title),
    // Others' products are named by their own site; ours by us.
    ...(product.external ? { sameAs: product.link } : { provider: { '@id': ids.organization } }),
  };
}
