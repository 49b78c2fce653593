import type { Page } from '../routes.ts';
import { removeMarkdownMarks } from '../../content/markdown.ts';
import { site as opened } from './read-page.ts';
import {
  about,
  answers,
  caseStudiesPage,
  contactPage,
  controls,
  footer,
  home,
  legalPages,
  microsoftPartner,
  newsPage,
  productPage,
  products,
  productsPage,
  resources,
  servicePage,
  site,
  strategicConsultation,
} from '../../content/release-content.ts';

/** Texts of the untouched contact form; its fields have a test of their own. */
const { title, submit, required, privacyNote } = contactPage.form;
const { email, phone, address } = site.contact;

/** Legal pages without the sections for Supabase: the site under test receives messages itself. */
export const shownLegalPages = legalPages.map((text) => ({
  ...text,
  sections: text.sections.filter(({ shownWith }) => shownWith !== 'supabase'),
}));

/** Headings above the answers on pages of services and products. */
const { general: _general, related: _related, questions: overQuestions, ...overAnswers } = answers;

// The status is shown only when there is one.
const { status: _status, ...partner } = microsoftPartner;

const contents: Record<string, unknown> = {
  '/': home,
  '/products': [
    productsPage,
    products.map(({ page, maker: _maker, fit, related, ...entry }) => [entry, page ? [] : [fit, related]]),
  ],
  '/microsoft-partner': partner,
  '/strategic-consultation': strategicConsultation,
  '/about': about,
  '/resources': resources,
  '/case-studies': caseStudiesPage,
  '/news': newsPage,
  '/contact': { ...contactPage, form: { title, submit, required, privacyNote }, facts: [email, phone, address] },
  ...Object.fromEntries(shownLegalPages.map((text) => [`/${text.slug}`, text])),
};

/** Fields that are not text of the page itself. */
const unseen =
  /^(?:seo|slug|kind|icon|structure|shownWith|look|mark|color|gradient|link|to|slider|hours|countSwitch|description|picture|source|consent|subject)$/;

/** The two columns of the footer whose entries may lack an address. */
export const footerColumns = [
  { ...footer.products, items: footer.products.items.map(named) },
  { ...footer.company, items: footer.company.items.map(placed) },
];

function placed({ label, page, href }: (typeof footer.company.items)[number]) {
  return { label, href: href ?? opened.pages.find(({ path }) => path === page)?.path };
}

function named({ product, href }: (typeof footer.products.items)[number]) {
  return { href, label: products.find(({ slug }) => slug === product)?.title ?? '' };
}

/** Returns the texts of a page's content, paragraph by paragraph. */
export function listPageTexts(page: Page): string[] {
  return textsIn(contentOf(page)).flatMap((text) => text.replaceAll('\u00A0', ' ').split('\n\n'));
}

/** Returns the links of a page's content, with their texts. */
export function listPageLinks(page: Page): { name: string; to: string }[] {
  return linksIn(contentOf(page));
}

function contentOf({ path, subject, blockPage }: Page): unknown {
  if (blockPage) {
    const { title, lead, blocks } = blockPage;
    return [
      title,
      lead,
      ...blocks.map((block) => (block.text === undefined ? block : removeMarkdownMarks(block.text).split('\n'))),
    ];
  }
  if (subject.type === 'Service') {
    const { technologies, ...words } = servicePage;
    const { worksWith: _worksWith, ...overFit } = answers.fit;
    return [
      subject.service,
      words,
      overFit,
      answers.related,
      overQuestions,
      subject.service.technologies ? technologies : [],
    ];
  }
  if (subject.type === 'Product') {
    const { visit, ...words } = productPage;
    const { title, subtitle, external, maker, fit, related } = subject.product;
    const madeBy = maker ? controls.maker.replace('{maker}', maker) : [];
    return [title, subtitle, subject.page, fit, related, overAnswers, words, external ? visit : [], madeBy];
  }
  return contents[path] ?? [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (unseen.test(key) ? [] : textsIn(inner)));
}

function linksIn(value: unknown): { name: string; to: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { to, label, title, name } = value as Readonly<Record<string, string | undefined>>;
  const own = to === undefined ? [] : [{ name: label ?? title ?? name ?? '', to }];
  return [...own, ...Object.values(value).flatMap(linksIn)];
}
