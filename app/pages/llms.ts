import { home, navigation, site } from '../../content/words.ts';
import { pages, type Page } from '../routes.ts';

/** What the site has, for programs that read language: Markdown as https://llmstxt.org describes it. */
export function loader(): Response {
  const { email, phone, address } = site.contact;
  const text = [
    `# ${site.name}`,
    `> ${site.tagline}. ${home.hero.line}`,
    `${site.legalName}, ${address}. Email ${email}, phone ${phone}.`,
    ...sections.map(({ title, has }) => [`## ${title}`, '', ...pages.filter(has).map(entry)].join('\n')),
  ].join('\n\n');
  return new Response(`${text}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

const isService = ({ subject }: Page): boolean => subject.type === 'Service';
const isProduct = ({ path }: Page): boolean => path.startsWith('/products');
const isLegal = ({ file }: Page): boolean => file === 'pages/legal.tsx';

const sections: readonly { title: string; has: (page: Page) => boolean }[] = [
  { title: navigation.services.label, has: isService },
  { title: 'Products', has: isProduct },
  { title: 'Company', has: (page) => !isService(page) && !isProduct(page) && !isLegal(page) },
  // The format's own word for what may be left out.
  { title: 'Optional', has: isLegal },
];

function entry({ name, path, seo }: Page): string {
  return `- [${name}](${import.meta.env.SITE_URL}${path}): ${seo.description}`;
}
