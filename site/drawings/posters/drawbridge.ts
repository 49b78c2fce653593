import { circle } from '../arcs.ts';
import { drawEach, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, drawPolygon, type Poster, drawRectangle, drawWater } from './poster.ts';

// A drawbridge over a moat, raised by 24 degrees: its leaf, and parallel to it on posts the beam with the counterweight.
const road = 452;
const [hinge, post] = [768, 190];
const [along, up] = [Math.cos(Math.PI / 7.5), Math.sin(Math.PI / 7.5)];
/** Returns the point at a distance along the leaf and one above it. */
const at = (reach: number, above = 0): Point => [hinge - reach * along, road - above - reach * up];
const bar = (from: number, to: number, above: number) =>
  polygon(at(from, above - 6), at(to, above - 6), at(to, above + 6), at(from, above + 6));

/** Privacy: a drawbridge on its way down, and before the gap the one letter that its sender lets across. */
export const drawbridge: Poster = {
  hour: 'moonlight',
  background: [
    { ink: 'lit', d: circle([620, 150], 48) },
    drawHills('far', [-1600, 430], [-800, 452], [-200, 436], [300, 452], [640, 430], [1000, 400]),
    ...drawWater(horizonY, 640),
    { ink: 'under', d: drawEach(range(9), (index) => drawRectangle(500 - index * 240, road, 34, 200)) },
    { ink: 'under', d: drawRectangle(-1600, road, 2150, 20) },
    { ink: 'stone', d: drawRectangle(-1600, road - 4, 2150, 8) },
    {
      ink: 'side',
      d: drawRectangle(884, 176, 300, 500) + drawEach([884, 926, 968], (x) => drawRectangle(x, 150, 24, 30)),
    },
    {
      ink: 'under',
      d: `${polyline([908, road])}V330a46 46 0 0 1 92 0V${road}z${drawRectangle(758, road, 400, 200)}`,
    },
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'stone', d: drawPolygon('758 452, 762 254, 774 254, 778 452') },
        { ink: 'hanger', d: polyline(at(206), at(206, post)), width: 3 },
        { ink: 'accent', d: bar(0, 226, 0) + bar(-96, 226, post) },
        { ink: 'side', d: circle(at(-96, post - 26), 24) },
        { ink: 'lit', d: drawRectangle(430, road - 50, 74, 46) },
        { ink: 'under', d: polyline([432, road - 48], [467, road - 22], [502, road - 48]), width: 3 },
      ],
    },
  ],
  foreground: [],
  lamps: drawLamps([at(0, post + 20), [532, road - 14], [930, 250]]),
};
