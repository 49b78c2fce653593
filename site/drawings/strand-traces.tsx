import { arc, circles } from './arcs.ts';
import { bothSides, divide, each, level, type Point, polygon, polyline, range, upright, uprights } from './geometry.ts';
import { AccentBody, Body, Line, Panorama } from './sheet.tsx';

// A cable of seven strands, which part at both anchorages as the traces of a circuit do.
const [x0, y0]: Point = [800, 200];
const pitch = 24;
const rows = range(7).map((index) => index - 3);
/** How far from the middle each trace ends, and how far apart traces run. */
const ends = [560, 690, 620, 735, 590, 710, 550];
const spread = 50;
const parted = 410;
/** The middle of each part, on the one strand that all three read. */
const readers = [540, x0, 1062] as const;
const [device, gateway, application] = readers;

/** BBP Technologies: device, gateway and application on the same strands, and in each the same message. */
export function StrandTraces() {
  return (
    <Panorama>
      <Line.Structure d={each(rows.filter(Boolean), trace)} />
      <Line.Accent d={trace(0)} />
      <Body d={bands + chip + router + screen} />
      <Line.Structure d={aerials} />
      <Line.Web d={details} />
      <AccentBody d={each(readers, message)} />
      <path d={each(readers, head)} className="fill-accent" />
    </Panorama>
  );
}

/** From its end on the left to that on the right, and a pad at each. */
function trace(row: number): string {
  const [strand, apart] = [y0 + row * pitch, y0 + row * spread];
  const bend = parted + 70 - Math.abs(row) * 18;
  const end = (side: number) => x0 + side * (ends[side * row + 3] ?? 0);
  const half = (side: number): Point[] => [
    [end(side) - side * 9, apart],
    [x0 + side * (bend + Math.abs(apart - strand)), apart],
    [x0 + side * bend, strand],
  ];
  return (
    polyline(...half(-1), ...half(1).toReversed()) +
    circles(9, [
      [end(-1), apart],
      [end(1), apart],
    ])
  );
}

const box = (x: number, half: number, from: number, to: number) =>
  polygon([x - half, from], [x + half, from], [x + half, to], [x - half, to]);
const bands = each([402, 668, 927, 1198], (x) => box(x, 8, y0 - 84, y0 + 84));

const pins = divide([device - 48, 92], [device + 48, 92], 4);
const chip = box(device, 70, 106, 294);
const router = box(gateway, 75, 112, 288);
const screen =
  box(application, 83, 92, 300) +
  polygon([application - 12, 300], [application + 12, 300], [application + 20, 340], [application - 20, 340]);
const aerials =
  uprights(pins, 106) +
  each(pins, ([x]) => upright(x, 294, 308)) +
  bothSides((side) => upright(gateway + side * 52, 112, 44)) +
  level(340, application - 48, application + 48);
const details =
  circles(6, [[device - 52, 124]]) +
  circles(
    4,
    [-24, 0, 24].map((aside): Point => [gateway + aside, 262]),
  ) +
  bothSides((side) =>
    each([16, 28], (away) => arc([gateway + side * 52, 52], away, side < 0 ? 140 : -40, side < 0 ? 220 : 40)),
  ) +
  level(120, application - 83, application + 83) +
  polyline(
    [application - 60, 280],
    [application - 34, 258],
    [application - 8, 268],
    [application + 24, 244],
    [application + 60, 250],
  );

/** A message as all three read it: its head, which is filled, and three fields. */
const message = (x: number) =>
  box(x, 48, y0 - 15, y0 + 15) + each([-12, 28], (aside) => upright(x + aside, y0 - 15, y0 + 15));
const head = (x: number) => polygon([x - 48, y0 - 15], [x - 32, y0 - 15], [x - 32, y0 + 15], [x - 48, y0 + 15]);
