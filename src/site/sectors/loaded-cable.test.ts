import { expect, test } from 'vitest';
import { computeCableDepths, spanMetres } from './loaded-cable.ts';

const rest = computeCableDepths([]);
const part = spanMetres / (rest.length - 1);
const lengthOf = (depths: readonly number[]) =>
  depths.slice(1).reduce((length, depth, node) => length + Math.hypot(part, depth - (depths[node] ?? 0)), 0);

test.each([20, 64, 107, 190])('a cable keeps its length and its ends under a load %i metres along', (position) => {
  const bent = computeCableDepths([{ position, weight: 0.3 }]);
  expect(Math.abs(lengthOf(bent) - lengthOf(rest))).toBeLessThan(0.07);
  expect([bent[0], bent.at(-1)]).toEqual([0, expect.closeTo(0, 9)]);
});

test('a cable sinks where the load stands and rises on the far side, by metres', () => {
  const under = computeCableDepths([{ position: 64, weight: 0.3 }]).map((depth, node) => depth - (rest[node] ?? 0));
  const lowest = Math.max(...under);
  expect(Math.abs(under.indexOf(lowest) * part - 64)).toBeLessThan(part);
  expect(lowest).toBeGreaterThan(2);
  expect(Math.min(...under.slice(under.length / 2))).toBeLessThan(-1.5);
});

test('a cable does not bend under what stands on a bank', () =>
  expect(computeCableDepths([{ position: -5, weight: 0.3 }])).toEqual(rest));
