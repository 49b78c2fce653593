import { expect, it } from 'vitest';
import { findMisspellings } from './misspellings.ts';

const find = (file: string, value: object, ownWords = '') =>
  findMisspellings({ [file]: value }, ownWords).map(({ message }) => message);

it('finds American spellings, and says what is British', () =>
  expect(find('services/mobility.yaml', { name: 'A colorful thing' })).toContain(
    'has “colorful”, which is not in the British dictionary: write “colourful”, or add it to content/dictionary.txt',
  ));

it('takes a word of our own', () => {
  const found = (ownWords: string) => find('services/mobility.yaml', { name: 'A zqyrx' }, ownWords).join();
  expect([found('# Names\nzqyrx\n'), found('')].map((faults) => faults.includes('zqyrx'))).toEqual([false, true]);
});

it.each([
  ['site.yaml', { name: 'Zqyrx' }],
  ['products/lis365.yaml', { maker: 'Zqyrx Ltd' }],
])('asks no dictionary about the names of companies: %s', (file, change) =>
  expect(find(file, change).join()).not.toContain('Zqyrx'),
);
