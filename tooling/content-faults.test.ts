import { describe, expect, it } from 'vitest';
import { findContentFaults } from './content-faults.ts';

const addresses = new Set(['/', '/about']);
const now = new Date('2026-11-21T12:00:00Z');
const seo = {
  title: 'A title of some length',
  description: 'A description that is long enough for a search engine to show it whole below the title.',
  keywords: ['one', 'two', 'three'],
};

function faultsIn(...contents: unknown[]): string[] {
  const modules = contents.map((page, index) => ({ file: `content/${index}.ts`, exports: { page } }));
  return findContentFaults(modules, addresses, now);
}

describe('the content check', () => {
  it('finds nothing in sound content', () => {
    const page = {
      seo,
      slug: 'about-us',
      link: '/about',
      to: '/',
      href: 'https://other.example',
      items: [{ n: 1 }, null],
      language: 'in\u00A0C#',
    };
    expect(faultsIn(page, 'text', undefined)).toEqual([]);
  });

  it.each([
    ['an empty text', { a: { b: '' } }, 'content/0.ts: page.a.b is empty'],
    ['a text of blanks', { a: [' '] }, 'content/0.ts: page.a[0] is empty'],
    ['an empty list', { a: [] }, 'content/0.ts: page.a is empty'],
    ['blanks around a text', { a: 'x ' }, 'content/0.ts: page.a begins or ends with white space'],
    ['a link to nowhere', { to: '/abuot' }, 'content/0.ts: page.to leads to /abuot, which is no page of the site'],
    [
      'a link with a slash too many',
      { link: '/about/' },
      'content/0.ts: page.link leads to /about/, which is no page of the site',
    ],
    ['a reference to nowhere', { href: '/x' }, 'content/0.ts: page.href leads to /x, which is no page of the site'],
    [
      'a slug that is none',
      { slug: 'About Us' },
      'content/0.ts: page.slug is "About Us": use lower-case letters, digits and single hyphens',
    ],
    [
      'a title that is too long',
      { seo: { ...seo, title: 'x'.repeat(56) } },
      'content/0.ts: page.seo.title has 56 characters: 10 to 55 are shown whole by search engines',
    ],
    [
      'a description that is too short',
      { seo: { ...seo, description: 'x'.repeat(69) } },
      'content/0.ts: page.seo.description has 69 characters: 70 to 160 are shown whole by search engines',
    ],
    ['a missing title', { seo: { ...seo, title: undefined } }, 'content/0.ts: page.seo.title is missing'],
    [
      'too few keywords',
      { seo: { ...seo, keywords: ['a', 'b'] } },
      'content/0.ts: page.seo.keywords needs three or more',
    ],
    [
      'keywords as a text',
      { seo: { ...seo, keywords: 'a, b, c' } },
      'content/0.ts: page.seo.keywords needs three or more',
    ],
    [
      'a standard whose number may stand on the next line',
      { a: 'meets WCAG 2.2\u00A0AA' },
      'content/0.ts: page.a may tear “WCAG 2.2” between two lines: write \\u00A0 in it, or another word',
    ],
    [
      'a word with a hyphen at which it breaks',
      { a: 'a log-in of its own' },
      'content/0.ts: page.a may tear “log-in” between two lines: write \\u00A0 in it, or another word',
    ],
  ])('names file and field of %s', (_what, page, fault) => expect(faultsIn(page)).toEqual([fault]));

  it.each(['2026-12-22T12:00:00Z', '2027-02-28T00:00:00Z', '2027-11-21T12:00:00Z'])(
    'takes an expiry of %s',
    (expires) => expect(faultsIn({ expires })).toEqual([]),
  );

  it.each([
    ['2026-12-22T11:59:59Z', '2026-12-22T11:59:59Z, 30 days from now: choose 31 to 365 days'],
    ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z, -21 days from now: choose 31 to 365 days'],
    ['2027-11-22T12:00:00Z', '2027-11-22T12:00:00Z, 366 days from now: choose 31 to 365 days'],
    ['2027-02-15', '"2027-02-15": write a time in UTC, like 2027-11-15T00:00:00Z'],
    ['2027-13-15T00:00:00Z', '"2027-13-15T00:00:00Z": write a time in UTC, like 2027-11-15T00:00:00Z'],
  ])('refuses an expiry of %s, with file and field', (expires, fault) =>
    expect(faultsIn({ expires })).toEqual([`content/0.ts: page.expires is ${fault}`]),
  );

  it('names what repeats that has to be unique', () => {
    expect(faultsIn({ seo, slug: 'a' }, { seo: { ...seo }, slug: 'a' })).toEqual([
      'content/1.ts: page.seo.title repeats content/0.ts: page.seo.title',
      'content/1.ts: page.seo.description repeats content/0.ts: page.seo.description',
      'content/1.ts: page.seo.keywords repeats content/0.ts: page.seo.keywords',
      'content/1.ts: page.slug repeats content/0.ts: page.slug',
    ]);
  });

  it('visits what an index gathers once, where it stands, and no circle for ever', () => {
    const entry: Record<string, unknown> = { slug: 'a', text: '' };
    entry['itself'] = entry;
    expect(faultsIn(entry, [entry])).toEqual(['content/0.ts: page.text is empty']);
  });

  it('reports every fault, not the first alone', () => {
    expect(faultsIn({ a: '', b: '' }, { c: '' })).toHaveLength(3);
  });
});
