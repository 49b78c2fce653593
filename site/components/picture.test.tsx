import { parse } from 'parse5';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { getAttribute } from '../../start/testing/html.ts';
import { findElements, readVisibleText } from '../testing/read-page.ts';
import { samplePicture } from '../testing/sample-block-page.ts';
import { Picture } from './picture.tsx';

function render(changes: Partial<typeof samplePicture>, crop?: 'banner' | 'card' | 'portrait') {
  const page = parse(renderToStaticMarkup(<Picture picture={{ ...samplePicture, ...changes }} crop={crop} />));
  const read = (tag: string, name: string) => findElements(page, tag).map((it) => getAttribute(it, name));
  return { page, read };
}

it('a phone gets files of up to 960 pixels, and a wide window a larger one too', () => {
  const widths = render({})
    .read('source', 'srcset')
    .map((set) => set?.match(/\d+(?=w)/g));
  expect(widths).toEqual([
    ['480', '960'],
    ['480', '960', '1600'],
  ]);
});

it.each([
  [3000, 2000, undefined, ['1600', '1067']],
  [300, 200, undefined, ['300', '200']],
  [300, 200, 'portrait', ['200', '200']],
  [2000, 3000, undefined, ['720', '1080']],
] as const)('a picture of %i × %i is shown no larger than its file and a window: %s', (width, height, crop, size) => {
  const { read } = render({ width, height }, crop);
  expect([...read('img', 'width'), ...read('img', 'height')]).toEqual(size);
});

it('a crop that cuts off the sides asks for a wider file', () => {
  expect(render({}, 'portrait').read('source', 'sizes')[0]).toContain('calc(1.50 * 96px)');
});

it('a crop shows the part around the focal point, to the nearest ten per cent', () => {
  expect(render({ focus: [34, 100] }, 'card').read('img', 'class')[0]).toMatch(/ focus-x-30 focus-y-100$/);
});

it('only a decorative picture has no alternative text', () => {
  const alt = 'Cranes';
  expect([true, false].map((decorative) => render({ alt, decorative }).read('img', 'alt')[0])).toEqual(['', alt]);
});

it('has its colour behind it, and its credit below', () => {
  const { page, read } = render({ color: '#123456', credit: 'By Ada' });
  expect(read('rect', 'fill')).toEqual(['#123456']);
  expect(readVisibleText(findElements(page, 'figcaption')[0])).toBe('By Ada');
});
