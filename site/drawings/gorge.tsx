import { spanLength } from '../sectors/loaded-cable.ts';
import { circle, smooth } from './arcs.ts';
import { camera, type Point3 } from './camera.ts';
import { catenary, each, linesOf, type Point, pointsOf, polygon, polyline, range, whole } from './geometry.ts';
import { balloon, crowns, curve, ground, lamps, reach } from './scene.ts';

/** From a wall of the Clifton bank, beside the road: the bridge runs away from the eye. In metres, from the middle of the deck. */
const at = camera({ eye: [-30, 5.5, -30], yaw: 0.262, focal: 690, centre: [297, 620] });
const line = linesOf(at);
const face = (...points: readonly Point3[]) => `${line(...points)}Z`;

/** How high the chains lie on the towers and how far they hang down from there; from the deck's middle to its edges and chains. */
const [saddle, sag, edge, chainAt] = [25, 21, 4.7, 4.4];
const heights = catenary(spanLength / 2, sag, spanLength).map(([, y]) => y + saddle);
const heightAt = (along: number) => heights[along] ?? 0;
const alongChain = (metres: readonly number[], side: number, lift = 0) =>
  metres.map((along): Point => at([side, heightAt(along) + lift, along]));

/** Where the chains' shape is taken, an odd number of times, closer where they are near; and where the hangers hold the deck. */
const bends = [0, 7, 16, 28, 44, 66, 98, 146, spanLength];
const hung = range(25).map((index) => 4 + 8 * index);
/** Three bars, one above the other, and the thickness of each. */
const [bars, bar] = [[0, 0.75, 1.5], 0.36];
const chain = each(bars, (lift) => {
  const top = smooth(alongChain(bends.toReversed(), -chainAt, lift + bar));
  return `${smooth(alongChain(bends, -chainAt, lift))}L${top.slice(1)}Z`;
});
const chainBehind = each(bars, (lift) => smooth(alongChain(bends, chainAt, lift)));
const hangers = each([chainAt, -chainAt], (side) =>
  each(hung, (along) => polyline(...[heightAt(along), 0].map((height) => whole(at([side, height, along]))))),
);
const lampsFrom = (from: number, to: number) =>
  lamps(
    alongChain(
      hung.filter((along) => along >= from && along < to),
      -chainAt,
      2.6,
    ).map(whole),
  );

/** Half the width and half the depth of a tower, at the deck and at its top. */
const [base, head, depth, top] = [7.4, 5.9, 4.6, 27];

/** A tower of stone, so far along and from so far below the deck: its sides by how the light falls on them. */
function tower(along: number, foot: number) {
  const block = (from: number, to: number, out = 0) => {
    const corner = (height: number, side: number, end: number): Point3 => [
      side * (base + ((head - base) * Math.min(height, top)) / top + out),
      height,
      along + end * (depth + out),
    ];
    const [left, leftBehind, right] = [-1, 1].flatMap((side) => [-1, 1].map((end) => [side, end] as const));
    const wall = (a = [0, 0] as readonly [number, number], b = a) =>
      face(corner(from, ...a), corner(to, ...a), corner(to, ...b), corner(from, ...b));
    return {
      lit: wall(leftBehind, left),
      side: wall(left, right),
      under: face(corner(from, -1, 1), corner(from, -1, -1), corner(from, 1, -1), corner(from, 1, 1)),
    };
  };
  const front = (across: number, height: number) => at([across, height, along - depth]);
  const bow = curve([front(-3.4, 10), front(-3.4, 16.4), front(3.4, 16.4), front(3.4, 10)]);
  return {
    shaft: block(foot, top),
    cap: block(top, top + 1.8, 1),
    arch: `${bow}L${polygon(front(3.4, 0), front(-3.4, 0)).slice(1)}`,
  };
}

function Tower({ shaft, cap, arch }: ReturnType<typeof tower>) {
  return (
    <>
      <path d={cap.under} className="fill-bank" />
      <path d={shaft.side + cap.side} className="fill-side" />
      <path d={shaft.lit + cap.lit} className="fill-stone" />
      <path d={arch} className="fill-under" />
    </>
  );
}

const near = tower(0, -12);
const far = tower(spanLength, -26);
/** In the near tower's side to the river; and in its front, where the chain comes out and goes down to its anchor. */
const niche =
  curve([at([-6.6, 13, 1.5]), at([-6.4, 18, 1.5]), at([-6.4, 18, -1.5]), at([-6.6, 13, -1.5])]) +
  `L${polygon(at([-7.2, 4, -1.5]), at([-7.2, 4, 1.5])).slice(1)}`;
const slot = face(...[-5.2, -3.6].flatMap((x, i) => [23, 26.4].map((y): Point3 => [x, i ? 49.4 - y : y, -depth])));
const backstay = each(bars, (lift) =>
  face(
    [-chainAt, 24.4 + lift, -depth],
    [-chainAt, 24.4 + lift + bar, -depth],
    [-chainAt, 16 + lift + bar, -16],
    [-chainAt, 16 + lift, -16],
  ),
);

const road = [-4, 30, 90, spanLength + 40];
const strip = (from: readonly [number, number], to: readonly [number, number]) =>
  face(...road.map((along): Point3 => [...from, along]), ...road.toReversed().map((along): Point3 => [...to, along]));

/** The river, on the level of the water: across and along where its middle is, and half its width. */
const course = [
  [-70, 150, 60],
  [-76, 250, 44],
  [-110, 340, 40],
  [-190, 520, 46],
  [-240, 700, 60],
  [-190, 960, 70],
  [60, 1250, 70],
  [500, 1500, 60],
] as const;
const bank = (side: number) => course.map(([across, along, half]) => whole(at([across + side * half, -72, along])));

const land = (skyline: string, shape: (points: readonly Point[]) => string, foot = 800) =>
  ground(foot, pointsOf(skyline), shape);
const woods = (crown: number) => (points: readonly Point[]) => crowns(points, crown);
const masses = {
  hills: land('-2200 590, -1800 560, -1400 605, -1000 590, -600 612, -250 585, 0 615, 300 600, 900 560', curve),
  woods: land('-1200 598, -700 622, -420 640, -300 668, -240 715, -300 800', woods(32)),
  farBank: land('92 730, 112 670, 150 624, 300 600, 430 574, 560 552, 800 524', woods(21)),
  bank: land('-1200 770, -200 784, 420 768, 560 748, 900 738', woods(47), 1600),
  rock: polygon(...pointsOf('84 800, 112 716, 130 690, 140 642, 166 632, 214 632, 236 678, 228 730, 262 800')),
  rockLit: polygon(...pointsOf('74 800, 100 742, 124 690, 140 642, 152 636, 146 706, 124 800')),
};
const balloons = [balloon([446, 214], 34), balloon([398, 336], 13)];

/** Where the styles of home say how high it is. */
const place = 'absolute inset-x-0 bottom-(--foot) h-(--picture) w-full overflow-visible';

/** The Avon Gorge from the Clifton bank, at dusk in the dark theme and in the morning's haze in the light one. */
export function Gorge() {
  return (
    <svg viewBox="0 0 790 800" preserveAspectRatio="xMaxYMax" fill="none" aria-hidden="true" className={place}>
      <path d={circle([36, 612], 46)} className="fill-lit" />
      <path d={masses.hills} className="fill-far" />
      <path d={reach(bank(-1), bank(1))} className="fill-water" />
      <path d={masses.woods + masses.farBank} className="fill-mid" />
      <path d={masses.rock} className="fill-side" />
      <path d={masses.rockLit} className="fill-under" />
      <Tower {...far} />
      <path d={chainBehind} className="stroke-hanger" />
      <path d={strip([-edge, 0], [edge, 0])} className="fill-under" />
      <path d={strip([-edge, 0.1], [-edge, -2.2])} className="fill-bank" />
      <path d={hangers} className="stroke-hanger" strokeWidth=".8" />
      <defs>
        <path id="chain" d={chain} />
      </defs>
      <use href="#chain" className="fill-hanger" />
      <use href="#chain" className="draw fill-cable stroke-cable" strokeWidth=".5" />
      <g className="come-on stroke-lit" strokeLinecap="round">
        <path d={lampsFrom(8, 25)} strokeWidth="6" />
        <path d={lampsFrom(25, 60)} strokeWidth="4" />
        <path d={lampsFrom(60, spanLength)} strokeWidth="2.4" />
      </g>
      <Tower {...near} />
      <path d={niche} className="fill-side" />
      <path d={slot} className="fill-bank" />
      <path d={backstay} className="fill-cable" />
      <path d={masses.bank} className="fill-bank" />
      <path d={each(balloons, ({ lit }) => lit)} className="fill-balloon" />
      <path d={each(balloons, ({ side }) => side)} className="fill-side" />
    </svg>
  );
}
