import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type ServicePoster, servicePosters } from '../../content/schema/fields.ts';
import { productSchema } from '../../content/schema/product.ts';
import { drawAnchorage } from './anchorage.ts';
import { PosterThumbnails } from './miniatures.tsx';
import { listPosterShapes } from './poster-model.ts';
import { ProductDocumentDrawing } from './product-document.tsx';
import { getPoster } from './posters.ts';

const names = Object.keys(servicePosters) as ServicePoster[];
const icons = productSchema.entries.icon.options;

type Drawing = ComponentType<{ load: 'peak' }>;

/** Each file but the papers has one drawing. */
const files = import.meta.glob<Record<string, Drawing>>(
  ['./*.tsx', '../sectors/sector-bridge.tsx', '!./{deck,poster,product-document,miniatures,*.test}.tsx'],
  { eager: true },
);
const drawings = Object.entries(files).map(([name, module]) => {
  const Drawing = Object.values(module).find((value) => typeof value === 'function') as Drawing;
  return { name, markup: renderToStaticMarkup(<Drawing load="peak" />) };
});
const drawnDocuments = icons.map((icon) => ({
  name: icon,
  markup: renderToStaticMarkup(<ProductDocumentDrawing icon={icon} accent="lamp" />),
}));

const all = (markup: string, pattern: RegExp): string[] => [...markup.matchAll(pattern)].map(([, found = '']) => found);
const pathsIn = (markup: string) => all(markup, / d="([^"]*)"/g);
function expectNumbers(paths: readonly string[]): void {
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(path).toMatch(/^M[-\d. MLlHhVvQqTtAaCcZz]+$/);
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
  const [first, again] = [false, true].map((isReused) =>
    renderToStaticMarkup(<ProductDocumentDrawing icon={icon} accent="lamp" isReused={isReused} />),
  );
  expect(all(again ?? '', / href="#([^"]*)"/g)).toEqual(all(first ?? '', / id="([^"]*)"/g));
});

test.each(names)('%s has a deck: a bay, its pier, and what rides on it', (name) => {
  expect(getPoster(`decks/${name}`).layers.map((layer) => layer.name)).toEqual(
    expect.arrayContaining(['bay', 'pier', 'vehicle']),
  );
});

test('the anchorage is made of at most thirty shapes, all of them of numbers', () => {
  const shapes = listPosterShapes(drawAnchorage([11, 8, 16]));
  expect(shapes.length).toBeLessThanOrEqual(30);
  expectNumbers(shapes.map(({ d }) => d));
});

test('each drawing at the top of a product has a poster', () => {
  for (const name of productSchema.entries.page.wrapped.entries.structure.options)
    expect(getPoster(name).layers).not.toEqual([]);
});

test('each poster has a thumbnail', () => {
  const paths = pathsIn(renderToStaticMarkup(<PosterThumbnails names={names} />));
  expect(new Set(paths).size).toBe(names.length);
  expectNumbers(paths);
});
