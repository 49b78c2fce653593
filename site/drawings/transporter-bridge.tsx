import { catenary, divide, lattice, type Point, polyline, posts, range, segments } from './geometry.ts';
import { AccentBody, AccentLine, Body, DashedLine, FineLine, Panorama, StructureLine, WebLine } from './sheet.tsx';

// After the transporter bridge at Newport: a boom high above the river, and a gondola that hangs from it.
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
      <StructureLine d={towers + chords + stays} />
      <DashedLine d={crate(middle + 152)} />
      <AccentLine d={gondola} />
      <AccentBody d={crate(trolley)} />
    </Panorama>
  );
}

const sides = [-1, 1] as const;

const ends = [middle - halfSpan - overhang, middle + halfSpan + overhang] as const;
const [upper, lower] = [boom.upper, boom.lower].map((y) => divide([ends[0], y], [ends[1], y], 28));
const chords = [upper, lower].map((chord = []) => polyline(...chord)).join('');

const towerEdges = sides
  .map((side) => middle + side * halfSpan)
  .map((x) => [-1, 1].map((edge) => divide([x + edge * 40, quay], [x + edge * 9, top], 8)));
const towers = towerEdges
  .flat()
  .map((edge) => polyline(...edge))
  .join('');

const chain = catenary(halfSpan, boom.upper - top - 8, 24).map(([x, y]): Point => [middle + x, top - y]);
const stays =
  polyline(...chain) +
  sides
    .map((side) =>
      polyline(
        [middle + side * halfSpan, top],
        [middle + side * (halfSpan + overhang), boom.upper],
        [middle + side * 720, quay],
      ),
    )
    .join('');
const web =
  lattice(upper ?? [], lower ?? []) +
  towerEdges.map(([left = [], right = []]) => lattice(left, right) + posts(left, right)).join('') +
  segments(chain.slice(2, -2).map((end) => [end, [end[0], boom.upper]]));

const gondola =
  polyline([trolley - 76, boom.rail], [trolley + 76, boom.rail]) +
  polyline([trolley - 116, platform], [trolley + 116, platform]) +
  sides.map((side) => polyline([trolley + side * 66, boom.rail], [trolley + side * 108, platform])).join('');
const slings = sides
  .map((side) => polyline([trolley + side * 66, boom.rail], [trolley - side * 100, platform]))
  .join('');

/** A crate and its two straps, on the platform. */
function crate(x: number): string {
  const lid = platform - 92;
  return `${polyline(
    [x - 62, platform],
    [x - 62, lid],
    [x + 62, lid],
    [x + 62, platform],
  )}Z${sides.map((side) => polyline([x + side * 14, platform], [x + side * 14, lid])).join('')}`;
}

const quays = sides
  .map((side) => [middle + side * 224, middle + side * 1800])
  .map(([wall = 0, far = 0]) => `${polyline([wall, 404], [wall, quay], [far, quay], [far, 404])}Z`)
  .join('');
const water = range(3)
  .map((index) => polyline([590 + index * 26, 362 + index * 13], [1010 - index * 34, 362 + index * 13]))
  .join('');
