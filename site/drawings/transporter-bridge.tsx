import {
  bothSides,
  catenary,
  divide,
  each,
  level,
  place,
  type Point,
  pointsOf,
  polygon,
  polyline,
  range,
  upright,
  uprights,
} from './geometry.ts';
import { circles } from './arcs.ts';
import { lattice, truss } from './trusses.ts';
import { AccentBody, Body, Line, Panorama } from './sheet.tsx';

// After the transporter bridge at Newport: a boom high above the river, and a gondola that hangs
// from a trolley, whose wheels run on the boom's lower chord. The far bank is a stair of berths.
const middle = 800;
const halfSpan = 286;
const overhang = 102;
const top = 14;
const boom = { upper: 82, lower: 116, rail: 128 };
const quay = 338;
const trolley = 652;
const platform = 318;
const parcel = { half: 46, lid: platform - 74 };
/** The first berth, lowest and nearest; how far on and up the next one lies, and how many there are. */
const berth = { x: 792, y: 372, width: 64, rise: 34, count: 4 };
const farQuay = berth.y - berth.count * berth.rise;
/** The carrier that the parcel goes to, counted from the nearest. */
const chosen = 2;

/** ShipGuru: one parcel on its gondola, a line to each of four carriers that wait in their berths, and one that takes it. */
export function TransporterBridge() {
  return (
    <Panorama>
      <Line.Fine d={water} />
      <Line.Web d={web + slings} />
      <Body d={quays} />
      <Line.Structure d={towers + chords + polyline(...chain) + backstays} />
      <Line.Structure d={gondola} />
      <Line.Web d={each(others, offer) + each(others, road)} />
      <Line.Accent d={offer(taken) + road(taken)} />
      <Body d={wheels + each(others, van)} />
      <AccentBody d={box + van(taken)} />
    </Panorama>
  );
}

const ends = [middle - halfSpan - overhang, middle + halfSpan + overhang] as const;
const [upper = [], lower = []] = [boom.upper, boom.lower].map((y) => divide([ends[0], y], [ends[1], y], 28));
const chords = polygon([ends[0], boom.upper], [ends[1], boom.upper], [ends[1], boom.lower], [ends[0], boom.lower]);

const legs = [-1, 1].map((side) => {
  const x = middle + side * halfSpan;
  const foot = side < 0 ? quay : farQuay;
  return [-1, 1].map((edge) => divide([x + edge * 40, foot], [x + edge * 9, top], 8));
});
const towers = each(legs.flat(), (edge) => polyline(...edge));

const chain = catenary(halfSpan, boom.upper - top - 8, 24).map(place([middle, top]));
const backstays = bothSides((side) => {
  const foot = side < 0 ? quay : farQuay;
  const end = middle + side * (halfSpan + overhang);
  return polyline([middle + side * halfSpan, top], [end, boom.upper], [end + side * 1.3 * (foot - boom.upper), foot]);
});
const web =
  lattice(upper, lower) +
  each(legs, ([left = [], right = []]) => truss(left, right)) +
  uprights(chain.slice(2, -2), boom.upper);

const axles = divide([trolley - 44, boom.lower - 9], [trolley + 44, boom.lower - 9], 1);
const wheels = circles(8, axles);
const gondola =
  uprights(axles, boom.rail) +
  level(boom.rail, trolley - 56, trolley + 56) +
  level(platform, trolley - 84, trolley + 84) +
  bothSides((side) => polyline([trolley + side * 48, boom.rail], [trolley + side * 76, platform]));
const slings = bothSides((side) => polyline([trolley + side * 48, boom.rail], [trolley - side * 70, platform]));

/** A parcel and its tape. */
const [left, right] = [trolley - parcel.half, trolley + parcel.half];
const box =
  polygon([left, platform], [left, parcel.lid], [right, parcel.lid], [right, platform]) +
  bothSides((side) => upright(trolley + side * 9, parcel.lid, parcel.lid + 26)) +
  level(parcel.lid + 26, trolley - 9, trolley + 9);

/** Where each carrier's wheels stand, and its road on into the land begins. */
const berths = range(berth.count).map((index): Point => [
  berth.x + index * berth.width + 6,
  berth.y - index * berth.rise,
]);
const taken = berths[chosen] ?? [0, 0];
const others = berths.filter((place) => place !== taken);
/** From the parcel to the back of the carrier's van. */
const offer = ([x, y]: Point) => polyline([right, platform - 38], [x, y - 19]);
const road = ([x, y]: Point) => level(y, x - 6, 2400);
const body = pointsOf('0 -6, 0 -32, 34 -32, 34 -23, 46 -23, 53 -14, 53 -6');
const van = ([x, y]: Point) =>
  polygon(...body.map(([right, down]): Point => [x + right, y + down])) +
  circles(5, [
    [x + 12, y - 5],
    [x + 41, y - 5],
  ]);

const wall = middle - 224;
const stair = range(berth.count + 1).flatMap((index): Point[] => {
  const x = berth.x + index * berth.width;
  return [index - 1, index].map((at) => [x, at < 0 ? 404 : berth.y - at * berth.rise]);
});
const quays =
  polygon([wall, 404], [wall, quay], [-1000, quay], [-1000, 404]) + polygon(...stair, [2400, farQuay], [2400, 404]);
const water = each([0, 1, 2], (index) => level(362 + index * 13, 590 + index * 26, 778 - index * 34));
