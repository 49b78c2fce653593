import { computeCableDepths, spanLength } from './loaded-cable.ts';
import type { Cargo } from './sector-loads.ts';

/** Units of the sheet, which is stretched to its place: as wide as the window, and as high as the stage. */
export const stage = { width: 1000, height: 290, towers: [90, 910], top: 22, sag: 122, deck: 192 } as const;

const unitsPerMetre = 5.8;
/** Exaggeration of the deflection, to be visible on a small screen. */
const exaggeration = 2;
/** Number of blocks of every load, the most that one needs: equal numbers let each load morph into the next. */
const blocks = 20;

const rest = computeCableDepths([]);
const parts = rest.length - 1;

/** Returns the SVG paths of the bent parts and of the load. Hangers keep their length: cable and deck sink alike. */
export function drawSpan(cargo: readonly Cargo[]): Record<'cable' | 'hangers' | 'deck' | 'cargo', string> {
  const sinking = computeCableDepths(cargo).map(
    (depth, node) => (depth - (rest[node] ?? 0)) * unitsPerMetre * exaggeration,
  );
  const nodes = rest.map((depth, node) => {
    const sunk = sinking[node] ?? 0;
    return { x: across(node), cable: stage.top + depth * unitsPerMetre + sunk, deck: stage.deck + sunk };
  });
  const block = ({ at, length, height }: Cargo) => {
    const place = (at / spanLength) * parts;
    const node = Math.floor(place);
    const [before = 0, after = 0] = [sinking[node], sinking[node + 1]];
    const width = across((length / spanLength) * parts) - across(0);
    const y = stage.deck + before + (after - before) * (place - node);
    return `M${tenths(across(place) - width / 2)} ${tenths(y)}v${-height}h${tenths(width)}v${height}z`;
  };
  const none = { at: 0, weight: 0, length: 0, height: 0 };
  return {
    cable: `M${nodes.map(({ x, cable }) => `${tenths(x)} ${tenths(cable)}`).join('L')}`,
    hangers: nodes
      .filter((_, node) => node % 2)
      .map(({ x, cable, deck }) => `M${Math.round(x)} ${Math.round(cable)}V${Math.round(deck)}`)
      .join(''),
    deck: `M0 ${stage.deck}L${nodes.map(({ x, deck }) => `${tenths(x)} ${tenths(deck)}`).join('L')}L${stage.width} ${stage.deck}`,
    cargo: Array.from({ length: blocks }, (_, index) => block(cargo[index] ?? none)).join(''),
  };
}

function across(node: number): number {
  const [left, right] = stage.towers;
  return left + ((right - left) * node) / parts;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
