import type { Point } from '../drawings/geometry.ts';
import { depthsUnder, spanLength } from './loaded-cable.ts';

/** Units of the sheet, which is stretched to its place: as wide as the window, and as high as the stage. */
export const stage = { width: 1000, height: 290, towers: [90, 910], top: 22, deck: 192 } as const;
/** Metres from the left tower to where the wagon stands on either bank, clear of the span. */
export const banks = { left: -5, right: spanLength + 5 };

const unitsPerMetre = 5.8;
/** What a load moves is drawn at twice the scale of heights, to be seen on a small screen. */
const exaggeration = 2;

/** Of the wagon, as a multiple of the cable's horizontal pull: that of a heavy train. */
const weight = 0.3;

const rest = depthsUnder([]);
const parts = rest.length - 1;

/** By how many units each node of the cable sinks under a wagon that stands `at` so many metres from the left tower. */
export function sinkingUnder(at: number): number[] {
  const perMetre = unitsPerMetre * exaggeration;
  return depthsUnder([{ at, weight }]).map((depth, node) => (depth - (rest[node] ?? 0)) * perMetre);
}

/** The nodes of the cable, and those of the deck below, sunk by so many units. Hangers keep their length: both sink alike. */
export function spanPoints(sinking: readonly number[]): { cable: Point[]; deck: Point[] } {
  return {
    cable: rest.map((depth, node) => [across(node), stage.top + depth * unitsPerMetre + (sinking[node] ?? 0)]),
    deck: rest.map((_, node) => [across(node), stage.deck + (sinking[node] ?? 0)]),
  };
}

/** Where the wheels of a wagon are that stands `at` so many metres from the left tower, in hundredths of the stage. */
export function wheelsAt(at: number, sinking: readonly number[]): { x: string; y: string } {
  const place = (at / spanLength) * parts;
  const node = Math.floor(place);
  const [before = 0, after = 0] = [sinking[node], sinking[node + 1]];
  const sunk = before + (after - before) * (place - node);
  return { x: percent(across(place) / stage.width), y: percent((stage.deck + sunk) / stage.height) };
}

function across(node: number): number {
  const [left, right] = stage.towers;
  return left + ((right - left) * node) / parts;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
