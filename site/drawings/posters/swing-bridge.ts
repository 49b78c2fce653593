import { circle } from '../arcs.ts';
import { createCamera, type Point3 } from '../camera.ts';
import { drawEach, type Point, polygon, polyline, range, roundPoint } from '../geometry.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';
import { drawBlock, drawLamps } from '../scene.ts';

// In metres, from its pivot: a leaf that is turned until its near end is to the right, so that ships pass on both sides.
const turned = 1;
const seen = createCamera({ eye: [0, 9, -80], focal: 900, centre: [722, horizonY] });
/** A point of the leaf: beside its middle line, above the water, and along it towards its far end. */
const onLeaf = ([aside, height, along]: Point3): Point =>
  roundPoint(
    seen([
      aside * Math.sin(turned) - along * Math.cos(turned),
      height,
      aside * Math.cos(turned) + along * Math.sin(turned),
    ]),
  );
const [reach, half, road] = [25, 3.6, 6];
const joints = range(9).map((index) => ((index - 4) * reach) / 4);
/** Returns the height of the top chord: it rises towards the pivot, over which the whole leaf hangs. */
const chord = (along: number) => road + 3 + 9.5 * Math.cos((along / reach) * 1.4);

/** A truss with its panels open. */
function truss(aside: number): string {
  const at = (along: number, height: number) => onLeaf([aside, height, along]);
  const top = joints.map((along) => at(along, chord(along)));
  const panels = drawEach(joints.slice(1), (end, index) => {
    const [from, to] = [(joints[index] ?? 0) + 0.5, end - 0.5];
    return polygon(at(from, road + 1), at(from, chord(from) - 0.8), at(to, chord(to) - 0.8), at(to, road + 1));
  });
  return polygon(at(-reach, road), ...top, at(reach, road)) + panels;
}

const shaft = drawBlock(onLeaf, 0, [road, 2.4, 2.4], [30, 1.7, 1.7]);
const cabin = drawBlock(onLeaf, 0, [30, 3.4, 3.4], [35, 3.8, 3.8]);
const windows = drawBlock(onLeaf, 0, [31.6, 3.55, 3.55], [33.8, 3.7, 3.7]);
const roof = (
  [
    [-1, 1],
    [-1, -1],
    [1, -1],
    [1, 1],
  ] as const
).map(([aside, along]) => onLeaf([aside * 4.4, 35, along * 4.4]));
const summit = onLeaf([0, 39.5, 0]);

const [pierX, pierTop, pierHalf] = [722, 496, 100];
const quay = 440;
const sheets = range(12).map((index) => quay - 42 - index * 42);
const ship = 514;

/** Dynamics 365: the sheets of the month are across, each with its total, so the bridge may open for the update. */
export const swingBridge: Poster = {
  hour: 'moonlight',
  background: [
    { ink: 'lit', d: circle([868, 150], 44) },
    drawHills('far', [-1600, 446], [-800, 440], [-100, 452], [400, 448], [760, 432], [1000, 452]),
    ...drawWater(horizonY, 868),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'under', d: polygon([-1600, 496], [quay, 496], [quay - 8, 564], [-1600, 564]) },
        { ink: 'stone', d: drawRectangle(-1600, 492, 1600 + quay, 7) },
        { ink: 'under', d: `M${pierX - pierHalf} ${pierTop}v66a100 14 0 0 0 200 0v-66Z` },
        { ink: 'side', d: `M${pierX + 20} ${pierTop}v79.7a100 14 0 0 0 80 -13.7v-66Z` },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'side', d: shaft.lit + cabin.lit },
        { ink: 'stone', d: shaft.side + cabin.side },
        { ink: 'under', d: cabin.under + polygon(...roof) },
        { ink: 'lit', d: windows.lit + windows.side },
        { ink: 'side', d: polygon(...roof.slice(0, 2), summit) },
        { ink: 'stone', d: polygon(...roof.slice(1, 3), summit) },
      ],
    },
    {
      step: 3,
      shapes: [
        {
          ink: 'under',
          d:
            truss(half) +
            polygon(...[-1, 1].flatMap((end) => [-1, 1].map((side) => onLeaf([end * side * half, road, end * reach])))),
        },
        { ink: 'side', d: truss(-half) },
        {
          ink: 'stone',
          d: polygon(
            ...[0.4, -0.9].flatMap((above) =>
              [-1, 1].map((end) => onLeaf([-half, road + above, end * (above > 0 ? reach : -reach)])),
            ),
          ),
        },
      ],
    },
    {
      step: 4,
      entrance: 'launched',
      shapes: [
        { ink: 'accent', d: drawEach(sheets, (x) => drawRectangle(x, 454, 32, 38)) },
        {
          ink: 'under',
          d: drawEach(sheets, (x) => drawRectangle(x + 6, 477, 20, 3) + drawRectangle(x + 6, 483, 20, 3)),
        },
      ],
    },
    {
      step: 4,
      shapes: [
        { ink: 'side', d: drawRectangle(ship - 30, 402, 60, 80) + drawRectangle(ship - 20, 374, 40, 28) },
        { ink: 'mid', d: polygon([ship - 45, 470], [ship, 462], [ship, 566], [ship - 34, 566]) },
        { ink: 'stone', d: polygon([ship, 462], [ship + 45, 470], [ship + 34, 566], [ship, 566]) },
        {
          ink: 'lit',
          d: drawEach([384, 418], (y) => drawEach(range(3), (index) => drawRectangle(ship - 16 + index * 12, y, 8, 8))),
        },
        { ink: 'hanger', d: polyline([ship, 376], [ship, 330]), width: 3 },
      ],
    },
  ],
  foreground: [],
  lamps: drawLamps([
    [quay - 6, 478],
    [ship, 326],
    [summit[0], summit[1] - 6],
  ]),
  labelPositions: [
    [560, 588],
    [514, 310],
  ],
};
