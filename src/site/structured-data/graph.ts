import type { MergeLeafTypes, OrganizationLeaf, ProfessionalServiceLeaf, Thing } from 'schema-dts';
import { parsePostalAddress } from '../../content/contact-details.ts';
import type { Content } from '../../content/content-models.ts';
import { listPictureFiles } from '../../content/picture-files.ts';
import type { Page } from '../routes.ts';

/**
 * Returns the schema.org data of a page: one graph, whose nodes refer to each other by ids that are the same on every
 * page. It states nothing that the page does not show. Throws if `breadcrumbs` is empty.
 * @param breadcrumbs pages from the home page to this one
 * @param siteUrl the origin of the site, without a trailing slash
 */
export function buildStructuredData(breadcrumbs: readonly Page[], siteUrl: string, company: Company) {
  const page = breadcrumbs.at(-1);
  if (!page) throw new Error('The breadcrumbs must end with the page itself');
  const ids = createNodeIds(siteUrl, page.path);
  const subject = createSubjectNode(page, ids);
  const graph: (Thing | CompanyNode)[] = [
    isAboutCompany(page) ? createCompanyNode(company, ids, page) : createCompanyReference(company, ids),
    createWebSiteNode(company, ids),
    createWebPageNode(breadcrumbs, page, ids),
    ...(breadcrumbs.length > 1 ? [createBreadcrumbList(breadcrumbs, ids, siteUrl)] : []),
    ...(subject ? [subject] : []),
  ];
  return { '@context': 'https://schema.org', '@graph': graph };
}

/** Tests if the page is about the company. Such pages describe it in full; all others only refer to it. */
function isAboutCompany({ path, subject }: Page): boolean {
  return path === '/' || subject.type === 'AboutPage' || subject.type === 'ContactPage';
}

function createWebSiteNode({ name }: Company, { site, home, organization }: Ids): Thing {
  const publisher = { '@id': organization };
  return { '@type': 'WebSite', '@id': site, url: home, name, inLanguage: 'en-GB', publisher };
}

function createWebPageNode(breadcrumbs: readonly Page[], page: Page, ids: Ids): Thing {
  const { type } = page.subject;
  const isSubject = type === 'Service' || type === 'Product' || page.blockPage?.date !== undefined;
  return {
    '@type': isSubject ? 'WebPage' : type,
    '@id': ids.page,
    url: ids.page,
    name: page.title,
    isPartOf: { '@id': ids.site },
    ...(breadcrumbs.length > 1 ? { breadcrumb: { '@id': ids.breadcrumbs } } : {}),
    ...(isSubject ? { mainEntity: { '@id': ids.subject } } : {}),
    ...(isAboutCompany(page) ? { mainEntity: { '@id': ids.organization } } : {}),
  };
}

function createBreadcrumbList(breadcrumbs: readonly Page[], ids: Ids, siteUrl: string): Thing {
  return {
    '@type': 'BreadcrumbList',
    '@id': ids.breadcrumbs,
    itemListElement: breadcrumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@id': siteUrl + path },
    })),
  };
}

/** Returns the node of the page's service, product or article, in the page's wording. Undefined if it has none. */
function createSubjectNode({ subject, blockPage }: Page, ids: Ids): Thing | undefined {
  if (blockPage?.date !== undefined) {
    const { collection, title, lead, date, picture } = blockPage;
    return {
      '@type': collection === 'news' ? 'NewsArticle' : 'Article',
      '@id': ids.subject,
      headline: title,
      description: lead,
      datePublished: date,
      ...(picture && { image: new URL(listPictureFiles(picture).jpeg.path, ids.page).href }),
      publisher: { '@id': ids.organization },
    };
  }
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
    // Third-party products refer to their own site, ours to us as the provider.
    ...(product.external ? { sameAs: product.link } : { provider: { '@id': ids.organization } }),
  };
}

type Ids = ReturnType<typeof createNodeIds>;

/**
 * Returns the ids of the graph's nodes: stable across pages and builds as long as URLs stay. The id of the page is its
 * URL; `subject` is the service or product that it is about.
 * @param siteUrl the origin of the site, without a trailing slash
 */
function createNodeIds(siteUrl: string, path: string) {
  const page = siteUrl + path;
  return {
    home: `${siteUrl}/`,
    organization: `${siteUrl}/#organization`,
    site: `${siteUrl}/#website`,
    page,
    breadcrumbs: `${page}#breadcrumbs`,
    subject: `${page}#subject`,
  };
}

type Company = Pick<Content['site'], 'name' | 'legalName' | 'tagline' | 'area' | 'contact'>;

/** Node of the company and its office: one node, since both have one address. */
type CompanyNode = MergeLeafTypes<[OrganizationLeaf, ProfessionalServiceLeaf]>;

/** Returns the full company node: all facts in the footer, and on the contact page also the area served. */
function createCompanyNode(company: Company, { home, organization }: Ids, { subject }: Page): CompanyNode {
  const { name, legalName, tagline, area, contact } = company;
  return {
    '@type': ['Organization', 'ProfessionalService'],
    '@id': organization,
    name,
    legalName,
    description: tagline,
    url: home,
    logo: `${home}icon-512.png`,
    email: contact.email,
    telephone: contact.phone,
    address: parsePostalAddress(contact.address),
    sameAs: [contact.socialMedia.linkedin],
    ...(subject.type === 'ContactPage' && { areaServed: area }),
  };
}

/** Returns the short company node of all other pages. Not a ProfessionalService: that type needs an address. */
function createCompanyReference({ name }: Company, { home, organization }: Ids): Thing {
  return { '@type': 'Organization', '@id': organization, name, url: home };
}
