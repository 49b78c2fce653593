import { circle } from '../arcs.ts';
import { each, type Point, polygon, polyline, range } from '../geometry.ts';
import { lamps } from '../scene.ts';
import { hills, horizon, type Poster, rectangle, water } from './poster.ts';

// A drawbridge over a moat, raised by 24 degrees: its leaf, and parallel to it the beam with the counterweight, on posts.
const road = 452;
const [hinge, post] = [768, 190];
const raised = (24 * Math.PI) / 180;
/** A place on the leaf, or so far above it. */
const along = (reach: number, above = 0): Point => [
  hinge - reach * Math.cos(raised),
  road - above - reach * Math.sin(raised),
];
const bar = (from: number, to: number, above: number, half: number) =>
  polygon(along(from, above - half), along(to, above - half), along(to, above + half), along(from, above + half));
const merlons = each(range(4), (index) => rectangle(884 + index * 42, 150, 24, 30));

/** Privacy: a drawbridge on its way down, and before the gap the one letter that its sender lets across. */
export const drawbridge: Poster = {
  hour: 'moonlight',
  behind: [
    { ink: 'lit', d: circle([620, 150], 48) },
    hills('far', [-1600, 430], [-800, 452], [-200, 436], [300, 452], [640, 430], [1000, 400]),
    ...water(horizon, 640),
  ],
  layers: [
    {
      at: 1,
      shapes: [
        {
          ink: 'under',
          d: rectangle(-1600, road, 2150, 20) + each(range(9), (index) => rectangle(500 - index * 240, road, 34, 200)),
        },
        { ink: 'stone', d: rectangle(-1600, road - 4, 2150, 8) },
        { ink: 'side', d: rectangle(884, 176, 300, 500) + merlons },
        {
          ink: 'under',
          d: rectangle(hinge - 10, road, 400, 200) + `${polyline([908, road])}V330a46 46 0 0 1 92 0V${road}z`,
        },
      ],
    },
    {
      at: 2,
      shapes: [
        {
          ink: 'stone',
          d: polygon(
            [hinge - 10, road],
            [hinge - 6, road - post - 8],
            [hinge + 6, road - post - 8],
            [hinge + 10, road],
          ),
        },
      ],
    },
    {
      at: 3,
      shapes: [
        { ink: 'hanger', d: polyline(along(206), along(206, post)), width: 3 },
        { ink: 'accent', d: bar(0, 226, 0, 6) + bar(-96, 226, post, 7) },
        { ink: 'side', d: circle(along(-96, post - 26), 24) },
      ],
    },
    {
      at: 4,
      shapes: [
        { ink: 'lit', d: rectangle(430, road - 50, 74, 46) },
        { ink: 'under', d: polyline([432, road - 48], [467, road - 22], [502, road - 48]), width: 3 },
      ],
    },
  ],
  front: [],
  lamps: lamps([
    [hinge, road - post - 20],
    [532, road - 14],
    [930, 250],
  ]),
};
