import { gzipSync } from 'node:zlib';

import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { type Gradient, stagesOf, type Structure } from '../../content/schema/fields.ts';
import { CatalogueBridge } from './catalogue-bridge.tsx';
import { spanOf } from './catalogue-spans.ts';
import { Miniatures } from './miniatures.tsx';
import { documentsPath, DocumentSheet, LinkedDocument, ProductDocument } from './product-document.tsx';
import { structures as structureOf } from './structures.ts';

const icons = Object.keys(spanOf) as (keyof typeof spanOf)[];
const colours: Gradient = ['brick', 'meadow'];
const products = icons.map((icon, index) => ({ title: icon, icon, color: index % 2 ? colours[0] : colours[1] }));

type Drawing = ComponentType<{ gradient: Gradient; products: typeof products }>;

/** Each file but the papers has one drawing. That of the home page is made of several, each with its own colours. */
const files = import.meta.glob<Record<string, Drawing>>(
  ['./*.tsx', '../sectors/load-span.tsx', '!./{sheet,home-span,product-document,miniatures,*.test}.tsx'],
  { eager: true },
);
const drawings = Object.entries(files).map(([file, module]) => {
  const Drawing = Object.values(module).find((value) => typeof value === 'function') as Drawing;
  const draw = (gradient: Gradient = ['harbour', 'lamp']) => <Drawing gradient={gradient} products={products} />;
  return { name: file, draw, markup: renderToStaticMarkup(draw()), bytes: 3000 };
});
const structures = drawings.filter(({ draw, markup }) => renderToStaticMarkup(draw(colours)) !== markup);
const documents = icons.map((icon) => ({
  name: `the document of ${icon}`,
  icon,
  markup: renderToStaticMarkup(<ProductDocument icon={icon} />),
  bytes: 1000,
}));

const numbersOnly = /^M[-\d. MlhvLAZ]+$/;
const all = (markup: string, pattern: RegExp): string[] => [...markup.matchAll(pattern)].map(([, found = '']) => found);
const pathsIn = (markup: string) => all(markup, / d="([^"]*)"/g);

describe.each([...drawings, ...documents])('$name', ({ markup, bytes }) => {
  test('is drawn from numbers only', () => {
    expect(pathsIn(markup).length).toBeGreaterThan(0);
    for (const path of pathsIn(markup)) expect(path).toMatch(numbersOnly);
    expect(markup).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('keeps its colours out of style attributes, which the security policy refuses', () =>
    expect(markup).not.toMatch(/style=|#[\da-f]{3,8}"|rgb|oklch|hsl/i));

  test('is hidden from assistive technology and holds no text', () => {
    expect(markup).toMatch(/^<svg[^>]* aria-hidden="true"/);
    expect(markup).not.toContain('<text');
  });

  test(`weighs less than ${bytes} bytes`, () => expect(gzipSync(markup).length).toBeLessThan(bytes));
});

describe.each(documents)('$name', ({ icon, markup }) => {
  test('stays on its paper, whose upper edge it hangs from', () => {
    const starts = Array.from(markup.matchAll(/M([-\d.]+) ([-\d.]+)/g), ([, x, y]) => [Number(x), Number(y)] as const);
    expect(starts.filter(([, y]) => y === 0).length).toBeGreaterThan(1);
    expect(starts.filter(([x, y]) => x < 0 || x > 320 || y > 216)).toEqual([]);
  });

  test('says in the accent alone what the product does, and takes its other colour from around it', () =>
    expect(markup.match(/"currentColor"|url\(/g)).toEqual(['"currentColor"']));

  test('is found in the file with all of them', () => {
    expect(renderToStaticMarkup(<LinkedDocument icon={icon} />)).toContain(` href="${documentsPath}#${icon}"`);
    const sheet = renderToStaticMarkup(<DocumentSheet />);
    expect(sheet).toContain(` id="${icon}"><path d="${pathsIn(markup)[0]}"`);
  });
});

describe('the structures', () => {
  test.each(structures)('have one main line each, from the first accent to the second: $name', ({ draw }) => {
    const markup = renderToStaticMarkup(draw(colours));
    expect(markup.match(/url\(#/g)).toHaveLength(1);
    expect(all(markup, /data-accent="(\w+)"/g)).toEqual(colours);
  });

  test('can stand on one page: each gradient has an id of its own, and each line finds its gradient', () => {
    const page = renderToString(structures.map(({ name, draw }) => <div key={name}>{draw()}</div>));
    const ids = all(page, / id="([^"]*)"/g);
    expect(new Set(ids).size).toBe(structures.length);
    expect(all(page, /url\(#([^)]*)\)/g)).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w*$/);
  });

  test.each(Object.entries(stagesOf))('have as many stages as writers are told: %s, %i', (name, count) => {
    const { stages } = structureOf[name as Structure];
    expect(stages).toHaveLength(count);
    // Each adds something of its own.
    expect(new Set(stages.map(({ adds }) => adds)).size).toBe(count);
    const paths = stages.flatMap(({ adds, fills, aids }) => [adds, fills, aids].filter((path) => path !== undefined));
    for (const path of paths) expect(path).toMatch(numbersOnly);
    expect(gzipSync(paths.join('')).length).toBeLessThan(1600);
  });

  test('have a miniature each, from numbers only, in the colour that stands around it', () => {
    const names = Object.keys(structureOf) as (keyof typeof structureOf)[];
    const markup = renderToStaticMarkup(<Miniatures of={names} />);
    expect(new Set(pathsIn(markup)).size).toBe(names.length);
    for (const path of pathsIn(markup)) expect(path).toMatch(numbersOnly);
    expect(markup.match(/(?:stroke|fill)="[^"]*"/g)).toEqual(['fill="none"', 'stroke="currentColor"']);
  });
});

describe('the drawings', () => {
  test.each([
    ['drawings', drawings],
    ['documents', documents],
  ])('are all different: %s', (_what, some) =>
    expect(new Set(some.map(({ markup }) => markup.replace(/ id="[^"]*"/, ''))).size).toBe(some.length),
  );

  test('of the products each say in the accent around it which product it is', () => {
    const panoramas = drawings.filter(({ markup }) => markup.includes('viewBox="0 0 1600 400"'));
    expect(panoramas.filter(({ markup }) => !markup.includes('stroke-accent'))).toEqual([]);
  });

  test('the bridge of the catalogue has a span of its own for each product, in its colour', () => {
    const markup = renderToStaticMarkup(<CatalogueBridge products={products} />);
    const spans = [...markup.matchAll(/<svg x="(\d+)"[^>]* data-accent="(\w+)"><path d="([^"]+)"/g)];
    expect(spans.map(([, , accent]) => accent)).toEqual(products.map(({ color }) => color));
    for (const own of [1, 3]) expect(new Set(spans.map((span) => span[own])).size).toBe(products.length);
  });
});
