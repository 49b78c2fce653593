/** Span of the bridge over the Avon Gorge in metres, its number of equal parts, and the sag of its chain in metres. */
export const spanLength = 214;
const parts = 36;
const sag = 21;

/** A load on the deck. */
export interface Load {
  /** Metres from the left tower. */
  at: number;
  /** As a multiple of the cable's horizontal pull when nothing is on the deck. */
  weight: number;
}

/** Distance to both sides over which the stiffness of the deck spreads a load, in metres. */
const spread = 9;

const part = spanLength / parts;
/** Parameter of the catenary, from the closest parabola: sag = span²/8a. The error is 0.4 % of the sag. */
const parameter = spanLength ** 2 / (8 * sag) + sag / 6;
const restWeights = Array.from(
  { length: parts + 1 },
  (_, node) => (Math.cosh((node * part - spanLength / 2) / parameter) / parameter) * part,
);
const restShears = shears(restWeights);

/**
 * Returns the depths of the `parts` + 1 nodes of the cable below the tops of the towers, in metres. A hanging cable has
 * the shape of the bending moments of a simple beam under the same weights, divided by its horizontal pull. The pull is
 * the one that keeps the length of the cable, to first order: the length grows with the squares of the slopes.
 */
export function computeCableDepths(loads: readonly Load[]): number[] {
  const under = shears(
    restWeights.map((weight, node) => weight + loads.reduce((sum, load) => sum + borne(load, node), 0)),
  );
  return heights(under, Math.sqrt(squares(under) / squares(restShears)));
}

/** Returns the share of a load on a node: greatest at the load, zero beyond `spread`. */
function borne({ at, weight }: Load, node: number): number {
  return (weight * Math.max(0, 1 - Math.abs(node * part - at) / spread) * part) / spread;
}

/** Returns the shear in each part of a simple beam: the left reaction less the weights before. */
function shears(weights: readonly number[]): number[] {
  let shear = weights.reduce((sum, weight, node) => sum + weight * (1 - node / parts), 0);
  return weights.slice(0, -1).map((weight) => (shear -= weight));
}

function heights(under: readonly number[], pull: number): number[] {
  let depth = 0;
  return [0, ...under.map((shear) => (depth += (shear * part) / pull))];
}

function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value ** 2, 0);
}
