import { expect, it } from 'vitest';
import { formatFieldTitle, formatFileTitle, findSchemaIssues, validateContent } from './validate-content.ts';
import { findMarkdownIssue } from './markdown.ts';
import { getField, setField } from './merge-content.ts';
import { office } from './release-content.ts';
import { releaseFiles } from './release-files.ts';

it('nothing is wrong with the content of the project', () => expect(validateContent(releaseFiles)).toEqual([]));

it.each<[file: string, path: (string | number)[], value: unknown, message: string, isOfShape: boolean]>([
  ['home.yaml', ['hero', 'headline'], 'Transforming', 'takes up to four words of up to 10 characters', true],
  ['home.yaml', ['hero', 'headline'], 'One two three four five', 'takes up to four words', true],
  ['about.yaml', ['lead'], '{company}', 'has {company}, which stands for nothing here', false],
  ['contact.yaml', ['form', 'limited'], '{when} {date}', 'has {date}, which stands for nothing here', false],
  ['home.yaml', ['hero', 'action', 'to'], 'javascript:alert(1)', 'takes an address of this site', true],
  ['home.yaml', ['hero', 'action', 'to'], '/nowhere', 'leads to /nowhere, which is no page', false],
  ['home.yaml', ['hero', 'headline'], 'two\nlines', 'has several lines', true],
  ['legal/cookie-policy.yaml', ['sections', 0, 'content'], 'a\n\nb\u0007', 'nobody sees', true],
  ['site.yaml', ['contact', 'email'], 'nobody', 'takes an address like name@example.com', true],
  ['site.yaml', ['contact', 'phone'], 'call me', 'takes digits', true],
  [
    'site.yaml',
    ['contact', 'socialMedia', 'linkedin'],
    'https://evil.example/linkedin.com/',
    'starts with https://www.linkedin.com',
    true,
  ],
  ['site.yaml', ['company', 'number'], '1\u202E2', 'has a character that nobody sees', true],
  [
    'navigation.yaml',
    ['links'],
    Array.from({ length: 8 }, () => ({ label: 'Home', to: '/' })),
    'has 8 entries; 1 to 7 fit',
    true,
  ],
  ['security.yaml', ['expires'], '2027-02-30T00:00:00Z', 'is a day that no calendar has', true],
  ['office.yaml', ['hours', 0, 'closes'], '00:00', 'is not after it opens', false],
  ['office.yaml', ['holidays', 1], office.holidays[0], 'is in the list twice', false],
  ['office.yaml', ['holidays', 1], '2027-02-30', 'is a day that no calendar has', false],
  ['legal/cookie-policy.yaml', ['lastUpdated'], 'Vendémiaire 2026', 'takes a month and a year', true],
  ['home.yaml', [], undefined, 'the file is missing', true],
])('a fault of %s at %j is told with its place: %j', (file, path, value, message, isOfShape) => {
  const wrong = setField(releaseFiles, { file, path }, value);
  expect(validateContent(wrong)).toEqual([{ file, path, message: expect.stringContaining(message) }]);
  expect(findSchemaIssues(wrong)).toHaveLength(isOfShape ? 1 : 0);
});

it.each([
  ['/about', 'the address of a page'],
  ['/api/contact', 'the site itself uses'],
  ['/twice', 'another redirect'],
])('a redirect from %s is refused: it is %s', (from, message) => {
  const items = [
    { from: '/twice', to: '/about' },
    { from, to: '/about' },
  ];
  const wrong = setField(releaseFiles, { file: 'redirects.yaml', path: ['items'] }, items);
  const fault = { file: 'redirects.yaml', path: ['items', 1, 'from'], message: expect.stringContaining(message) };
  expect(validateContent(wrong)).toEqual([fault]);
});

it.each(['[a](//other.example)', '[a](javascript:x)', '[a]()', '# Title', '#### Deep', '![a](/b.png)', '`code`'])(
  'the text %s of a block is refused',
  (text) => expect(findMarkdownIssue(text)).toBeDefined(),
);

it('the text of a block takes bold words, lists, headings, and links to this site and others', () => {
  const text =
    '**Bold** [a](/about), [b](https://other.example/c), [d](mailto:e@f.example)\n\n- One\n- Two\n\n1. Three\n\n## Four\n\n### Five';
  expect(findMarkdownIssue(text)).toBeUndefined();
});

it('fields and files have the names that the form gives them', () => {
  expect(formatFieldTitle('home.yaml', ['hero', 'headline'])).toBe('Opening › Headline');
  expect(formatFieldTitle('services/mobility.yaml', ['steps', 1, 'title'])).toBe('Steps › Step 2 › Title');
  expect(formatFieldTitle('products/lis365.yaml', ['page', 'features', 0])).toBe(
    'Page of its own › Key features › Feature 1',
  );
  expect(formatFileTitle('services/mobility.yaml', releaseFiles['services/mobility.yaml'])).toBe('Mobility');
  expect(formatFileTitle('footer.yaml', releaseFiles['footer.yaml'])).toBe('The footer');
});

it('a file that stays as it is, is judged once beside others that change', () => {
  let reads = 0;
  const { items, ...rest } = Object(getField(releaseFiles, { file: 'about.yaml', path: ['values'] }));
  const values = {
    ...rest,
    get items() {
      reads += 1;
      return items;
    },
  };
  const first = setField(releaseFiles, { file: 'about.yaml', path: ['values'] }, values);
  expect(validateContent(first)).toEqual([]);
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  const place = { file: 'home.yaml', path: ['hero', 'line'] };
  expect(validateContent(setField(first, place, ''))).toMatchObject([place]);
  expect(reads).toBe(0);
});
