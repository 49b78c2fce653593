import { gzipSync } from 'node:zlib';

import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { type Gradient, stagesOf, type Structure } from '../../content/schema/fields.ts';
import { CatalogueBridge } from './catalogue-bridge.tsx';
import { spanOf } from './catalogue-spans.ts';
import { Miniatures } from './miniatures.tsx';
import { structures as structureOf } from './structures.ts';

const products = (Object.keys(spanOf) as (keyof typeof spanOf)[]).map((icon, index) => ({
  title: icon,
  icon,
  color: index % 2 ? ('brick' as const) : ('meadow' as const),
}));

type Drawing = ComponentType<{ gradient: Gradient; products: typeof products }>;

/** Each file but the papers has one drawing. That of the home page is made of several, each with its own colours. */
const files = import.meta.glob<Record<string, Drawing>>(
  ['./*.tsx', '../sectors/load-span.tsx', '!./{sheet,home-span,product-document,miniatures,*.test}.tsx'],
  {
    eager: true,
  },
);
const drawings = Object.entries(files).map(([file, module]) => {
  const Drawing = Object.values(module).find((value) => typeof value === 'function') as Drawing;
  const draw = (gradient: Gradient = ['harbour', 'lamp']) => <Drawing gradient={gradient} products={products} />;
  return { name: file, draw, markup: renderToStaticMarkup(draw()) };
});
const structures = drawings.filter(({ draw, markup }) => renderToStaticMarkup(draw(['brick', 'meadow'])) !== markup);
const panoramas = drawings.filter(({ markup }) => markup.includes('viewBox="0 0 1600 400"'));

describe.each(drawings)('$name', ({ markup }) => {
  test('is drawn from numbers only', () => {
    const paths = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatch(/^M[-\d. MlhvLAZ]+$/);
    expect(markup).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('keeps its colours out of style attributes, which the security policy refuses', () => {
    expect(markup).not.toContain('style=');
    expect(markup).not.toMatch(/#[\da-f]{3,8}"|rgb|oklch|hsl/i);
  });

  test('is hidden from assistive technology', () => {
    expect(markup).toMatch(/^<svg[^>]* aria-hidden="true"/);
  });

  test('weighs less than 3 KB', () => {
    expect(gzipSync(markup).length).toBeLessThan(3000);
  });
});

describe('the structures', () => {
  test('have one main line each, from the first accent to the second', () => {
    for (const { name, draw } of structures) {
      const markup = renderToStaticMarkup(draw(['brick', 'meadow']));
      expect(markup.match(/url\(#/g), name).toHaveLength(1);
      expect([...markup.matchAll(/data-accent="(\w+)"/g)].map(([, accent]) => accent)).toEqual(['brick', 'meadow']);
    }
  });

  test('can stand on one page: each gradient has an id of its own, and each line finds its gradient', () => {
    const page = renderToString(structures.map(({ name, draw }) => <div key={name}>{draw()}</div>));
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const used = [...page.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id);
    expect(ids).toHaveLength(structures.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(used).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w*$/);
  });
});

const built = Object.entries(structureOf).flatMap(([name, { stages }]) =>
  stages.length > 0 ? [{ name, stages }] : [],
);

describe.each(built)('the stages of $name', ({ stages }) => {
  const paths = stages.flatMap(({ adds, fills, aids }) => [adds, fills, aids].filter((path) => path !== undefined));

  test('are drawn from numbers only', () => {
    for (const path of paths) expect(path).toMatch(/^M[-\d. MlhvLAZ]+$/);
  });

  test('weigh less than 1.6 KB together', () => {
    expect(gzipSync(paths.join('')).length).toBeLessThan(1600);
  });

  test('each add something of their own', () => {
    expect(new Set(stages.map(({ adds }) => adds)).size).toBe(stages.length);
  });
});

describe('a service', () => {
  test.each(Object.entries(stagesOf))('%s is drawn in as many stages as writers are told', (structure, stages) => {
    expect(structureOf[structure as Structure].stages).toHaveLength(stages);
  });
});

test('the miniatures are one a structure, from numbers only, in the colour that stands around them', () => {
  const names = Object.keys(structureOf) as (keyof typeof structureOf)[];
  const markup = renderToStaticMarkup(<Miniatures of={names} />);
  const paths = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);
  expect(new Set(paths).size).toBe(names.length);
  for (const path of paths) expect(path).toMatch(/^M[-\d. MlhvLAZ]+$/);
  expect(markup.match(/(?:stroke|fill)="[^"]*"/g)).toEqual(['fill="none"', 'stroke="currentColor"']);
});

describe('the drawings', () => {
  test('are all different', () => {
    expect(new Set(drawings.map(({ markup }) => markup)).size).toBe(drawings.length);
  });

  test('of the products each say in the accent around it which product it is', () => {
    for (const { markup } of panoramas) expect(markup).toContain('stroke-accent');
  });

  test('the bridge of the catalogue has a span of its own for each product, in its colour', () => {
    const markup = renderToStaticMarkup(<CatalogueBridge products={products} />);
    const spans = [...markup.matchAll(/<svg x="(\d+)"[^>]* data-accent="(\w+)"><path d="([^"]+)"/g)];
    expect(spans.map(([, , accent]) => accent)).toEqual(products.map(({ color }) => color));
    expect(new Set(spans.map(([, x]) => x)).size).toBe(products.length);
    expect(new Set(spans.map(([, , , d]) => d)).size).toBe(products.length);
  });
});
