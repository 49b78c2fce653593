import type { BreadcrumbList, Thing, WebPage, WebSite } from 'schema-dts';

import type { Page } from '../routes.ts';
import { idsOf, type Ids } from './ids.ts';
import { companyNode, companyReference, type Company, type CompanyNode } from './organization.ts';
import { subjectNode } from './subject-node.ts';

export interface Graph {
  '@context': 'https://schema.org';
  '@graph': readonly (Thing | CompanyNode)[];
}

/**
 * What a page states to programs in the words of schema.org: one graph, whose nodes name each other by ids that are the same on
 * every page. Nothing stands in it that the page does not show to people.
 * @param way the pages from the home page to this one
 * @param siteUrl the site's origin, without a slash at the end
 */
export function structuredData(way: readonly Page[], siteUrl: string, company: Company): Graph {
  const page = way.at(-1);
  if (!page) throw new Error('The way to a page has that page at its end');
  const ids = idsOf(siteUrl, page.path);
  const subject = subjectNode(page.subject, ids);
  const describe = isAboutCompany(page) ? companyNode : companyReference;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      describe(company, ids.organization, siteUrl),
      webSite(company, ids, siteUrl),
      webPage(way, page, ids),
      ...(way.length > 1 ? [breadcrumbList(way, ids, siteUrl)] : []),
      ...(subject ? [subject] : []),
    ],
  };
}

/** Where the company is what the page is about, it is told in full; the others only say who they are from. */
function isAboutCompany({ path, subject }: Page): boolean {
  return path === '/' || subject.type === 'AboutPage' || subject.type === 'ContactPage';
}

function webSite({ name }: Company, ids: Ids, siteUrl: string): WebSite {
  const publisher = { '@id': ids.organization };
  return { '@type': 'WebSite', '@id': ids.site, url: `${siteUrl}/`, name, inLanguage: 'en-GB', publisher };
}

function webPage(way: readonly Page[], page: Page, ids: Ids): WebPage {
  const { type } = page.subject;
  const isSubject = type === 'Service' || type === 'Product';
  return {
    '@type': isSubject ? 'WebPage' : type,
    '@id': ids.page,
    url: ids.page,
    name: page.title,
    isPartOf: { '@id': ids.site },
    ...(way.length > 1 ? { breadcrumb: { '@id': ids.breadcrumbs } } : {}),
    ...(isSubject ? { mainEntity: { '@id': ids.subject } } : {}),
    ...(isAboutCompany(page) ? { mainEntity: { '@id': ids.organization } } : {}),
  };
}

function breadcrumbList(way: readonly Page[], ids: Ids, siteUrl: string): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    '@id': ids.breadcrumbs,
    itemListElement: way.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@id': siteUrl + path },
    })),
  };
}
