import { catenary, type Point, polyline } from './geometry.ts';

const width = 1000;
const sag = 28;
const line = polyline(...catenary(width / 2, sag, 32).map(([x, y]): Point => [x + width / 2, 1 - y]));

/** A shallow catenary from edge to edge: the line between two sections, as wide as its place. */
export function DeckLine() {
  return (
    <svg
      viewBox={`0 0 ${width} ${sag + 2}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className="block h-6 w-full stroke-hairline"
    >
      <path d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
