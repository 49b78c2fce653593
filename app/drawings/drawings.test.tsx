import { gzipSync } from 'node:zlib';

import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import type { Structure } from '../../content/services/service.ts';
import { BrokenSpan } from './broken-span.tsx';
import { DeckLine } from './deck-line.tsx';
import { StructureDrawing } from './structure-drawing.tsx';

// A record, so that a structure added to the content cannot miss its test.
const structures = Object.keys({
  'signal-arcs': true,
  'hanger-chart': true,
  'closed-loop': true,
  'stepped-viaduct': true,
  'lattice-truss': true,
  'cable-stayed-fan': true,
  'keystone-arch': true,
  cantilever: true,
  'market-hall': true,
  'swing-bridge': true,
  'space-frame': true,
} satisfies Record<Structure, true>) as Structure[];

const drawings: [name: string, drawing: ReactElement][] = [
  ...structures.map((structure): [string, ReactElement] => [
    structure,
    <StructureDrawing structure={structure} gradient={['harbour', 'lamp']} />,
  ]),
  ['broken-span', <BrokenSpan />],
  ['deck-line', <DeckLine />],
];

describe.each(drawings)('%s', (_name, drawing) => {
  const markup = renderToStaticMarkup(drawing);

  test('is drawn from numbers only', () => {
    const paths = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatch(/^M[-\d. MlLAZ]+$/);
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
    for (const structure of structures) {
      const markup = renderToStaticMarkup(<StructureDrawing structure={structure} gradient={['brick', 'meadow']} />);
      expect(markup.match(/url\(#/g), structure).toHaveLength(1);
      expect([...markup.matchAll(/data-accent="(\w+)"/g)].map(([, accent]) => accent)).toEqual(['brick', 'meadow']);
    }
  });

  test('are all different', () => {
    const paths = structures.map((structure) =>
      renderToStaticMarkup(<StructureDrawing structure={structure} gradient={['lamp', 'lamp']} />),
    );
    expect(new Set(paths).size).toBe(structures.length);
  });

  test('can stand on one page: each gradient has an id of its own, and each line finds its gradient', () => {
    const page = renderToString(
      <>
        {structures.map((structure) => (
          <StructureDrawing key={structure} structure={structure} gradient={['lamp', 'harbour']} />
        ))}
      </>,
    );
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const used = [...page.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id);
    expect(ids).toHaveLength(structures.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(used).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w*$/);
  });
});
