import { circle, type Point, polyline, segments, whole } from '../drawings/geometry.ts';
import { DashedLine, FineLine, pen, StructureLine } from '../drawings/sheet.tsx';
import { sinkingUnder, spanPoints, stage, wheelsAt } from './load-span-points.ts';

const { width, height, towers, top, deck } = stage;

/** Metres from the left tower to the wagon, until a script moves it: where the bridge shows best what it bears. */
export const standing = 65;

/**
 * A suspension bridge from edge to edge of its place, seen from the side. It bends under a wagon; in dashes, the cable without it.
 * What is named by `data-part` moves by load-span-motion.ts.
 */
export function LoadSpan() {
  const sinking = sinkingUnder(standing);
  const bent = spanPoints(sinking);
  // In whole units: their ends lie within stronger lines, and the home page is full.
  const hangers = segments(
    bent.cable.map((point, node) => [whole(point), whole(bent.deck[node] ?? point)] as const).slice(1, -1),
  );
  return (
    <svg {...pen} className="size-full">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <FineLine d={gorge} />
        <DashedLine d={polyline(...spanPoints([]).cable)} />
        <g className="stroke-quiet" strokeWidth="2.25">
          <path data-part="hangers" d={hangers} className="opacity-60" strokeWidth="1" {...keepWeight} />
          <path data-part="deck" d={polyline([0, deck], ...bent.deck, [width, deck])} {...keepWeight} />
        </g>
        <StructureLine d={pylons} />
        <g className="cable stroke-cable" strokeWidth="3">
          <path d={stays} {...keepWeight} />
          <path data-part="cable" d={polyline(...bent.cable)} {...keepWeight} />
        </g>
      </svg>
      <svg data-part="wagon" {...wheelsAt(standing, sinking)} overflow="visible">
        <path d={wagon} className="fill-ground stroke-text" strokeWidth="2" />
      </svg>
    </svg>
  );
}

const keepWeight = { vectorEffect: 'non-scaling-stroke' } as const;
const bothBanks = (...points: readonly Point[]) =>
  polyline(...points) + polyline(...points.map(([x, y]): Point => [width - x, y]));
const land = deck + 22;
const stays = bothBanks([0, deck - 30], [towers[0], top]);
const gorge = bothBanks([0, land], [102, land], [106, 240], [119, 262], [116, 296], [134, height]);
const pylons = towers
  .map((x) => {
    const across = (y: number, half: number): [Point, Point] => [
      [x - half, y],
      [x + half, y],
    ];
    return (
      [-1, 1].map((side) => polyline([x + side * 11, land], [x + side * 7, top - 12])).join('') +
      segments([across(top, 7), across(94, 9)])
    );
  })
  .join('');

// An open wagon with its load, 44 pixels long, its wheels on the deck.
const wagon = `${polyline([-22, -26], [22, -26], [18, -9], [-18, -9])}Z${polyline(
  [-15, -26],
  [-15, -40],
  [15, -40],
  [15, -26],
)}${circle([-11, -5], 4.5)}${circle([11, -5], 4.5)}`;
