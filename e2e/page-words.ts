import type { Page } from '../app/routes.ts';
import { about } from '../content/about.ts';
import { contactPage } from '../content/contact.ts';
import { home } from '../content/home.ts';
import { legalPages } from '../content/legal/index.ts';
import { microsoftPartner } from '../content/microsoft-partner.ts';
import { productPage } from '../content/product-page.ts';
import { products } from '../content/products/index.ts';
import { productsPage } from '../content/products-page.ts';
import { resources } from '../content/resources.ts';
import { servicePage } from '../content/service-page.ts';
import { site } from '../content/site.ts';
import { strategicConsultation } from '../content/strategic-consultation.ts';

/** What of the contact form is there before anybody has used it; its fields have a test of their own. */
const { title, submit, required, privacyNote } = contactPage.form;
const { email, phone, address } = site.contact;

const contents: Record<string, unknown> = {
  '/': home,
  '/products': [productsPage, products.map(({ page: _page, ...entry }) => entry)],
  '/microsoft-partner': microsoftPartner,
  '/strategic-consultation': strategicConsultation,
  '/about': about,
  '/resources': resources,
  '/contact': { ...contactPage, form: { title, submit, required, privacyNote }, facts: [email, phone, address] },
  ...Object.fromEntries(Object.entries(legalPages).map(([slug, text]) => [`/${slug}`, text])),
};

/** What is no text of the page itself. */
const unseen = new Set([
  'seo',
  'slug',
  'kind',
  'icon',
  'structure',
  'composition',
  'color',
  'gradient',
  'link',
  'to',
  'slider',
]);

/** Every text that a page's content has it show, paragraph by paragraph. */
export function wordsOf(page: Page): string[] {
  return textsIn(contentOf(page)).flatMap((text) => text.replaceAll('\u00A0', ' ').split('\n\n'));
}

/** Every link that it names, with its own words. */
export function linksOf(page: Page): { name: string; to: string }[] {
  return linksIn(contentOf(page));
}

function contentOf({ path, subject }: Page): unknown {
  if (subject.type === 'Service') {
    const { technologies, ...words } = servicePage;
    return [subject.service, words, subject.service.technologies ? technologies : []];
  }
  if (subject.type === 'Product') {
    const { visit, ...words } = productPage;
    const { title, subtitle, external } = subject.product;
    return [title, subtitle, subject.page, words, external ? visit : []];
  }
  return contents[path] ?? [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (unseen.has(key) ? [] : textsIn(inner)));
}

function linksIn(value: unknown): { name: string; to: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { to, label, title, name } = value as Record<string, unknown>;
  const own = typeof to === 'string' ? [{ name: String(label ?? title ?? name), to }] : [];
  return [...own, ...Object.values(value).flatMap(linksIn)];
}
