import { bothSides, catenary, divide, each, level, place, polygon, polyline, upright, uprights } from './geometry.ts';
import { circles } from './arcs.ts';
import { lattice, truss } from './trusses.ts';
import { AccentBody, AccentLine, Body, DashedLine, FineLine, Panorama, StructureLine, WebLine } from './sheet.tsx';

// After the transporter bridge at Newport: a boom high above the river, and a gondola that hangs
// from a trolley, whose wheels run on the boom's lower chord.
const middle = 800;
const halfSpan = 286;
const overhang = 102;
const top = 14;
const boom = { upper: 82, lower: 116, rail: 128 };
const quay = 338;
const trolley = 730;
const platform = 318;

/** ShipGuru: a gondola carries one crate after the other across, whatever the tide. */
export function TransporterBridge() {
  return (
    <Panorama>
      <FineLine d={water} />
      <WebLine d={web + slings} />
      <Body d={quays} />
      <StructureLine d={towers + chords + polyline(...chain) + backstays} />
      <DashedLine d={crate(middle + 152)} />
      <AccentLine d={gondola} />
      <AccentBody d={wheels + crate(trolley)} />
    </Panorama>
  );
}

const ends = [middle - halfSpan - overhang, middle + halfSpan + overhang] as const;
const [upper = [], lower = []] = [boom.upper, boom.lower].map((y) => divide([ends[0], y], [ends[1], y], 28));
const chords = polyline(...upper) + polyline(...lower);

const legs = [-1, 1].map((side) => {
  const x = middle + side * halfSpan;
  return [-1, 1].map((edge) => divide([x + edge * 40, quay], [x + edge * 9, top], 8));
});
const towers = each(legs.flat(), (edge) => polyline(...edge));

const chain = catenary(halfSpan, boom.upper - top - 8, 24).map(place([middle, top]));
const backstays = bothSides((side) =>
  polyline(
    [middle + side * halfSpan, top],
    [middle + side * (halfSpan + overhang), boom.upper],
    [middle + side * 720, quay],
  ),
);
const web =
  lattice(upper, lower) +
  each(legs, ([left = [], right = []]) => truss(left, right)) +
  uprights(chain.slice(2, -2), boom.upper);

// The wheels stand on the chord, and each has a plate that reaches down to the trolley's beam.
const axles = divide([trolley - 66, boom.lower - 9], [trolley + 66, boom.lower - 9], 3);
const wheels = circles(8, axles);
const gondola =
  uprights(axles, boom.rail) +
  level(boom.rail, trolley - 76, trolley + 76) +
  level(platform, trolley - 116, trolley + 116) +
  bothSides((side) => polyline([trolley + side * 66, boom.rail], [trolley + side * 108, platform]));
const slings = bothSides((side) => polyline([trolley + side * 66, boom.rail], [trolley - side * 100, platform]));

/** A crate and its two straps, on the platform. */
function crate(x: number): string {
  const lid = platform - 92;
  const box = polygon([x - 62, platform], [x - 62, lid], [x + 62, lid], [x + 62, platform]);
  return box + bothSides((side) => upright(x + side * 14, platform, lid));
}

const quays = bothSides((side) => {
  const [wall, far] = [middle + side * 224, middle + side * 1800];
  return polygon([wall, 404], [wall, quay], [far, quay], [far, 404]);
});
const water = each([0, 1, 2], (index) => level(362 + index * 13, 590 + index * 26, 1010 - index * 34));
