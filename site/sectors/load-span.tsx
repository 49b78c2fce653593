import { circles, smooth } from '../drawings/arcs.ts';
import { bothSides, each, level, type Point, pointsOf, polygon, polyline, whole } from '../drawings/geometry.ts';
import { posts } from '../drawings/trusses.ts';
import { Line, pen } from '../drawings/sheet.tsx';
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
  const hangers = posts(bent.cable.slice(1, -1).map(whole), bent.deck.slice(1, -1).map(whole));
  return (
    <svg {...pen} className="size-full">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <Line.Fine d={gorge} />
        <Line.Dashed d={atRest} />
        <g className="stroke-quiet" strokeWidth="2.25">
          <path data-part="hangers" d={hangers} className="opacity-60" strokeWidth="1" {...keepWeight} />
          <path data-part="deck" d={polyline([0, deck], ...bent.deck, [width, deck])} {...keepWeight} />
        </g>
        <Line.Structure d={pylons} />
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

// In arcs, each over a third of the span: a third of the bytes.
const atRest = smooth(spanPoints([]).cable.filter((_, node) => node % 6 === 0));
const keepWeight = { vectorEffect: 'non-scaling-stroke' } as const;
const land = deck + 22;
const bothBanks = (...points: readonly Point[]) =>
  polyline(...points) + polyline(...points.map(([x, y]): Point => [width - x, y]));
const stays = bothBanks([0, deck - 30], [towers[0], top]);
const gorge = bothBanks([0, land], [102, land], [106, 240], [119, 262], [116, height]);
const pylons = each(towers, (x) => {
  const legs = bothSides((side) => polyline([x + side * 11, land], [x + side * 7, top - 12]));
  return legs + level(top, x - 7, x + 7) + level(94, x - 9, x + 9);
});

// An open wagon with its load, 44 pixels long, its wheels on the deck.
const wagon =
  polygon(...pointsOf('-22 -20, 22 -20, 18 -9, -18 -9')) +
  polyline(...pointsOf('-15 -20, -15 -31, 15 -31, 15 -20')) +
  circles(4.5, pointsOf('-11 -5, 11 -5'));
