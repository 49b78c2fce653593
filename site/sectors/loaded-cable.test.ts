import { describe, expect, test } from 'vitest';

import { catenary } from '../drawings/geometry.ts';
import { depthsUnder, type Load, spanLength } from './loaded-cable.ts';

const rest = depthsUnder([]);
const part = spanLength / (rest.length - 1);
const lengthOf = (depths: readonly number[]) =>
  depths.slice(1).reduce((length, depth, node) => length + Math.hypot(part, depth - (depths[node] ?? 0)), 0);
const sinking = (...loads: Load[]) => depthsUnder(loads).map((depth, node) => depth - (rest[node] ?? 0));
const greatestDifference = (these: readonly number[], those: readonly number[]) =>
  Math.max(...these.map((value, node) => Math.abs(value - (those[node] ?? 0))));

describe('a cable between two towers', () => {
  test('hangs as a catenary where it bears nothing but the deck', () => {
    const hanging = catenary(spanLength / 2, 21, rest.length - 1).map(([, height]) => -height);
    expect(greatestDifference(rest, hanging)).toBeLessThan(0.01);
  });

  test.each([20, 64, 107, 190])('keeps its length and its ends under a load %i metres along', (at) => {
    const bent = depthsUnder([{ at, weight: 0.3 }]);
    expect(Math.abs(lengthOf(bent) - lengthOf(rest))).toBeLessThan(0.07);
    expect(bent[0]).toBe(0);
    expect(bent.at(-1)).toBeCloseTo(0, 9);
  });

  test('sinks where the load stands and rises on the far side, by metres', () => {
    const under = sinking({ at: 64, weight: 0.3 });
    const lowest = Math.max(...under);
    expect(Math.abs(under.indexOf(lowest) * part - 64)).toBeLessThan(part);
    expect(lowest).toBeGreaterThan(2);
    expect(Math.min(...under.slice(under.length / 2))).toBeLessThan(-1.5);
  });

  test.each([50, spanLength / 2])('bends mirrored under mirrored loads: %i metres along', (at) => {
    const [left, right] = [at, spanLength - at].map((place) => sinking({ at: place, weight: 0.3 }));
    expect(greatestDifference(left ?? [], right?.toReversed() ?? [])).toBeLessThan(1e-9);
  });

  test('bends under two small loads as under the one and the other together', () => {
    const loads: Load[] = [
      { at: 50, weight: 0.001 },
      { at: 130, weight: 0.002 },
    ];
    const [one = [], other = []] = loads.map((load) => sinking(load));
    const both = sinking(...loads);
    const sum = one.map((depth, node) => depth + (other[node] ?? 0));
    expect(greatestDifference(both, sum)).toBeLessThan(0.02 * Math.max(...both));
  });

  test('does not bend under what stands on a bank', () => expect(depthsUnder([{ at: -5, weight: 0.3 }])).toEqual(rest));
});
