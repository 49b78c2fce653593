/** Metres, those of the bridge over the Avon Gorge: from tower to tower, in so many equal parts, and how far its chain hangs down. */
export const spanLength = 214;
const parts = 36;
const sag = 21;

/** What stands on the deck. */
export interface Load {
  /** Metres from the left tower. */
  at: number;
  /** As a multiple of the cable's horizontal pull when nothing is on the deck. */
  weight: number;
}

/** For how far to both sides of it, in metres, the deck's own stiffness spreads a load. */
const spread = 9;

const part = spanLength / parts;
/** The parameter of the catenary, from the parabola that is next to it: sag = span²/8a. The rest is 0.4 % of the sag. */
const parameter = spanLength ** 2 / (8 * sag) + sag / 6;
const restWeights = Array.from(
  { length: parts + 1 },
  (_, node) => (Math.cosh((node * part - spanLength / 2) / parameter) / parameter) * part,
);
const restShears = shears(restWeights);

/**
 * How far each of the `parts` + 1 nodes of the cable stands below the towers' tops, in metres, under these loads. A cable that only
 * hangs takes the shape of the bending moments of a simple beam under the same weights, divided by its horizontal pull. That pull
 * is as great as keeps the cable's length, to the first order: the length grows with the squares of the slopes.
 */
export function computeCableDepths(loads: readonly Load[]): number[] {
  const under = shears(
    restWeights.map((weight, node) => weight + loads.reduce((sum, load) => sum + borne(load, node), 0)),
  );
  return heights(under, Math.sqrt(squares(under) / squares(restShears)));
}

/** What a node bears of a load: most where it stands, nothing beyond its spread. */
function borne({ at, weight }: Load, node: number): number {
  return (weight * Math.max(0, 1 - Math.abs(node * part - at) / spread) * part) / spread;
}

/** The shear in each part of a beam that rests on its ends: what the left end bears, less all that stands before. */
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
