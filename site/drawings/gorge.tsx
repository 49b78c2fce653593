import { spanLength } from '../sectors/loaded-cable.ts';
import { circle, drawSmoothLine } from './arcs.ts';
import { createCamera, type Point3 } from './camera.ts';
import {
  computeCatenary,
  drawEach,
  createLineDrawer,
  type Point,
  parsePoints,
  polygon,
  polyline,
  range,
  roundPoint,
} from './geometry.ts';
import { drawBalloon, drawBlock, drawCrowns, drawCurve, drawGround, drawLamps, drawRiver } from './scene.ts';

/** View from a wall of the Clifton bank, beside the road, along the bridge. In metres, from the middle of the deck. */
const at = createCamera({ eye: [-30, 5.5, -30], yaw: 0.262, focal: 690, centre: [297, 620] });
const line = createLineDrawer(at);
const face = (...points: readonly Point3[]) => `${line(...points)}Z`;

/** Height of the chains on the towers and their sag; distance of edges and chains from the middle of the deck. */
const [saddle, sag, edge, chainAt] = [25, 21, 4.7, 4.4];
const heights = computeCatenary(spanLength / 2, sag, spanLength).map(([, y]) => y + saddle);
const heightAt = (along: number) => heights[along] ?? 0;
const alongChain = (metres: readonly number[], side: number, lift = 0) =>
  metres.map((along): Point => at([side, heightAt(along) + lift, along]));

/** Sample points of the chains, an odd number, denser near the eye; and the positions of the hangers. */
const bends = [0, 7, 16, 28, 44, 66, 98, 146, spanLength];
const hung = range(25).map((index) => 4 + 8 * index);
/** Heights of the three bars of a chain, and the thickness of each. */
const [bars, bar] = [[0, 0.75, 1.5], 0.36];
const chain = drawEach(bars, (lift) => {
  const top = drawSmoothLine(alongChain(bends.toReversed(), -chainAt, lift + bar));
  return `${drawSmoothLine(alongChain(bends, -chainAt, lift))}L${top.slice(1)}Z`;
});
const chainBehind = drawEach(bars, (lift) => drawSmoothLine(alongChain(bends, chainAt, lift)));
/** Hangers; on the far side only every other one. */
const hangers = drawEach([chainAt, -chainAt], (side) =>
  drawEach(side > 0 ? hung.filter((_, index) => index % 2 === 0) : hung, (along) =>
    polyline(...[heightAt(along), 0].map((height) => roundPoint(at([side, height, along])))),
  ),
);
const lampsFrom = (from: number, to: number) => {
  const seen = hung.filter((along) => along >= from && along < to);
  return drawLamps(alongChain(seen, -chainAt, 2.6).map(roundPoint));
};

/** Returns a stone tower that narrows to its top, by its position and its foot below the deck; and its cap. */
function tower(along: number, foot: number) {
  const [top, depth] = [27, 4.6];
  const half = (height: number) => 7.4 - (1.5 * height) / top;
  const front = (across: number, height: number) => at([across, height, along - depth]);
  const bow = drawCurve([front(-3.4, 10), front(-3.4, 16.4), front(3.4, 16.4), front(3.4, 10)]);
  return {
    shaft: drawBlock(at, along, [foot, half(foot), depth], [top, half(top), depth]),
    cap: drawBlock(at, along, [top, 6.9, 5.6], [top + 1.8, 6.9, 5.6]),
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
/** Niches of the near tower: towards the river; and in its front, where the chain runs down to its anchor. */
const niche =
  drawCurve([at([-6.6, 13, 1.5]), at([-6.4, 18, 1.5]), at([-6.4, 18, -1.5]), at([-6.6, 13, -1.5])]) +
  `L${polygon(at([-7.2, 4, -1.5]), at([-7.2, 4, 1.5])).slice(1)}`;
const onFront = (across: number, height: number): Point3 => [across, height, -4.6];
const slot = face(onFront(-5.2, 23), onFront(-5.2, 26.4), onFront(-3.6, 26.4), onFront(-3.6, 23));
const backstay = drawEach(bars, (lift) => {
  const anchor = (height: number): Point3 => [-chainAt, height, -16];
  const [from, to] = [24.4 + lift, 16 + lift];
  return face(onFront(-chainAt, from), onFront(-chainAt, from + bar), anchor(to + bar), anchor(to));
});

const road = [-4, 30, 90, spanLength + 40];
const strip = (from: readonly [number, number], to: readonly [number, number]) =>
  face(...road.map((along): Point3 => [...from, along]), ...road.toReversed().map((along): Point3 => [...to, along]));

/** Course of the river at water level: its middle, across and along, and half its width. */
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
const bank = (side: number) =>
  course.map(([across, along, half]) => roundPoint(at([across + side * half, -72, along])));

const land = (skyline: string, shape: (points: readonly Point[]) => string, foot = 800) =>
  drawGround(foot, parsePoints(skyline), shape);
const woods = (crown: number) => (points: readonly Point[]) => drawCrowns(points, crown);
const masses = {
  hills: land('-2200 590, -1800 560, -1400 605, -1000 590, -600 612, -250 585, 0 615, 300 600, 900 560', drawCurve),
  woods: land('-1200 598, -700 622, -420 640, -300 668, -240 715, -300 800', woods(32)),
  farBank: land('92 730, 112 670, 150 624, 300 600, 430 574, 560 552, 800 524', woods(21)),
  bank: land('-1200 770, -200 784, 420 768, 560 748, 900 738', woods(47), 1600),
  rock: polygon(...parsePoints('84 800, 112 716, 130 690, 140 642, 166 632, 214 632, 236 678, 228 730, 262 800')),
  rockLit: polygon(...parsePoints('74 800, 100 742, 124 690, 140 642, 152 636, 146 706, 124 800')),
};
const balloons = [drawBalloon([446, 214], 34), drawBalloon([398, 336], 13)];

/** The styles of the home page set the height. */
const pictureClass = 'absolute inset-x-0 bottom-(--foot) h-(--picture) w-full overflow-visible';

/** The Avon Gorge from the Clifton bank, at dusk in the dark theme and in the morning's haze in the light one. */
export function Gorge() {
  return (
    <svg viewBox="0 0 790 800" preserveAspectRatio="xMaxYMax" fill="none" aria-hidden="true" className={pictureClass}>
      <path d={circle([36, 612], 46)} className="fill-lit" />
      <path d={masses.hills} className="fill-far" />
      <path d={drawRiver(bank(-1), bank(1))} className="fill-water" />
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
      <path d={drawEach(balloons, ({ lit }) => lit)} className="fill-balloon" />
      <path d={drawEach(balloons, ({ side }) => side)} className="fill-side" />
    </svg>
  );
}
