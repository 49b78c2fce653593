import { balloon } from './balloon.ts';
import { catenary, each, linesOf, polyline, range, whole } from './geometry.ts';
import { pen } from './sheet.tsx';
import { camera, type Point3 } from './camera.ts';

const sheet = { width: 1600, height: 900 };

// Metres, near those of the bridge over the Avon Gorge: 214 m from tower to tower, chains that hang 21 m below their tops.
const halfSpan = 107;
const towerHeight = 26;
const sag = 21;
const halfWidth = 5.5;
const hangerCount = 24;

// The eye stands on the near bank, left of the bridge and below its deck.
const project = camera({ eye: [-42, -8, -64], focal: 900, centre: [500, 660] });

const sides = [-halfWidth, halfWidth] as const;
const chain = catenary(halfSpan, sag, hangerCount).map(([x, y]) => [x + halfSpan, y + towerHeight] as const);
const [near, far] = [0, 2 * halfSpan];

/** The suspension bridge behind the home page's headline, in perspective. The cable draws itself, then the hangers drop in. */
export function HomeSpan() {
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMid slice"
      {...pen}
      className="size-full"
    >
      <path d={gorge} className="stroke-hairline" strokeWidth="2" />
      <path d={beams} className="stroke-hairline" />
      <path d={deck} className="stroke-quiet opacity-60" strokeWidth="1.5" />
      <path d={towers} className="stroke-quiet" strokeWidth="2.5" />
      <g className="stroke-quiet opacity-60">
        {hangers.map((quarter, index) => (
          <path key={quarter} d={quarter} className={drops[index]} />
        ))}
      </g>
      <g className="cable stroke-cable" strokeWidth="3">
        {cables.map((cable) => (
          <path key={cable} d={cable} pathLength="1" className="draw" />
        ))}
      </g>
      <path d={balloon([590, 112], 48)} className="stroke-balloon" strokeWidth="2" />
    </svg>
  );
}

const line = linesOf((point: Point3) => whole(project(point)));

const cables = sides.flatMap((across) => [
  polyline(...chain.map(([along, height]) => project([across, height, along]))),
  line([across, towerHeight, near], [across, 1, near - 50]),
  line([across, towerHeight, far], [across, 0, far + 60]),
]);

// In four groups from the near tower to the far one, each of which drops in a little later.
const drops = ['drop-450', 'drop-600', 'drop-750', 'drop-900'];
const hangers = range(4).map((quarter) =>
  each(chain.slice(1, -1), ([along, height], index) =>
    Math.floor((index * 4) / (hangerCount - 1)) === quarter
      ? each(sides, (across) => line([across, height, along], [across, 0, along]))
      : '',
  ),
);

/** From one side of the bridge to the other, or `beyond` them. */
const crossing = (height: number, along: number, beyond = 0) =>
  line([-halfWidth - beyond, height, along], [halfWidth + beyond, height, along]);
const towers = each(
  [near, far],
  (along) =>
    each(sides, (across) =>
      each([-0.9, 0.9], (leg) => line([across + leg * 1.3, -30, along], [across + leg, towerHeight + 1.5, along])),
    ) +
    each([-12, 14, 21, towerHeight], (height) => crossing(height, along)) +
    crossing(towerHeight + 1.5, along, 1.4),
);

const deck = each(sides, (across) =>
  each([1.2, 0, -1.4], (height) => line([across, height, near - 52], [across, height, 600])),
);
const beams = each(range(16), (index) => crossing(-1.4, near - 48 + index * 6));

// The far bank, face on: its rim, and below it the joints in the limestone, which are as upright as the hangers.
const rim = range(46).map((index): Point3 => [index * 8 - 32, ((index * 5) % 7) - (index % 4) - 9, far + 20]);
const gorge =
  line(...rim) +
  each(rim, ([across, height, along], index) =>
    line([across, height, along], [across, height - 12 - ((index * 17) % 26), along]),
  );
