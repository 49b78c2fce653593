import { parse } from 'parse5';
import { expect, it } from 'vitest';
import * as content from '../../content/release-content.ts';
import { getAttribute } from '../../start/testing/html.ts';
import { renderDocument, renderPage } from '../renderer.tsx';
import { createSite } from '../routes.ts';
import { blocks, picture, sampleBlockPage as entry } from '../testing/sample-block-page.ts';
import { findElements, readVisibleText, site, siteUrl } from '../testing/read-page.ts';

const news = ['2026-01-01', '2026-03-01', '2026-02-01'].map((date) => ({ ...entry, slug: date, date }));
const pages = [{ ...entry, slug: 'careers', blocks: [...blocks, ...blocks].toReversed() }];
const made = createSite({ ...content, caseStudies: [entry], news, pages }, site);
const read = (path: string, of = made) => parse(renderDocument(of, renderPage(of, path)));
const findLinks = (path: string, tag: string, of = made) =>
  findElements(findElements(read(path, of), tag)[0], 'a').map((it) => getAttribute(it, 'href') ?? '');

it('a page of blocks shows its Markdown in words, and of a quotation not where it comes from', () => {
  const text = readVisibleText(findElements(read('/case-studies/month'), 'main')[0]);
  expect(text).toContain('A bold link <b>tag</b>');
  expect(text).not.toContain('secret');
});

it('a page of blocks opens and closes with its drawing, or with words alone', () => {
  const { drawing: _, ...plain } = entry;
  const drawn = createSite({ ...content, news: [entry], pages: [plain] }, site);
  const count = (path: string) => findElements(read(path, drawn), 'use').length;
  expect([count('/news/month') > 0, count('/month')]).toEqual([true, 0]);
});

it('links of blocks to other sites open a new tab, which is said, and headings stand below that of the page', () => {
  const callToAction = { title: 'Go', text: 'There.', label: 'Leave', to: 'https://other.example/b', subject: '' };
  const leaving = createSite({ ...content, news: [{ ...entry, blocks: [...blocks, { callToAction }] }] }, site);
  const main = findElements(read('/news/month', leaving), 'main')[0];
  const outside = findElements(main, 'a').filter((it) => getAttribute(it, 'href')?.startsWith('https:'));
  const told = outside.map((it) => [getAttribute(it, 'target'), getAttribute(it, 'rel'), readVisibleText(it)]);
  const { newTab } = content.controls;
  expect(told).toEqual(['Out', 'Leave'].map((words) => ['_blank', 'noopener noreferrer', `${words} ${newTab}`]));
  expect(findElements(main, 'h2').map(readVisibleText)).toContain('Main');
});

it.each([
  ['a tall picture', 2000, 3000, 1],
  ['a wide picture', 3000, 2000, 2],
])('%s and the text after it stand in the page once', (_what, width, height, sections) => {
  const shown = [{ picture: { picture: { ...picture, width, height }, caption: '' } }, { text: 'Beside it' }];
  const paired = createSite({ ...content, news: [{ ...entry, picture: undefined, blocks: shown }] }, site);
  const article = findElements(read('/news/month', paired), 'article')[0];
  expect(readVisibleText(article).split('Beside it')).toHaveLength(2);
  const bands = findElements(article, '*').filter((it) => /wrap band pb-0/.test(`${getAttribute(it, 'class')}`));
  expect(bands).toHaveLength(sections);
});

it('a call to action begins an enquiry about the subject of its block', () =>
  expect(findLinks('/case-studies/month', 'main')).toContain('/contact?subject=case-studies/month/8'));

it('blocks in any order and number have no id twice', () => {
  const ids = findElements(read('/careers'), '*').flatMap((it) => getAttribute(it, 'id') ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a page of blocks is shared with its picture', () => {
  const card = { image: `${siteUrl}/assets/picture-${picture.file}.jpg`, 'image:height': '800', 'image:alt': 'Cranes' };
  expect(renderPage(made, '/case-studies/month').head.openGraph).toMatchObject(card);
});

it('a list has its entries', () => {
  const entries = findLinks('/news', 'main').filter((to) => to.startsWith('/news/'));
  expect(entries.toSorted()).toEqual(['/news/2026-01-01', '/news/2026-02-01', '/news/2026-03-01']);
});

it.each(['header', 'footer'])('the %s leads to the lists while they have entries', (tag) => {
  const lists = ['/case-studies', '/news'];
  const findLists = (of: typeof made) => lists.filter((to) => findLinks('/', tag, of).includes(to));
  const empty = createSite({ ...content, caseStudies: [], news: [] }, site);
  expect([findLists(made), findLists(empty)]).toEqual([lists, []]);
});

it('an entry of the footer leads to its page under any label, and without one to the page of its label', () => {
  const items = [{ label: 'Neues', page: '/news' }, { label: 'Case Studies' }, { label: 'Careers', page: '/nowhere' }];
  const { footer } = made.content;
  const content = { ...made.content, footer: { ...footer, company: { ...footer.company, items } } };
  const links = findLinks('/', 'footer', { ...made, content });
  const led = ['/news', '/case-studies', '/careers', '/nowhere'].filter((to) => links.includes(to));
  expect(led).toEqual(['/news', '/case-studies']);
});

it.each(['Article', 'NewsArticle'])('the structured data of an entry states a %s', (type) => {
  const { structuredData } = renderPage(made, type === 'Article' ? '/case-studies/month' : '/news/2026-01-01').head;
  expect(structuredData).toContain(`"@type":"${type}"`);
});
