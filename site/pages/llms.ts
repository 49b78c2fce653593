import type { Page } from '../routes.ts';
import type { Site } from '../site.ts';

/** What the site has, for programs that read language: Markdown as https://llmstxt.org describes it. */
export function llms({ words: { home, navigation, site }, pages, siteUrl }: Site): string {
  const sections: readonly { title: string; has: (page: Page) => boolean }[] = [
    { title: navigation.services.label, has: isService },
    { title: 'Products', has: isProduct },
    { title: 'Company', has: (page) => !isService(page) && !isProduct(page) && !isLegal(page) },
    // The format's own word for what may be left out.
    { title: 'Optional', has: isLegal },
  ];
  const entry = ({ name, path, seo }: Page) => `- [${name}](${siteUrl}${path}): ${seo.description}`;
  const { email, phone, address } = site.contact;
  const text = [
    `# ${site.name}`,
    `> ${site.tagline}. ${home.hero.line}`,
    `${site.legalName}, ${address}. Email ${email}, phone ${phone}.`,
    ...sections.map(({ title, has }) => [`## ${title}`, '', ...pages.filter(has).map(entry)].join('\n')),
  ].join('\n\n');
  return `${text}\n`;
}

const isService = ({ subject }: Page): boolean => subject.type === 'Service';
const isProduct = ({ path }: Page): boolean => path.startsWith('/products');
const isLegal = ({ layout }: Page): boolean => layout === 'legal';
