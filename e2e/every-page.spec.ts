import { wayTo, type Page } from '../site/routes.ts';
import { pages } from './pages.ts';
import { navigation, services, site as company } from '../content/words.ts';
import { readConfig } from '../start/config.ts';
import { footerColumns, linksOf, wordsOf } from './page-words.ts';
import { readPage, type ReadPage } from './read-page.ts';
import { expect, test } from './site.ts';

const { siteUrl } = readConfig({});

// What stands in the HTML stands there without scripts.
test.use({ javaScriptEnabled: false });

test('every page says the same of itself in all places, and names nothing that is not there', async ({
  page,
  request,
  site: { url: baseURL },
}) => {
  // Some 30 pages, and 100 files.
  test.setTimeout(120_000);
  const read = new Map<Page, ReadPage>();
  for (const route of pages) {
    const answer = await page.goto(route.path);
    expect([answer?.status(), answer?.headers()['x-robots-tag']], route.path).toEqual([200, undefined]);
    read.set(route, await readPage(page));
  }

  await test.step('a head of its own, which lets it be indexed', () => {
    for (const [{ path, seo }, { title, description, keywords, canonical, robots }] of read) {
      expect({ title, description, keywords, canonical, robots }, path).toEqual({
        title: [`${seo.title} | ${company.name}`],
        description: [seo.description],
        keywords: [seo.keywords.join(', ')],
        canonical: [siteUrl + path],
        robots: [],
      });
    }
    for (const fact of ['title', 'description', 'keywords'] as const)
      expect(new Set([...read.values()].map((it) => it[fact][0])).size, fact).toBe(pages.length);
  });

  await test.step('one language, its landmarks, one heading of first rank, no gap among the others, and no style attribute', () => {
    for (const [{ path, title }, { language, theme, parts, headings, sectionsWithoutHeading, styled }] of read) {
      expect({ language, theme, parts, sectionsWithoutHeading, styled }, path).toEqual({
        language: 'en-GB',
        theme: 'dark',
        parts: ['header', 'main', 'footer'],
        sectionsWithoutHeading: 0,
        styled: [],
      });
      const [first, ...others] = headings.map(({ rank }) => rank);
      expect([first, headings[0]?.text], path).toEqual([1, title]);
      expect(others, path).not.toContain(1);
      for (const [index, { rank, text }] of headings.entries()) {
        expect(text, path).not.toBe('');
        expect(rank, `"${text}" of ${path} leaves out a rank`).toBeLessThanOrEqual(
          (headings[index - 1]?.rank ?? 0) + 1,
        );
      }
    }
  });

  await test.step('all words and links of its content, to be read without scripts', () => {
    for (const [route, { main, links, invisible }] of read) {
      const words = wordsOf(route);
      expect(words.length, route.path).toBeGreaterThan(5);
      expect(
        words.filter((text) => !main.includes(text.replaceAll(/\s+/g, ' '))),
        route.path,
      ).toEqual([]);
      for (const { name, to } of linksOf(route))
        expect(
          links.filter((link) => link.name.startsWith(name)).map(({ href }) => href),
          `${name} on ${route.path}`,
        ).toContain(baseURL + to);
      expect(invisible, `invisible on ${route.path}`).toEqual([]);
    }
  });

  await test.step('the menu’s link to it marked, and no other', () => {
    const inHeader = new Set([
      ...navigation.links.map(({ to }) => to),
      ...services.map(({ slug }) => `/services/${slug}`),
    ]);
    for (const [{ path }, { current }] of read)
      expect(
        current.filter(([, value]) => value === 'page'),
        path,
      ).toEqual(inHeader.has(path) ? [[path, 'page']] : []);
  });

  await test.step('menus that name each page as the table of routes does', () => {
    const names = new Map(pages.map(({ path, name }) => [path, name]));
    // What these entries are called is their own, wherever they lead.
    const others = new Set([
      company.logoText,
      ...footerColumns.flatMap(({ items }) => items.map(({ label }) => label)),
    ]);
    for (const [{ path }, { menus }] of read) {
      const named = menus.filter(({ to }) => to?.startsWith('/'));
      for (const { name, to } of named.filter(({ name }) => !others.has(name)))
        expect([to, name], path).toEqual([to, names.get(to ?? '')]);
      const inMenus = new Set(named.map(({ to }) => to));
      // A product is found by the page of all products.
      expect(
        pages.filter(({ path, parent }) => parent !== '/products' && !inMenus.has(path)),
        path,
      ).toEqual([]);
    }
  });

  await test.step('the way to it, of links up to itself', () => {
    for (const [{ path }, { breadcrumbs }] of read) {
      const way = wayTo(pages, path);
      const expected = way.map(({ name, path: to }) =>
        to === path ? { name, to: null, current: 'page' } : { name, to, current: null },
      );
      expect(breadcrumbs, path).toEqual(path === '/' ? [] : expected);
    }
  });

  await test.step('a card with its picture for where it is shared', () => {
    for (const [{ path, title, seo }, { shared }] of read) {
      const picture = `/cards${path === '/' ? '/home' : path}.png`;
      const expected = {
        'og:type': 'website',
        'og:site_name': company.name,
        'og:title': `${seo.title} | ${company.name}`,
        'og:description': seo.description,
        'og:url': siteUrl + path,
        'og:locale': 'en_GB',
        'og:image': siteUrl + picture,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringContaining(title),
        'twitter:card': 'summary_large_image',
      };
      expect(shared, path).toEqual(Object.entries(expected));
    }
  });

  await test.step('structured data at the end, of nothing that is not shown', () => {
    for (const [{ path }, { graphs, endsWithGraph, breadcrumbs, text, links, canonical, language }] of read) {
      expect([graphs.length, endsWithGraph], path).toEqual([1, true]);
      const graph: unknown = JSON.parse(graphs[0] ?? '');
      const addresses = [
        ...links.map(({ href }) => href.replace(baseURL, siteUrl)),
        ...canonical,
        `${siteUrl}/icon-512.png`,
      ];
      for (const [property, value] of factsIn(graph)) {
        if (property === 'inLanguage') expect(value, path).toBe(language);
        else if (value.startsWith('http')) expect(addresses, `${property} on ${path}`).toContain(value);
        else expect(text, `${property} on ${path}`).toContain(value.replaceAll('\u00A0', ' '));
      }
      const list = nodes(graph).find((node) => node['@type'] === 'BreadcrumbList')?.['itemListElement'];
      const expected = breadcrumbs.map(({ name, to }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: { '@id': siteUrl + (to ?? path) },
      }));
      expect(list ?? [], path).toEqual(expected);
    }
  });

  await test.step('links, anchors and files that are there, without a detour', async () => {
    const isOurs = (url: string) => new URL(url).origin === baseURL;
    const named = new Map<string, string>();
    const anchors = new Map([...read].map(([{ path }, { ids }]) => [baseURL + path, ids]));
    for (const [{ path }, { links, files }] of read) {
      for (const { href, target, rel } of links) {
        if (!href.startsWith('http')) expect(href, path).toMatch(/^(?:mailto:[^@]+@|tel:\+?\d)/);
        else if (!isOurs(href)) expect([target, rel], `${href} on ${path}`).toEqual(['_blank', 'noopener noreferrer']);
        const [address = '', anchor] = href.split('#');
        if (anchor !== undefined) expect(anchors.get(address), `${href} on ${path}`).toContain(anchor);
      }
      const urls = [...links.map(({ href }) => href), ...files].filter(isOurs);
      for (const url of urls) named.set(url.replace(/#.*/, ''), path);
    }
    for (const [url, path] of named)
      expect((await request.get(url, { maxRedirects: 0 })).status(), `${url}, named on ${path}`).toBe(200);
    expect(pages.filter(({ path }) => !named.has(baseURL + path))).toEqual([]);
  });
});

type Node = Readonly<Record<string, unknown>>;

function nodes(graph: unknown): Node[] {
  return (graph as { '@graph': Node[] })['@graph'];
}

/** Every text and address of a graph with the property that has it; what JSON-LD itself needs is none. */
function factsIn(value: unknown, property = ''): [property: string, value: string][] {
  if (typeof value === 'string') return [[property, value]];
  if (Array.isArray(value)) return value.flatMap((one) => factsIn(one, property));
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([name]) => name === '@graph' || !name.startsWith('@'));
  return entries.flatMap(([name, inner]) => factsIn(inner, name));
}
