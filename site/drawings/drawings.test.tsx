import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Gradient, structures as names } from '../../content/schema/fields.ts';
import { Miniatures } from './miniatures.tsx';
import { documents } from './documents.ts';
import { ProductDocument } from './product-document.tsx';
import { brokenSpan } from './posters/broken-span.ts';
import { goodsQuay } from './posters/goods-quay.ts';
import { jammedLift } from './posters/jammed-lift.ts';
import { posters } from './posters/posters.ts';
import { productPosters } from '../pages/product.tsx';

const icons = Object.keys(documents) as (keyof typeof documents)[];
const colours: Gradient = ['brick', 'meadow'];

type Drawing = ComponentType<{ gradient: Gradient; counts: number[]; count: number; girder: number; load: 'peak' }>;

/** Each file but the papers has one drawing. */
const files = import.meta.glob<Record<string, Drawing>>(
  ['./*.tsx', '../sectors/load-span.tsx', '!./{sheet,poster,product-document,miniatures,*.test}.tsx'],
  { eager: true },
);
const drawings = Object.entries(files).map(([name, module]) => {
  const Drawing = Object.values(module).find((value) => typeof value === 'function') as Drawing;
  const draw = (gradient: Gradient = ['harbour', 'lamp']) => (
    <Drawing gradient={gradient} counts={[11, 8, 16]} count={4} girder={2} load="peak" />
  );
  return { name, draw, markup: renderToStaticMarkup(draw()) };
});
const drawnDocuments = icons.map((icon) => ({
  name: icon,
  markup: renderToStaticMarkup(<ProductDocument icon={icon} accent="lamp" />),
}));

const all = (markup: string, pattern: RegExp): string[] => [...markup.matchAll(pattern)].map(([, found = '']) => found);
const pathsIn = (markup: string) => all(markup, / d="([^"]*)"/g);
function expectNumbers(paths: readonly string[]): void {
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(path).toMatch(/^M[-\d. MlhvLVaAQzZ]+$/);
}

test.each([...drawings, ...drawnDocuments])(
  'the drawing $name is made of numbers and of the theme’s colours, and hidden from assistive technology',
  ({ markup }) => {
    expectNumbers(pathsIn(markup));
    expect(markup).not.toMatch(/NaN|undefined|Infinity|<text|style=|#[\da-f]{3,8}"|rgb|oklch|hsl/i);
    expect(markup).toMatch(/^<svg[^>]* aria-hidden="true"/);
  },
);

test.each(icons)('the document of %s is found again where it stands already', (icon) => {
  const [first, again] = [false, true].map((again) =>
    renderToStaticMarkup(<ProductDocument icon={icon} accent="lamp" again={again} />),
  );
  expect(all(again ?? '', / href="#([^"]*)"/g)).toEqual(all(first ?? '', / id="([^"]*)"/g));
});

test('structures stand on one page: each gradient has an id of its own, and each line finds its gradient', () => {
  const structures = drawings.filter(({ draw, markup }) => renderToStaticMarkup(draw(colours)) !== markup);
  const page = renderToString(structures.map(({ name, draw }) => <div key={name}>{draw(colours)}</div>));
  const ids = all(page, / id="([^"]*)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...new Set(all(page, /url\(#([^)]*)\)/g))]).toEqual(ids);
  expect(all(page, /data-accent="(\w+)"/g)).toEqual(ids.flatMap(() => colours));
});

test.each(names)('%s is built in four parts', (name) => {
  expect([...new Set(posters[name].layers.map(({ at }) => at))].toSorted()).toEqual([1, 2, 3, 4]);
});

test.each(Object.entries({ ...posters, ...productPosters, brokenSpan, goodsQuay, jammedLift }))(
  'the poster %s is made of numbers',
  (_, { behind, layers, front }) => {
    expectNumbers([...behind, ...layers.flatMap(({ shapes }) => shapes), ...front].map(({ d }) => d));
  },
);

test('each structure has a miniature', () => {
  const paths = pathsIn(renderToStaticMarkup(<Miniatures of={names} />));
  expect(new Set(paths).size).toBe(names.length);
  expectNumbers(paths);
});
