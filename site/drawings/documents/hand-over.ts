import { circle, circles } from '../arcs.ts';
import { each, type Point, pointsOf, polyline } from '../geometry.ts';
import { box, type DocumentLines, hangers, line, roundBox, tick, top, words } from './paper.ts';

const phone = { width: 104, height: 192, radius: 12 };
const left = 44;
const right = 172;
/** The doors of the round. Streets between them meet at right angles, one corner a leg. */
const doors = { first: [66, 66], second: [112, 106], third: [112, 146], last: [78, 184] } as const;
const driven: readonly Point[] = [doors.first, [66, 106], doors.second, doors.third];
const lastLeg: readonly Point[] = [doors.third, [78, 146], doors.last];

const phones = each([left, right], (x) => roundBox([x, top], phone.width, phone.height, phone.radius));

/** Medicine Delivery App: the driver's round, and at its last door the signature. */
export const handOver: DocumentLines = {
  isScreen: true,
  surface: phones,
  frame: phones + each([left, right], (x) => hangers(x + 22, x + phone.width - 22)) + house(),
  rules: each([left, right], (x) => line([x, 46], phone.width)) + line([right + 14, 160], 76),
  words:
    polyline(...driven) +
    each([left, right], (x) => line([x + 38, 34], 28)) +
    circles(6, [doors.first, doors.second, doors.third]) +
    words([80, 66], 34) +
    words([96, 184], 20, 14) +
    words([right + 14, 116], 34, 22) +
    box([right + 14, 178], 76, 22),
  mark: polyline(...lastLeg) + circle(doors.last, 6) + signature() + tick([right + 44, 189], 16),
};

/** Loops from half circles: a large one on, a small one back. */
function signature(): string {
  let x = right + 18;
  const loop = (step: number) => `A${Math.abs(step) / 2} ${Math.abs(step) / 2} 0 0 1 ${(x += step)} 148`;
  return `M${x} 148${each([16, -7, 14, -6, 12, -5, 11, -4, 12, -3, 16], loop)}`;
}

function house(): string {
  const part = (list: string) => polyline(...pointsOf(list).map(([x, y]): Point => [right + 52 + x, 62 + y]));
  return part('-15 12, -15 36, 15 36, 15 12') + part('-20 14, 0 -4, 20 14') + part('0 36, 0 24');
}
