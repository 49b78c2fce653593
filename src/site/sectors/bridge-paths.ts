import { computeCableDepths, spanMetres } from './loaded-cable.ts';
import { outlines, type VisibleLoad } from './sector-loads.ts';

/** Coordinates of the drawing, which is stretched to the width of the window and the height of the stage. */
export const bridgeGeometry = { width: 1000, height: 290, towers: [90, 910], top: 22, sag: 122, deck: 192 } as const;

const unitsPerMetre = 5.8;
/** Exaggeration of the deflection, to be visible on a small screen. */
const exaggeration = 2;

const restDepths = computeCableDepths([]);
const segmentCount = restDepths.length - 1;

/** Returns the SVG paths of the bent parts and of the load. Hangers keep their length: cable and deck sink alike. */
export function drawBridgePaths(loads: readonly VisibleLoad[]): Record<'cable' | 'hangers' | 'deck' | 'cargo', string> {
  const sinking = computeCableDepths(loads).map(
    (depth, node) => (depth - (restDepths[node] ?? 0)) * unitsPerMetre * exaggeration,
  );
  const nodes = restDepths.map((depth, node) => {
    const sunk = sinking[node] ?? 0;
    return {
      x: computeX(node),
      cable: bridgeGeometry.top + depth * unitsPerMetre + sunk,
      deck: bridgeGeometry.deck + sunk,
    };
  });
  const drawLoad = ({ outline, position, length, height }: VisibleLoad) => {
    const along = (position / spanMetres) * segmentCount;
    const node = Math.floor(along);
    const [before = 0, after = 0] = [sinking[node], sinking[node + 1]];
    const scale = (computeX((length / spanMetres) * segmentCount) - computeX(0)) / 100;
    const y = bridgeGeometry.deck + before + (after - before) * (along - node);
    const drawOutline = (points: string) => {
      const corners = points.split(', ').map((point) => point.split(' ').map(Number) as [number, number]);
      const steps = corners.map(([px, py], index) => {
        const [fromX, fromY] = corners[index - 1] ?? [px, py];
        return `${Math.round((px - fromX) * scale)} ${Math.round(((fromY - py) * height) / 100)}`;
      });
      const [firstX, firstY] = corners[0] ?? [0, 0];
      const start = [computeX(along) + (firstX - 50) * scale, y - (firstY * height) / 100];
      return `M${start.map(Math.round).join(' ')}l${steps.slice(1).join(' ')}z`;
    };
    return outlines[outline].map(drawOutline).join('');
  };
  return {
    cable: `M${nodes.map(({ x, cable }) => `${roundToTenths(x)} ${roundToTenths(cable)}`).join('L')}`,
    hangers: nodes
      .filter((_, node) => node % 2)
      .map(({ x, cable, deck }) => `M${Math.round(x)} ${Math.round(cable)}V${Math.round(deck)}`)
      .join(''),
    deck: `M0 ${bridgeGeometry.deck}L${nodes.map(({ x, deck }) => `${roundToTenths(x)} ${roundToTenths(deck)}`).join('L')}L${bridgeGeometry.width} ${bridgeGeometry.deck}`,
    cargo: loads.map(drawLoad).join(''),
  };
}

function computeX(node: number): number {
  const [left, right] = bridgeGeometry.towers;
  return left + ((right - left) * node) / segmentCount;
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
