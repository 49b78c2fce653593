import { parseFragment } from 'parse5';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { getAttribute } from '../../start/testing/html.ts';
import { findElements } from '../testing/read-page.ts';
import { Picture } from './picture.tsx';

const file = { file: 'a1'.repeat(12), width: 3000, height: 2000, color: '#8a7f6b', focus: [34, 100] };
const sample = { ...file, alt: 'Cranes', decorative: false, credit: '' };

function read(tag: string, name: string, changes: Partial<typeof sample> = {}, crop?: 'card' | 'portrait') {
  const html = renderToStaticMarkup(<Picture picture={{ ...sample, ...changes }} crop={crop} />);
  return findElements(parseFragment(html), tag).map((it) => getAttribute(it, name));
}

it('a phone gets files of up to 960 pixels, and a wide window a larger one too', () => {
  const widths = read('source', 'srcset').map((set) => set?.match(/\d+(?=w)/g)?.join());
  expect(widths).toEqual(['480,960', '480,960,1600']);
});

it.each([
  [3000, 2000, undefined, '1600'],
  [300, 200, undefined, '300'],
  [300, 200, 'portrait', '200'],
  [2000, 3000, undefined, '720'],
] as const)('a picture of %i × %i, cropped to %s, is at most %s pixels wide', (width, height, crop, shown) =>
  expect(read('img', 'width', { width, height }, crop)).toEqual([shown]),
);

it('a crop shows the part around the focal point, to the nearest ten per cent', () =>
  expect(read('img', 'class', {}, 'card')[0]).toMatch(/ focus-x-30 focus-y-100$/));

it('only a decorative picture has no alternative text', () =>
  expect([true, false].map((decorative) => read('img', 'alt', { decorative })[0])).toEqual(['', sample.alt]));
