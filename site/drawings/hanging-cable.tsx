import { catenary, type Point, polyline, segments } from './geometry.ts';

const width = 1000;
const height = 60;

/** A cable as wide as its place, with a hanger for each of four things that stand below it at equal distances. */
export function HangingCable() {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      overflow="visible"
      aria-hidden="true"
      className="h-14 w-full"
    >
      <path d={hangers} className="stroke-quiet" strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
      <path d={polyline(...cable)} className="cable stroke-cable" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const cable = catenary(width / 2, 40, 32).map(([x, y]): Point => [x + width / 2, -y]);
const hangers = segments(cable.filter((_, index) => index % 8 === 4).map((end) => [end, [end[0], height]]));
