import type { MergeLeafTypes, OrganizationLeaf, ProfessionalServiceLeaf, Thing } from 'schema-dts';

import { parsePostalAddress } from '../../content/contact-facts.ts';
import type { Content } from '../../content/content-types.ts';
import type { Page, Subject } from '../routes.ts';

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
export function buildStructuredData(way: readonly Page[], siteUrl: string, company: Company): Graph {
  const page = way.at(-1);
  if (!page) throw new Error('The way to a page has that page at its end');
  const ids = idsOf(siteUrl, page.path);
  const subject = subjectNode(page.subject, ids);
  const describe = isAboutCompany(page) ? companyNode : companyReference;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      describe(company, ids.organization, siteUrl, page),
      webSite(company, ids, siteUrl),
      webPage(way, page, ids),
      ...(way.length > 1 ? [breadcrumbList(way, ids, siteUrl)] : []),
      ...(subject ? [subject] : []),
      ...(page.questions ? [questionsNode(page.questions, ids)] : []),
    ],
  };
}

/** Where the company is what the page is about, it is told in full; the others only say who they are from. */
function isAboutCompany({ path, subject }: Page): boolean {
  return path === '/' || subject.type === 'AboutPage' || subject.type === 'ContactPage';
}

function webSite({ name }: Company, ids: Ids, siteUrl: string): Thing {
  const publisher = { '@id': ids.organization };
  return { '@type': 'WebSite', '@id': ids.site, url: `${siteUrl}/`, name, inLanguage: 'en-GB', publisher };
}

function webPage(way: readonly Page[], page: Page, ids: Ids): Thing {
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

function breadcrumbList(way: readonly Page[], ids: Ids, siteUrl: string): Thing {
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

/** The service or product that a page describes, in the page's own words; undefined where the page is about neither. */
function subjectNode(subject: Subject, ids: Ids): Thing | undefined {
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

/** Questions with their answers, which the page shows word for word. */
function questionsNode(questions: NonNullable<Page['questions']>, ids: Ids): Thing {
  return {
    '@type': 'FAQPage',
    '@id': `${ids.page}#questions`,
    isPartOf: { '@id': ids.page },
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

type Ids = ReturnType<typeof idsOf>;

/**
 * The ids of the graph's nodes: the same on every page and after every build, as long as addresses stay. The page's is its address,
 * and `subject` is what it is about, where that is a thing of its own.
 * @param siteUrl the site's origin, without a slash at the end
 */
function idsOf(siteUrl: string, path: string) {
  const page = siteUrl + path;
  return {
    organization: `${siteUrl}/#organization`,
    site: `${siteUrl}/#website`,
    page,
    breadcrumbs: `${page}#breadcrumbs`,
    subject: `${page}#subject`,
  };
}

type Company = Pick<Content['site'], 'name' | 'legalName' | 'tagline' | 'area' | 'contact'>;

/** The company, and the office where it can be met: one node, since they are one thing with one address. */
type CompanyNode = MergeLeafTypes<[OrganizationLeaf, ProfessionalServiceLeaf]>;

/** All that the footer shows of the company; and on the contact page, what that alone shows. */
function companyNode(company: Company, id: string, siteUrl: string, { subject }: Page): CompanyNode {
  const { name, legalName, tagline, area, contact } = company;
  return {
    '@type': ['Organization', 'ProfessionalService'],
    '@id': id,
    name,
    legalName,
    description: tagline,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
    email: contact.email,
    telephone: contact.phone,
    address: parsePostalAddress(contact.address),
    sameAs: [contact.socialMedia.linkedin],
    ...(subject.type === 'ContactPage' && { areaServed: area }),
  };
}

/** Who stands behind a page that is about something else. No office: what is called one has to have an address. */
function companyReference({ name }: Company, id: string, siteUrl: string): Thing {
  return { '@type': 'Organization', '@id': id, name, url: `${siteUrl}/` };
}
