import { gzipSync } from 'node:zlib';

import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { BrokenSpan } from './broken-span.tsx';
import { DeckLine } from './deck-line.tsx';
import { CableStayedFan } from './cable-stayed-fan.tsx';
import { Cantilever } from './cantilever.tsx';
import { ClosedLoop } from './closed-loop.tsx';
import { HangerChart } from './hanger-chart.tsx';
import { KeystoneArch } from './keystone-arch.tsx';
import { LatticeTruss } from './lattice-truss.tsx';
import { MarketHall } from './market-hall.tsx';
import { SignalArcs } from './signal-arcs.tsx';
import { SpaceFrame } from './space-frame.tsx';
import { SteppedViaduct } from './stepped-viaduct.tsx';
import { SwingBridge } from './swing-bridge.tsx';

const structures = {
  'stepped-viaduct': SteppedViaduct,
  'signal-arcs': SignalArcs,
  'closed-loop': ClosedLoop,
  cantilever: Cantilever,
  'lattice-truss': LatticeTruss,
  'swing-bridge': SwingBridge,
  'cable-stayed-fan': CableStayedFan,
  'hanger-chart': HangerChart,
  'market-hall': MarketHall,
  'keystone-arch': KeystoneArch,
  'space-frame': SpaceFrame,
};

const drawings: [name: string, drawing: ReactElement][] = [
  ...Object.entries(structures).map(([name, Structure]): [string, ReactElement] => [
    name,
    <Structure gradient={['harbour', 'lamp']} />,
  ]),
  ['broken-span', <BrokenSpan />],
  ['deck-line', <DeckLine />],
];

describe.each(drawings)('%s', (_name, drawing) => {
  const markup = renderToStaticMarkup(drawing);

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
  const all = Object.entries(structures);

  test('have one main line each, from the first accent to the second', () => {
    for (const [name, Structure] of all) {
      const markup = renderToStaticMarkup(<Structure gradient={['brick', 'meadow']} />);
      expect(markup.match(/url\(#/g), name).toHaveLength(1);
      expect([...markup.matchAll(/data-accent="(\w+)"/g)].map(([, accent]) => accent)).toEqual(['brick', 'meadow']);
    }
  });

  test('are all different', () => {
    const paths = all.map(([, Structure]) => renderToStaticMarkup(<Structure gradient={['lamp', 'lamp']} />));
    expect(new Set(paths).size).toBe(all.length);
  });

  test('can stand on one page: each gradient has an id of its own, and each line finds its gradient', () => {
    const page = renderToString(
      all.map(([name, Structure]) => <Structure key={name} gradient={['lamp', 'harbour']} />),
    );
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const used = [...page.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id);
    expect(ids).toHaveLength(all.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(used).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w*$/);
  });
});
