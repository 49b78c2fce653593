export type Point = readonly [x: number, y: number];

/**
 * Points of the chain that hangs between two supports of equal height, from `-halfSpan` to `halfSpan`,
 * `sag` below them in the middle: y = a·cosh(x/a), moved so that the supports stand at height 0.
 * Lengths in any one unit, `sag` > 0; y grows upwards. Returns `samples` + 1 points.
 */
export function catenary(halfSpan: number, sag: number, samples: number): Point[] {
  const a = parameter(halfSpan, sag);
  const top = a * Math.cosh(halfSpan / a);
  return Array.from({ length: samples + 1 }, (_, index) => {
    const x = -halfSpan + (2 * halfSpan * index) / samples;
    return [x, a * Math.cosh(x / a) - top];
  });
}

/** Solves a·(cosh(halfSpan/a) − 1) = sag by bisection: the left side falls steadily as a grows. */
function parameter(halfSpan: number, sag: number): number {
  let low = halfSpan / 20;
  let high = (halfSpan * halfSpan) / (2 * sag) + sag;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (middle * (Math.cosh(halfSpan / middle) - 1) > sag) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
