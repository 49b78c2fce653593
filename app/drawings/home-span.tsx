import { catenary, type Point } from './catenary.ts';
import { polyline, segments } from './path.ts';

type Point3 = readonly [along: number, height: number, across: number];

// Metres, near those of the bridge over the Avon Gorge: 214 m between towers of 26 m, a deck 9 m wide.
const halfSpan = 107;
const towerHeight = 26;
const sag = 21;
const halfWidth = 5.5;
const hangers = 40;

// The eye stands on the near bank, beside and a little below the deck, looking along it.
const eye: Point3 = [-152, -9, -34];
const yaw = 0.2;
const pitch = 0.06;
const focal = 1120;
const size = { width: 1600, height: 900 };

const sides = [-halfWidth, halfWidth] as const;
const chain = catenary(halfSpan, sag, hangers);

/** The suspension bridge behind the home page's headline, in true perspective. The cable draws itself, then the hangers drop. */
export function HomeSpan() {
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMaxYMid slice"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className="size-full"
    >
      <g className="stroke-hairline" strokeWidth="1.5">
        <path d={deck} />
        <path d={crossBeams} strokeWidth="1" />
      </g>
      <path d={towers} className="stroke-quiet" strokeWidth="2.5" strokeLinejoin="round" />
      <g className="stroke-quiet opacity-70" strokeWidth="1">
        {hangerGroups.map((group, index) => (
          <path key={group} d={group} className={`drop drop-${index + 1}`} />
        ))}
      </g>
      <g className="stroke-lamp" strokeWidth="3">
        {cables.map((cable) => (
          <path key={cable} d={cable} pathLength="1" className="draw" />
        ))}
      </g>
    </svg>
  );
}

function project([along, height, across]: Point3): Point {
  const dx = along - eye[0];
  const dz = across - eye[2];
  const dy = height - eye[1];
  const depth = dx * Math.cos(yaw) + dz * Math.sin(yaw);
  const side = -dx * Math.sin(yaw) + dz * Math.cos(yaw);
  const forward = depth * Math.cos(pitch) + dy * Math.sin(pitch);
  const up = -depth * Math.sin(pitch) + dy * Math.cos(pitch);
  return [size.width / 2 - (focal * side) / forward, size.height / 2 - (focal * up) / forward];
}

const cables = sides.flatMap((across) => [
  polyline(chain.map(([x, y]) => project([x, towerHeight + y, across]))),
  polyline([project([-halfSpan, towerHeight, across]), project([-halfSpan - 38, 2, across])]),
  polyline([project([halfSpan, towerHeight, across]), project([halfSpan + 60, 0, across])]),
]);

const hangerGroups = [0, 1, 2, 3].map((quarter) =>
  segments(
    sides.flatMap((across) =>
      chain
        .slice(1, -1)
        .filter((_, index) => Math.floor((index * 4) / (hangers - 1)) === quarter)
        .map(([x, y]) => [project([x, towerHeight + y, across]), project([x, 0, across])] as const),
    ),
  ),
);

const towers = [-halfSpan, halfSpan]
  .flatMap((along) => [
    ...sides.map((across) => polyline([project([along, -40, across]), project([along, towerHeight + 1.5, across])])),
    ...[-8, 11, 19, towerHeight].map((height) =>
      polyline([project([along, height, -halfWidth]), project([along, height, halfWidth])]),
    ),
  ])
  .join('');

const deck = sides
  .flatMap((across) => [0, -1.6].map((height) => polyline([project([-145, height, across]), project([400, height, across])])))
  .join('');

const crossBeams = segments(
  Array.from({ length: 60 }, (_, index) => -140 + index * 6).map(
    (along) => [project([along, -1.6, -halfWidth]), project([along, -1.6, halfWidth])] as const,
  ),
);
