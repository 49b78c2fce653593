import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import { listEnquirySubjects } from '../content/enquiry-subjects.ts';
import { listPictureFiles } from '../content/picture-files.ts';
import * as releaseContent from '../content/release-content.ts';
import { listPageLinks, listPageTexts } from './testing/page-content.ts';
import { findFreshBuild } from '../start/testing/fresh-build.ts';
import { getAttribute } from '../start/testing/html.ts';
import { generatedFileRenderers } from './generated-files.tsx';
import { renderDocument, renderPage } from './renderer.tsx';
import { createSite, type PageState, listBreadcrumbs } from './routes.ts';
import { picture, sampleBlockPage } from './testing/sample-block-page.ts';
import { samplePrefix } from './testing/sample-proof.ts';
import { findElements, siteUrl, readVisibleText } from './testing/read-page.ts';

// Besides the pages of the release, those that editors compose: it has none.
const { picture: _, date: __, ...composed } = sampleBlockPage;
const samplePage = { ...composed, slug: 'sample', title: 'A sample', description: 'One of all.' };
const caseStudies = [...releaseContent.caseStudies, { ...sampleBlockPage, slug: 'sample' }];
const content = { ...releaseContent, caseStudies, pages: [...releaseContent.pages, samplePage] };
const settings = { siteUrl, lastChanges: {}, code: { entry: '/entry.js', integrity: {} } };
const site = createSite(content, settings);
const { pages } = site;
const read = pages.map((page) => ({ ...page, document: parse(renderDocument(site, renderPage(site, page.path))) }));
const { avif, jpeg } = listPictureFiles(picture);
const ofSamples = ['/cards/sample.png', '/cards/case-studies.png', ...[...avif, jpeg].map(({ path }) => path)];
const client = join(findFreshBuild(), 'client');
const inBuild = globSync('**/*.*', { cwd: client }).map((file) => `/${file}`);
const paths = pages.map(({ path }) => path);
const addresses = new Set([...paths, ...Object.keys(generatedFileRenderers), ...inBuild, ...ofSamples]);

const valuesOf = (elements: readonly Tree.Element[], name: string) => elements.map((it) => getAttribute(it, name));
const linksIn = (inside: Tree.ParentNode | undefined) =>
  findElements(inside, 'a').map((it) => ({ name: readVisibleText(it), to: getAttribute(it, 'href') }));

function headOf(page: Tree.Document) {
  const named = (name: string) => valuesOf(findElements(page, 'meta', { name }), 'content');
  return {
    title: findElements(page, 'title').map(readVisibleText),
    description: named('description'),
    keywords: named('keywords'),
    canonical: valuesOf(findElements(page, 'link', { rel: 'canonical' }), 'href'),
    robots: named('robots'),
  };
}

it('words that look like markup end no data for programs', () => {
  const ofCompany = { ...content.site, name: '</script><b>Co' };
  const hostile = createSite({ ...content, site: ofCompany }, settings);
  expect(renderDocument(hostile, renderPage(hostile, '/'))).not.toContain('</script><b>');
});

it.each([
  ['/', 'Home'],
  ['/about', content.about.title],
])('the page %s is called %j where no menu links to it', (path, name) => {
  const links = content.navigation.links.filter(({ to }) => to !== path);
  const fewer = createSite({ ...content, navigation: { ...content.navigation, links } }, settings);
  expect(listBreadcrumbs(fewer.pages, path).at(-1)?.name).toBe(name);
  expect(fewer.pages.map((page) => renderPage(fewer, page.path))).toHaveLength(pages.length);
});

it('a page that the build has drawn no card for names that of the home page', () => {
  const { head } = renderPage(createSite(content, { ...settings, cards: ['home'] }), '/about');
  expect(head.openGraph).toMatchObject({ image: `${siteUrl}/cards/home.png` });
});

describe.each(read)('the page $path', ({ document: page, ...route }) => {
  const { path, seo, title } = route;
  const [[html], [body], [main]] = [findElements(page, 'html'), findElements(page, 'body'), findElements(page, 'main')];
  const breadcrumbs = findElements(findElements(page, 'ol', { class: 'breadcrumbs' })[0], '*')
    .filter(({ tagName }) => tagName !== 'li')
    .map((it) => ({
      name: readVisibleText(it),
      to: getAttribute(it, 'href'),
      current: getAttribute(it, 'aria-current'),
    }));

  it('has a head of its own, which lets it be indexed', () => {
    expect(headOf(page)).toEqual({
      title: [`${seo.title} | ${content.site.name}`],
      description: [seo.description],
      keywords: seo.keywords.length > 0 ? [seo.keywords.join(', ')] : [],
      canonical: [siteUrl + path],
      robots: [],
    });
  });

  it('has a language, a theme before any script, its landmarks, and no style attribute', () => {
    expect([getAttribute(html, 'lang'), getAttribute(html, 'class')]).toEqual(['en-GB', 'dark']);
    const parts = body?.childNodes.map(({ nodeName }) => nodeName).filter((name) => name !== 'script');
    expect(parts).toEqual(['header', 'main', 'footer']);
    expect(valuesOf(findElements(page, '*'), 'style').filter((style) => style !== undefined)).toEqual([]);
  });

  it('has one heading of first rank, which says what it is, and no gap among the others', () => {
    const headings = findElements(page, '*').filter(({ tagName }) => /^h[1-6]$/.test(tagName));
    expect(headings.filter(({ tagName }) => tagName === 'h1').map(readVisibleText)).toEqual([title]);
    const ranks = headings.map(({ tagName }) => Number(tagName[1]));
    expect(ranks.filter((rank, index) => rank > (ranks[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('shows all words and links of its content', () => {
    const words = listPageTexts(route);
    expect(words.length).toBeGreaterThan(1);
    expect(words.filter((text) => !readVisibleText(main).includes(text.replaceAll(/\s+/g, ' ')))).toEqual([]);
    const shown = linksIn(body);
    const missing = listPageLinks(route).filter(
      ({ name, to }) => !shown.some((link) => link.to?.split('?')[0] === to && link.name.startsWith(name)),
    );
    expect(missing).toEqual([]);
  });

  it('begins enquiries about what the site has, those of a service or a product about that one', () => {
    const begun = linksIn(main).flatMap(({ to = '' }) => new URL(to, siteUrl).searchParams.getAll('subject'));
    expect(begun.filter((key) => !listEnquirySubjects(content).has(key))).toEqual([]);
    if (route.subject.type !== 'Service' && route.subject.type !== 'Product') return;
    expect(new Set(begun)).toEqual(new Set([route.id]));
    expect(linksIn(main).filter(({ to }) => to === '/contact')).toEqual([]);
  });

  it('is marked in the menu that leads to it, or else the list that it is of, and no other is', () => {
    const links = findElements(findElements(page, 'nav', { id: 'site-menu' })[0], 'a');
    const entry = valuesOf(links, 'href').find((to) => path === to || path.startsWith(`${to}/`));
    const marked = links
      .map((it) => [getAttribute(it, 'href'), getAttribute(it, 'aria-current')])
      .filter(([, mark]) => mark);
    expect(marked).toEqual(entry ? [[entry, entry === path ? 'page' : 'true']] : []);
  });

  it('has the way to it, of links up to itself', () => {
    const way = listBreadcrumbs(pages, path).map((one) => ({ name: one.name, to: one.path, current: undefined }));
    const itself = { name: route.name, to: undefined, current: 'page' };
    expect(breadcrumbs).toEqual(path === '/' ? [] : [...way.slice(0, -1), itself]);
  });

  it('has a card with its picture for where it is shared', () => {
    const { picture: shown } = route.blockPage ?? {};
    const card = { path: `/cards${path === '/' ? '/home' : path}.png`, width: 1200, height: 630 };
    const picture = shown ? listPictureFiles(shown).jpeg : card;
    const metas = findElements(page, 'meta').map((it) => [
      getAttribute(it, 'property') ?? getAttribute(it, 'name'),
      getAttribute(it, 'content'),
    ]);
    expect(metas.filter(([name]) => /^(?:og|twitter):/.test(name ?? ''))).toEqual([
      ['og:type', 'website'],
      ['og:site_name', content.site.name],
      ['og:title', `${seo.title} | ${content.site.name}`],
      ['og:description', seo.description],
      ['og:url', siteUrl + path],
      ['og:locale', 'en_GB'],
      ['og:image', siteUrl + picture.path],
      ['og:image:width', `${picture.width}`],
      ['og:image:height', `${picture.height}`],
      ['og:image:alt', expect.stringContaining(shown?.alt ?? title)],
      ['twitter:card', 'summary_large_image'],
    ]);
    expect(addresses).toContain(picture.path);
  });

  it('has structured data at its end, with its breadcrumbs and nothing that is not shown', () => {
    const data = findElements(page, 'script', { type: 'application/ld+json' });
    expect(data).toEqual([body?.childNodes.at(-1)]);
    const [text] = data[0]?.childNodes ?? [];
    const graph = JSON.parse(text && 'value' in text ? text.value : '') as { '@graph': object[] };
    const files = ['/icon-512.png', ...valuesOf(findElements(main, 'img'), 'src').flatMap((src) => src ?? [])];
    const named = [...linksIn(body).map(({ to = '' }) => to), ...files, path];
    const urls = new Set(named.map((to) => (to.startsWith('/') ? siteUrl + to : to)));
    const isShown = (value: string) =>
      value.startsWith('http') ? urls.has(value) : readVisibleText(body).includes(value.replaceAll(/\s+/g, ' '));
    const facts = factsIn(graph).filter(([property]) => property !== 'inLanguage' && property !== 'datePublished');
    expect(facts.filter(([, value]) => !isShown(value))).toEqual([]);
    const itemListElement = breadcrumbs.map(({ name, to = path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@id': siteUrl + to },
    }));
    const lists = graph['@graph'].filter((node) => 'itemListElement' in node);
    expect(lists).toMatchObject(path === '/' ? [] : [{ '@type': 'BreadcrumbList', itemListElement }]);
    expect(new Map(factsIn(graph)).get('inLanguage')).toBe('en-GB');
  });

  it('names nothing that is not there: pages, anchors, files', () => {
    const hrefs = linksIn(body).flatMap(({ to }) => to ?? []);
    const ours = hrefs.filter((to) => !/^(?:mailto:[^@]+@|tel:\+?\d|https:\/\/)/.test(to));
    const missing = ours.filter((to) => {
      const { pathname, hash } = new URL(to, siteUrl + path);
      const anchors = valuesOf(findElements(read.find((one) => one.path === pathname)?.document, '*'), 'id');
      return !addresses.has(pathname) || (hash !== '' && !anchors.includes(hash.slice(1)));
    });
    expect(missing).toEqual([]);
    const links = findElements(page, 'link').filter((it) => getAttribute(it, 'rel') !== 'canonical');
    const named = [...valuesOf(links, 'href'), ...valuesOf(findElements(page, 'img'), 'src')];
    expect(named).toEqual(expect.arrayContaining(['/favicon.svg', '/manifest.webmanifest']));
    // Paths that browsers and systems request by default.
    const looked = ['/favicon.ico', '/apple-touch-icon.png'];
    expect([...named, ...looked].filter((file) => !addresses.has(file ?? ''))).toEqual([]);
  });

  it('gives no two links of one name that lead to two places', () => {
    const links = linksIn(main);
    expect(new Set(links.map(({ name }) => name)).size).toBeGreaterThanOrEqual(new Set(links.map(({ to }) => to)).size);
  });

  it('leads out of the site in a new tab that cannot reach back', () => {
    const outside = findElements(body, 'a').filter((it) => getAttribute(it, 'href')?.startsWith('https:'));
    expect(outside.length).toBeGreaterThan(0);
    for (const link of outside)
      expect([getAttribute(link, 'target'), getAttribute(link, 'rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });
});

it.each<[string, string, PageState, string]>([
  ['an unknown address', '/nope', {}, content.notFound.title],
  ['a fault', '/contact', { error: new Error('Told') }, 'Unexpected Application Error!'],
])('the page for %s has the frame of all others, no place in an index, and a way home', (_what, path, state, title) => {
  const page = parse(renderDocument(site, renderPage(site, path, state)));
  const [main] = findElements(page, 'main');
  expect(headOf(page)).toMatchObject({ canonical: [], robots: ['noindex'] });
  expect(headOf(page).title[0]).toContain(state.error ? title : content.notFound.seo.title);
  expect(findElements(page, 'h1').map(readVisibleText)).toEqual([title]);
  expect([...findElements(page, 'header'), ...findElements(page, 'footer')]).toHaveLength(2);
  expect(linksIn(main).map(({ to }) => to)).toEqual(['/']);
});

it('no build has the samples of proof', () => {
  const built = globSync('{assets.json,client,node,office,server}/**/*.{html,js,json}', { cwd: join(client, '..') });
  expect(built.length).toBeGreaterThan(50);
  expect(built.filter((file) => readFileSync(join(client, '..', file), 'utf8').includes(samplePrefix))).toEqual([]);
});

it.each(['title', 'description', 'keywords'] as const)('no two pages have the same %s', (fact) => {
  const facts = read.flatMap(({ document }) => headOf(document)[fact]);
  expect(facts.length).toBeGreaterThan(20);
  expect(new Set(facts).size).toBe(facts.length);
});

it('asks each question on one page, where it opens without scripts and has its answer', () => {
  const asked = read.flatMap(({ path, subject, document }) => {
    const general = path === '/resources' ? content.resources.questions : [];
    const questions = subject.type === 'Service' ? subject.service.questions : general;
    const shown = findElements(document, 'details').map((it) =>
      it.childNodes.filter(({ nodeName }) => nodeName !== '#text'),
    );
    const texts = shown.map((parts) => parts.map((part) => readVisibleText(part as Tree.Element)));
    expect(texts).toEqual(
      expect.arrayContaining(questions.map(({ question, answer }) => [question, answer].map(withPlainSpaces))),
    );
    return questions.map(({ question }) => question);
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(new Set(asked).size).toBe(asked.length);
});

it.each(read.filter(({ layout }) => !['legal', 'contact', 'block-page', 'block-list'].includes(layout)))(
  'leads on from $path to other pages than the form',
  ({ path, document }) => {
    const [main] = findElements(document, 'main');
    const way = new Set(linksIn(findElements(main, 'ol', { class: 'breadcrumbs' })[0]).map(({ to }) => to));
    const onward = linksIn(main).flatMap(({ to }) =>
      to === undefined || way.has(to) ? [] : [new URL(to, siteUrl + path)],
    );
    const others = new Set(onward.filter(({ origin }) => origin === siteUrl).map(({ pathname }) => pathname));
    expect([...others].filter((to) => to !== path && to !== '/contact').length).toBeGreaterThan(1);
  },
);

it('leads from a service or a product to each product, and from a sector, a service or a product to each service', () => {
  const { home, products, services } = content;
  const entries = [...services, ...products, ...home.sectors.items];
  const ways = new Set(entries.flatMap(({ related }) => related.map(({ to }) => to)));
  const places = [
    ...services.map(({ slug }) => `/services/${slug}`),
    ...products.map(({ slug, page }) => (page ? `/products/${slug}` : `/products#${slug}`)),
  ];
  expect(places.filter((place) => !ways.has(place))).toEqual([]);
});

it('no two pages have the same card', () => {
  const cards = globSync('cards/**/*.png', { cwd: client }).map((file) => readFileSync(join(client, file), 'base64'));
  expect(new Set(cards).size).toBe(createSite(releaseContent, settings).pages.length);
});

const withPlainSpaces = (text: string) => text.replaceAll(/\s/g, ' ');

/** Returns every text and URL of a graph with its property, except the keywords of JSON-LD. */
function factsIn(value: unknown, property = ''): [property: string, value: string][] {
  if (typeof value === 'string') return [[property, value]];
  if (Array.isArray(value)) return value.flatMap((one) => factsIn(one, property));
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([name]) => name === '@graph' || !name.startsWith('@'));
  return entries.flatMap(([name, inner]) => factsIn(inner, name));
}
