import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import * as content from '../../content/release-content.ts';
import { getAttribute } from '../../start/testing/html.ts';
import { generatedFiles } from '../generated-files.tsx';
import { renderDocument, renderPage } from '../renderer.tsx';
import { createSite } from '../routes.ts';
import { findElements, readVisibleText, site, siteUrl } from '../testing/read-page.ts';
import { createSampleBlockPage, sampleBlocks, samplePicture } from '../testing/sample-block-page.ts';

const pictured = createSampleBlockPage({ picture: samplePicture });
const made = createSite(
  {
    ...content,
    caseStudies: [pictured],
    news: ['2026-01-01', '2026-03-01', '2026-02-01'].map((date) => createSampleBlockPage({ slug: date, date })),
    pages: [createSampleBlockPage({ slug: 'careers', blocks: [...sampleBlocks, ...sampleBlocks].toReversed() })],
  },
  { ...site, siteUrl },
);
const read = (path: string, of = made) => parse(renderDocument(of, renderPage(of, path)));
const hrefs = (path: string, tag: string, of = made) =>
  findElements(findElements(read(path, of), tag)[0], 'a').map((it) => getAttribute(it, 'href'));
const metaOf = (path: string) =>
  Object.fromEntries(
    findElements(read(path), 'meta').map((it) => [
      getAttribute(it, 'property') ?? getAttribute(it, 'name'),
      getAttribute(it, 'content'),
    ]),
  );

describe('a page of blocks', () => {
  const page = read('/case-studies/month');
  const [main] = findElements(page, 'main');

  it('shows the texts of each block, and of a quotation not where it comes from', () => {
    const shown =
      'A bold link <b>tag</b>,point,The quay,Eleven days,Three days,3 days,Count,Nobody rang.,Whose is it?,Talk';
    const text = readVisibleText(main);
    expect(shown.split(',').filter((one) => !text.includes(one))).toEqual([]);
    expect(text).not.toContain('secret');
  });

  it('strikes through what was, and begins an enquiry about the subject of its block', () => {
    expect(findElements(main, 'del').map(readVisibleText)).toEqual(['Eleven days']);
    expect(hrefs('/case-studies/month', 'main')).toContain('/contact?subject=case-studies/month/8');
  });

  it('takes its blocks in any order and any number, without an id twice', () => {
    const ids = findElements(read('/careers'), '*').flatMap((it) => getAttribute(it, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is shared with its picture, and has no keywords', () => {
    const image = `${siteUrl}/assets/picture-${samplePicture.file}.jpg`;
    const card = { 'og:image': image, 'og:image:width': '1200', 'og:image:height': '800', 'og:image:alt': 'Cranes' };
    expect(metaOf('/case-studies/month')).toMatchObject(card);
    expect(metaOf('/case-studies/month')).not.toHaveProperty('keywords');
  });
});

it('a list has its entries, the newest first', () => {
  const entries = hrefs('/news', 'main').filter((to) => to?.startsWith('/news/'));
  expect(entries).toEqual(['/news/2026-03-01', '/news/2026-02-01', '/news/2026-01-01']);
});

it('pages that editors make are in the menu, the footer, the sitemap and llms.txt, and there only while there are any', () => {
  const lists = ['/case-studies', '/news'];
  const none = createSite({ ...content, caseStudies: [], news: [], pages: [] }, site);
  expect(hrefs('/', 'header')).toEqual(expect.arrayContaining(lists));
  expect(hrefs('/', 'footer')).toEqual(expect.arrayContaining(['/careers', ...lists]));
  for (const file of ['/sitemap.xml', '/llms.txt'])
    expect(generatedFiles[file]?.(made, file)).toContain(`${siteUrl}/news/2026-01-01`);
  expect(
    [...hrefs('/', 'header', none), ...hrefs('/', 'footer', none)].filter((to) => lists.includes(to ?? '')),
  ).toEqual([]);
  expect(generatedFiles['/llms.txt']?.(none, '/llms.txt')).not.toContain('## News');
});

it.each([
  ['/case-studies/month', 'Article'],
  ['/news/2026-01-01', 'NewsArticle'],
])('the structured data of %s states an article', (path, type) => {
  const page = made.pages.find((one) => one.path === path);
  const { structuredData = '' } = renderPage(made, path).head;
  const graph = (JSON.parse(structuredData) as { '@graph': object[] })['@graph'];
  expect(graph).toContainEqual(
    expect.objectContaining({ '@type': type, headline: page?.title, datePublished: page?.blockPage?.date }),
  );
});
