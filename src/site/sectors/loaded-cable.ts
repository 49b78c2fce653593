/** Span of the bridge over the Avon Gorge in metres, its number of equal parts, and the sag of its chain in metres. */
export const spanMetres = 214;
const segmentCount = 36;
const sag = 21;

/** A load on the deck. */
export interface DeckLoad {
  /** Metres from the left tower. */
  position: number;
  /** As a multiple of the cable's horizontal pull when nothing is on the deck. */
  weight: number;
}

/** Distance to both sides over which the stiffness of the deck spreads a load, in metres. */
const spread = 9;

const segmentLength = spanMetres / segmentCount;
/** Parameter of the catenary, from the closest parabola: sag = span²/8a. The error is 0.4 % of the sag. */
const parameter = spanMetres ** 2 / (8 * sag) + sag / 6;
const restWeights = Array.from(
  { length: segmentCount + 1 },
  (_, node) => (Math.cosh((node * segmentLength - spanMetres / 2) / parameter) / parameter) * segmentLength,
);
const restShears = computeShears(restWeights);

/**
 * Returns the depths of the `segmentCount` + 1 nodes of the cable below the tops of the towers, in metres. A hanging
 * cable has the shape of the bending moments of a simple beam under the same weights, divided by its horizontal pull.
 * The pull keeps the length of the cable, to first order: the length grows with the squares of the slopes.
 */
export function computeCableDepths(loads: readonly DeckLoad[]): number[] {
  const loadedShears = computeShears(
    restWeights.map((weight, node) => weight + loads.reduce((sum, load) => sum + computeNodeShare(load, node), 0)),
  );
  return computeDepths(loadedShears, Math.sqrt(sumSquares(loadedShears) / sumSquares(restShears)));
}

/** Returns the share of a load on a node: greatest at the load, zero beyond `spread`. */
function computeNodeShare({ position, weight }: DeckLoad, node: number): number {
  return (weight * Math.max(0, 1 - Math.abs(node * segmentLength - position) / spread) * segmentLength) / spread;
}

/** Returns the shear in each part of a simple beam: the left reaction less the weights before. */
function computeShears(weights: readonly number[]): number[] {
  let shear = weights.reduce((sum, weight, node) => sum + weight * (1 - node / segmentCount), 0);
  return weights.slice(0, -1).map((weight) => (shear -= weight));
}

function computeDepths(loadedShears: readonly number[], pull: number): number[] {
  let depth = 0;
  return [0, ...loadedShears.map((shear) => (depth += (shear * segmentLength) / pull))];
}

function sumSquares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value ** 2, 0);
}
