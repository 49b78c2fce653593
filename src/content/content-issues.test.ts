import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { listPages } from '../site/routes.ts';
import { ContentError, formatContentFile, loadValidContent } from './read-content.ts';
import * as releaseContent from './release-content.ts';
import { listPagePaths, findContentIssues, findContentWarnings } from './content-issues.ts';

const read = (file: string) => readFileSync(`content/${file}`, 'utf8');
const faultsIn = (drafts: Record<string, string>) => {
  const { files, formatIssueWithLine } = loadValidContent('.', drafts);
  return findContentIssues(files).map(formatIssueWithLine);
};

/** Returns the issues of the site's content after replacing the first match of each pattern in one file. */
function faultsWith(file: string, ...replacements: readonly (readonly [RegExp, string])[]): string[] {
  const text = replacements.reduce((whole, [pattern, other]) => whole.replace(pattern, () => other), read(file));
  expect(text).not.toBe(read(file));
  try {
    return faultsIn({ [file]: text });
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
}

const service = 'services/mobility.yaml';
const nameLine = /^name: .*\n/m;
/** An entry of the file with all that stands below it. */
const entry = (name: string) => new RegExp(`^${name}:\\n(?: {2,}.*\\n)+`, 'm');

describe('the check of the content', () => {
  it('finds nothing in the site’s own', () => expect(faultsIn({})).toEqual([]));

  it('knows the address of every page', () => {
    const addresses = listPages(releaseContent).map(({ path }) => path);
    expect([...listPagePaths(loadValidContent('.').files)].sort()).toEqual(addresses.sort());
  });

  const cells = '{ name: One, cells: [{ text: Two }] }, { name: One, cells: [{ text: Two }, { text: Three }] }';
  const table = `  table:\n    columns: [One, Two]\n    rows: [${cells}]\n`;
  const example = `example:\n  title: One\n  sentence: Two.\n  figure: { value: One, text: Two }\n`;
  const exampleWith = (forms: string) => [entry('example'), example + forms] as const;
  const name = (text: string) => [nameLine, `name: ${text}\n`] as const;
  it.each<[what: string, change: readonly [RegExp, string], message: string]>([
    ['a title that is cut', [/^ {2}title: .*/m, `  title: ${'x'.repeat(59)}`], 'seo.title has 59 characters; 10 to 55'],
    ['a text that is empty', name('""'), 'name is empty'],
    ['blanks around a text', name('"Mobility "'), 'name begins or ends with white space'],
    ['a field that is missing', [nameLine, ''], 'name is missing'],
    ['a field that is none', name('Mobility\ncolour: red'), 'colour is no field of this page'],
    ['a number as a text', name('365'), 'name is not a text: put quotation marks around it'],
    ['an unknown drawing', [/^structure: .*/m, 'structure: tunnel'], 'structure is "tunnel"; it takes one of these: "'],
    ['too few entries', [entry('benefits'), 'benefits:\n  - One.\n'], 'benefits has 1 entries; 3 to 5 fit'],
    ['a cell too many', exampleWith(table), 'example.table.rows.2 has 2 cells for 1'],
    ['an example of no form', exampleWith(''), 'example takes one form'],
    ['a word twice', name('The the'), 'name has “The the”: write the word once'],
    ['two spaces', name('Mobile  work'), 'name has “Mobile  work”: write one space'],
    ['a space before a full stop', name('Mobile .'), 'name has “Mobile .”: write no space before it'],
    ['a straight apostrophe', name("Don't"), "name has “Don't”: write ’ for an apostrophe"],
    ['a hyphen for a dash', name('Mobile - work'), 'name has “Mobile - work”: write – for a dash'],
    ['a place that nothing fills', name('"{nothing}"'), 'name has {nothing}, which stands for nothing'],
    ['a bracket that is open', name('[Mobility'), 'Flow sequence in block collection'],
  ])('names file, line and field of %s', (_what, change, message) => {
    const [first = ''] = faultsWith(service, change);
    expect(first).toContain(message);
    expect(first).toMatch(/^content\/services\/mobility\.yaml, line \d+: /);
  });

  it.each([
    ['the fault', /^structure: .*/m, 'structure: tunnel', 'structure:', 'structure is "tunnel"'],
    ['what surrounds what is missing', /^ {2}title: .*\n/m, '', '  description:', 'seo.title is missing'],
  ])('gives the line of %s', (_what, pattern, text, start, message) => {
    const lines = read(service).replace(pattern, text).split('\n');
    const line = lines.findIndex((one) => one.startsWith(start)) + 1;
    expect(faultsWith(service, [pattern, text])[0]).toContain(`line ${line}: ${message}`);
  });

  it('names every fault at once', () =>
    expect(faultsWith(service, [nameLine, 'name: ""\n'], [/^structure: .*/m, 'structure: tunnel'])).toHaveLength(2));

  it('finds two pages that a search engine could not tell apart', () => {
    const [title = ''] = /^ {2}title: .*/m.exec(read('about.yaml')) ?? [];
    const [fault] = faultsWith(service, [/^ {2}title: .*/m, title]);
    expect(fault).toContain('seo.title repeats that of content/about.yaml');
  });

  const sound = { source: 'An email of hers', consent: '2026-03-31' };
  const engineer = { name: 'Zqyrx', text: 'Builds.', ...sound };
  const sentence = { text: 'Works.', name: 'Zqyrx', role: 'Zqyrx Ltd', shownOn: ['/services/mobility'], ...sound };
  const shownOn = (...paths: string[]) => ({ ...sentence, shownOn: paths });
  const { source: _source, ...withoutSource } = engineer;
  const { consent: _consent, ...withoutConsent } = engineer;
  it.each<[what: string, kind: 'engineers' | 'sentences', entry: object, ...faults: string[]]>([
    ['an engineer', 'engineers', engineer],
    ['a sentence', 'sentences', sentence],
    ['no consent', 'engineers', withoutConsent, 'engineers.items.1.consent is missing'],
    ['an empty consent', 'engineers', { ...engineer, consent: '' }, 'items.1.consent is empty'],
    ['a consent to come', 'engineers', { ...engineer, consent: '9026-03-31' }, 'consent takes a day that is past'],
    ['a day that is none', 'engineers', { ...engineer, consent: '2026-02-31' }, 'consent takes a day that is past'],
    ['no source', 'engineers', withoutSource, 'engineers.items.1.source is missing'],
    ['an empty source', 'sentences', { ...sentence, source: '' }, 'sentences.items.1.source is empty'],
    ['no page', 'sentences', shownOn(), 'shownOn has 0 entries; 1 to 6 fit'],
    ['a page without proof', 'sentences', shownOn('/contact'), 'shownOn.1 takes the home page'],
    ['an unknown page', 'sentences', shownOn('/services/magic'), 'leads to /services/magic, which is no page'],
  ])('takes proof with a source and a consent, for pages that show it: %s', (_what, kind, item, ...faults) => {
    const { proof } = releaseContent;
    const text = formatContentFile('proof.yaml', { ...proof, [kind]: { ...proof[kind], items: [item] } });
    const found = faultsWith('proof.yaml', [/^[^]*$/, text]);
    expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  it.each([
    ['a link to nowhere', 'home.yaml', /to: \/\S*/, 'to: /resuorces', 'leads to /resuorces, which is no page of the'],
    [
      'a place that is none',
      'products/lis365.yaml',
      /#sectors\/healthcare/,
      '#sectors/helth',
      'leads to /#sectors/helth,',
    ],
    ['a product that is none', 'footer.yaml', /product: .*/, 'product: abacus', 'is abacus, which is no product'],
  ])('finds %s', (_what, file, pattern, text, message) =>
    expect(faultsWith(file, [pattern, text])[0]).toContain(message),
  );

  it('finds a file that is no part of the content, or whose name is no good as an address', () => {
    const unknown = 'content/notes/today.yaml, line 1: is no part of the content';
    expect(() => faultsIn({ 'notes/today.yaml': 'a: b' })).toThrow(unknown);
    expect(faultsIn({ 'services/Two Words.yaml': read(service) })[0]).toContain('lower-case letters');
  });

  it.each([
    [366, 'is 366 days from now'],
    [365, undefined],
    [31, undefined],
    [30, 'is 30 days from now'],
    [-1, 'is over'],
  ])('warns of a day that is near, over or too far, and stops nobody for it: in %i days', (days, warning) => {
    const expires = 'expires: 2027-06-30T00:00:00Z';
    const text = read('security.yaml').replace(/^expires: .*/m, expires);
    const { files } = loadValidContent('.', { 'security.yaml': text });
    const now = new Date(Date.parse('2027-06-30T00:00:00Z') - days * 24 * 60 * 60 * 1000);
    const [fault, ...others] = findContentWarnings(files, now);
    expect([fault?.message.split(':')[0], others]).toEqual([warning, []]);
    expect(findContentIssues(files)).toEqual([]);
  });

  it('warns once no holiday of the office lies ahead', () => {
    const text = read('office.yaml').replace(/^holidays:\n(?: .*\n)+/m, 'holidays:\n  - "2026-12-25"\n');
    const { files } = loadValidContent('.', { 'office.yaml': text });
    const warned = (day: string) => findContentWarnings(files, new Date(day)).map(({ file }) => file);
    expect(warned('2026-12-25')).not.toContain('office.yaml');
    expect(warned('2026-12-26')).toContain('office.yaml');
  });
});
