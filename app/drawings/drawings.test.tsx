import { gzipSync } from 'node:zlib';

import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { AvonGorge } from './avon-gorge.tsx';
import { BarcodeSpan } from './barcode-span.tsx';
import { BalancedArms } from './balanced-arms.tsx';
import { BrokenSpan } from './broken-span.tsx';
import { DeckLine } from './deck-line.tsx';
import { CableStayedFan } from './cable-stayed-fan.tsx';
import { Cantilever } from './cantilever.tsx';
import { CatalogueBridge } from './catalogue-bridge.tsx';
import { spanOf } from './catalogue-spans.ts';
import { ChainLinks } from './chain-links.tsx';
import { ClosedLoop } from './closed-loop.tsx';
import { GatheredCables } from './gathered-cables.tsx';
import { Drawbridge } from './drawbridge.tsx';
import { FirstRope } from './first-rope.tsx';
import { HangerChart } from './hanger-chart.tsx';
import { HangingCable } from './hanging-cable.tsx';
import { JoinedDecks } from './joined-decks.tsx';
import { HungWeights } from './hung-weights.tsx';
import { JammedLift } from './jammed-lift.tsx';
import { KeystoneArch } from './keystone-arch.tsx';
import { LatticeTruss } from './lattice-truss.tsx';
import { LiftedSegment } from './lifted-segment.tsx';
import { MarketHall } from './market-hall.tsx';
import { RotaSpans } from './rota-spans.tsx';
import { SagGauge } from './sag-gauge.tsx';
import { SignalArcs } from './signal-arcs.tsx';
import { SpaceFrame } from './space-frame.tsx';
import { SteppedViaduct } from './stepped-viaduct.tsx';
import { SurveySection } from './survey-section.tsx';
import { StrandTraces } from './strand-traces.tsx';
import { SwingBridge } from './swing-bridge.tsx';
import { TransporterBridge } from './transporter-bridge.tsx';

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
  'avon-gorge': AvonGorge,
  'chain-links': ChainLinks,
  'gathered-cables': GatheredCables,
  'survey-section': SurveySection,
  'lifted-segment': LiftedSegment,
  'rota-spans': RotaSpans,
};

const panoramas = {
  'joined-decks': JoinedDecks,
  'barcode-span': BarcodeSpan,
  'transporter-bridge': TransporterBridge,
  'strand-traces': StrandTraces,
  'sag-gauge': SagGauge,
};

const products = (Object.keys(spanOf) as (keyof typeof spanOf)[]).map((icon, index) => ({
  title: icon,
  icon,
  color: index % 2 ? ('brick' as const) : ('meadow' as const),
}));

const drawings: [name: string, drawing: ReactElement][] = [
  ...Object.entries(structures).map(([name, Structure]): [string, ReactElement] => [
    name,
    <Structure gradient={['harbour', 'lamp']} />,
  ]),
  ['first-rope', <FirstRope />],
  ['drawbridge', <Drawbridge />],
  ['balanced-arms', <BalancedArms />],
  ['hung-weights', <HungWeights />],
  ['broken-span', <BrokenSpan />],
  ['jammed-lift', <JammedLift />],
  ['deck-line', <DeckLine />],
  ['hanging-cable', <HangingCable />],
  ['catalogue-bridge', <CatalogueBridge products={products} />],
  ...Object.entries(panoramas).map(([name, Drawing]): [string, ReactElement] => [name, <Drawing />]),
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

describe('the drawings of the products', () => {
  test('are all different, and each says in the accent around it which product it is', () => {
    const all = Object.values(panoramas).map((Drawing) => renderToStaticMarkup(<Drawing />));
    expect(new Set(all).size).toBe(all.length);
    for (const markup of all) expect(markup).toContain('stroke-accent');
  });

  test('the bridge of the catalogue has a span of its own for each product, in its colour', () => {
    const markup = renderToStaticMarkup(<CatalogueBridge products={products} />);
    const spans = [...markup.matchAll(/<svg x="(\d+)"[^>]* data-accent="(\w+)"><path d="([^"]+)"/g)];
    expect(spans.map(([, , accent]) => accent)).toEqual(products.map(({ color }) => color));
    expect(new Set(spans.map(([, x]) => x)).size).toBe(products.length);
    expect(new Set(spans.map(([, , , d]) => d)).size).toBe(products.length);
  });
});
