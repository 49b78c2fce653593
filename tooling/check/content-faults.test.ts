import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { listPages } from '../../site/routes.ts';
import { ContentError, faultInWords, readContentFiles } from '../../content/read-content.ts';
import * as words from '../../content/words.ts';
import { addressesOf, findContentFaults, findContentWarnings } from './content-faults.ts';
import { createSpelling } from './spelling.ts';

const spelling = createSpelling(readFileSync('content/dictionary.txt', 'utf8'));

/** The site's own content with one file as it is changed here, and what is wrong then. */
function faultsWith(file: string, change: (text: string) => string): string[] {
  const text = readFileSync(`content/${file}`, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  try {
    return findContentFaults(readContentFiles('.', new Map([[`content/${file}`, changed]])), spelling).map(
      faultInWords,
    );
  } catch (fault) {
    if (fault instanceof ContentError) return fault.faults.map(faultInWords);
    throw fault;
  }
}

const replace = (pattern: RegExp, text: string) => (whole: string) => whole.replace(pattern, text);
const service = 'services/mobility.yaml';

describe('the check of the content', () => {
  it('finds nothing in the site’s own', () => {
    expect(findContentFaults(readContentFiles('.'), spelling)).toEqual([]);
  });

  it('knows the address of every page', () => {
    expect([...addressesOf(readContentFiles('.'))].sort()).toEqual(
      listPages(words)
        .map(({ path }) => path)
        .sort(),
    );
  });

  it.each([
    [
      'a title that search engines cut',
      replace(/^ {2}title: .*/m, `  title: ${'x'.repeat(59)}`),
      'seo.title has 59 characters; 10 to 55 are shown whole',
    ],
    ['a text that is empty', replace(/^name: .*/m, 'name: ""'), 'name is empty'],
    ['blanks around a text', replace(/^name: .*/m, 'name: "Mobility "'), 'name begins or ends with white space'],
    ['a field that is missing', replace(/^name: .*\n/m, ''), 'name is missing'],
    [
      'a field that does not belong there',
      replace(/^name: .*/m, 'name: Mobility\ncolour: red'),
      'colour is no field of this page',
    ],
    [
      'a number where a text belongs',
      replace(/^name: .*/m, 'name: 365'),
      'name is not a text: put quotation marks around it',
    ],
    [
      'a name that no drawing has',
      replace(/^structure: .*/m, 'structure: tunnel'),
      'structure is "tunnel"; it takes one of these: "cable-stayed-fan"',
    ],
    [
      'too few entries',
      replace(/^benefits:\n(?: {2,}.*\n)+/m, 'benefits:\n  - One.\n'),
      'benefits has 1 entries; 3 to 5 fit',
    ],
    [
      'a drawing with another number of stages',
      replace(/^steps:\n(?: {2,}.*\n)+/m, `steps:\n${'  - title: A step\n    text: Done.\n'.repeat(3)}`),
      'steps has 3 entries, and the drawing ',
    ],
    [
      'a cell too many',
      (text: string) =>
        `${text.replace(/^diagram:\n(?: {2,}.*\n)+/m, '')}diagram:\n  title: One\n  note: Two\n  columns: [One, Two]\n  rows:\n    - [One, Two]\n    - [One, Two, Three]\n`,
      'diagram.rows.2 has 3 cells for 2 columns',
    ],
    ['a word that is there twice', replace(/^name: .*/m, 'name: The the'), 'name has “The the”: write the word once'],
    ['two spaces', replace(/^name: .*/m, 'name: Mobile  work'), 'name has “Mobile  work”: write one space'],
    [
      'a space before a full stop',
      replace(/^name: .*/m, 'name: Mobile .'),
      'name has “Mobile .”: write no space before it',
    ],
    [
      'an apostrophe of a typewriter',
      replace(/^name: .*/m, "name: Don't"),
      "name has “Don't”: write ’ for an apostrophe",
    ],
    [
      'a hyphen for a dash',
      replace(/^name: .*/m, 'name: Mobile - work'),
      'name has “Mobile - work”: write – for a dash',
    ],
    [
      'an American spelling',
      replace(/^name: .*/m, 'name: A colorful thing'),
      'name has “colorful”, which is not in the British dictionary: write “colourful”',
    ],
    [
      'a place that nothing fills',
      replace(/^name: .*/m, 'name: "{nothing}"'),
      'name has {nothing}, which stands for nothing',
    ],
    ['a bracket that is never closed', replace(/^name: .*/m, 'name: [Mobility'), 'Flow sequence in block collection'],
  ])('names file, line and field of %s', (_what, change, message) => {
    const [first = ''] = faultsWith(service, change);
    expect(first).toContain(message);
    expect(first).toMatch(/^content\/services\/mobility\.yaml, line \d+: /);
  });

  it('asks no dictionary about the names of companies', () => {
    expect(faultsWith('site.yaml', replace(/^name: .*/m, 'name: Zqyrx'))).toEqual([]);
    expect(faultsWith('products/lis365.yaml', replace(/^maker: .*/m, 'maker: Zqyrx Ltd'))).toEqual([]);
  });

  it('gives the line on which the fault is, and that of what surrounds what is missing', () => {
    const lines = readFileSync(`content/${service}`, 'utf8').split('\n');
    const lineOf = (start: string) => lines.findIndex((line) => line.startsWith(start)) + 1;
    expect(faultsWith(service, replace(/^structure: .*/m, 'structure: tunnel'))[0]).toContain(
      `line ${lineOf('structure:')}:`,
    );
    expect(faultsWith(service, replace(/^ {2}title: .*\n/m, ''))[0]).toContain(
      `line ${lineOf('seo:') + 1}: seo.title is missing`,
    );
  });

  it('gives the line of a field within others', () => {
    const change = replace(/^ {2}description: >-\n(?: {4}.*\n)+/m, '  description: short\n');
    const text = change(readFileSync(`content/${service}`, 'utf8')).split('\n');
    const line = text.findIndex((it) => it === '  description: short') + 1;
    expect(faultsWith(service, change)[0]).toContain(`line ${line}: seo.description has 5 characters`);
  });

  it('proposes the British spelling of what is American', () => {
    const [fault] = faultsWith(service, replace(/^name: .*/m, 'name: Data center'));
    expect(fault).toContain('write “centre”, or add it');
  });

  it('names every fault at once', () => {
    const change = (text: string) =>
      text.replace(/^name: .*/m, 'name: ""').replace(/^structure: .*/m, 'structure: tunnel');
    expect(faultsWith(service, change)).toHaveLength(2);
  });

  it('finds two pages that a search engine could not tell apart', () => {
    const title = /^ {2}title: (.*)/m.exec(readFileSync('content/about.yaml', 'utf8'))?.[1];
    expect(faultsWith(service, replace(/^ {2}title: .*/m, `  title: ${title}`))[0]).toContain(
      'seo.title repeats that of content/about.yaml',
    );
  });

  it('finds neighbours in the menu that are arranged alike', () => {
    const [other] = readContentFiles('.').flatMap(({ kind, slug, value }) =>
      kind.name === 'services' && slug !== 'mobility' ? [value as { place: number; composition: string }] : [],
    );
    const change = (text: string) =>
      text
        .replace(/^place: .*/m, `place: ${(other?.place ?? 0) + 0.5}`)
        .replace(/^composition: .*/m, `composition: ${other?.composition}`);
    expect(faultsWith(service, change).join()).toContain(`composition is ${other?.composition}, as in `);
  });

  it('finds a link to nowhere, a product that is none, and a file that is none', () => {
    expect(faultsWith('home.yaml', replace(/to: \/\S*/, 'to: /resuorces'))[0]).toContain(
      'leads to /resuorces, which is no page of the site',
    );
    expect(faultsWith('footer.yaml', replace(/product: .*/, 'product: abacus'))[0]).toContain(
      'is abacus, which is no product',
    );
    const stray = new Map([['content/notes/today.yaml', 'a: b']]);
    expect(() => readContentFiles('.', stray)).toThrow('content/notes/today.yaml, line 1: is no part of the content');
  });

  it('takes an address that is no good for a file', () => {
    const drafts = new Map([['content/services/Two Words.yaml', readFileSync(`content/${service}`, 'utf8')]]);
    const faults = findContentFaults(readContentFiles('.', drafts), spelling).map(faultInWords);
    expect(faults[0]).toContain('is called "Two Words": use lower-case letters, digits and single hyphens');
  });

  it('warns of a day that is near, over or too far, and stops nobody for it', () => {
    const at = (days: number) => new Date(Date.parse('2027-06-30T00:00:00Z') - days * 24 * 60 * 60 * 1000);
    const text = readFileSync('content/security.yaml', 'utf8').replace(
      /^expires: .*/m,
      'expires: 2027-06-30T00:00:00Z',
    );
    const files = readContentFiles('.', new Map([['content/security.yaml', text]]));
    expect([365, 31].flatMap((days) => findContentWarnings(files, at(days)))).toEqual([]);
    const messages = [366, 30, -1].map((days) => findContentWarnings(files, at(days)).map(faultInWords).join());
    expect(messages).toEqual([
      expect.stringContaining('366 days'),
      expect.stringContaining('30 days'),
      expect.stringContaining('is over'),
    ]);
    expect(findContentFaults(files, spelling)).toEqual([]);
  });
});
