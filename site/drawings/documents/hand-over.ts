import { type Point, polyline } from '../geometry.ts';
import { box, type DocumentLines, hangers, line, rings, roundBox, tick, top, words } from './paper.ts';

const phone = { width: 104, height: 192, radius: 12 };
const left = 44;
const right = 172;
/** The doors of the round. Streets between them meet at right angles, one corner a leg. */
const doors = { first: [66, 66], second: [112, 106], third: [112, 146], last: [78, 184] } as const;
const driven: readonly Point[] = [doors.first, [66, 106], doors.second, doors.third];
const lastLeg: readonly Point[] = [doors.third, [78, 146], doors.last];

/** Medicine Delivery App: the driver's round, and at its last door the signature. */
export const handOver: DocumentLines = {
  frame:
    [left, right]
      .map((x) => hangers(x + 22, x + phone.width - 22) + roundBox([x, top], phone.width, phone.height, phone.radius))
      .join('') + house(),
  rules: [left, right].map((x) => line([x, 46], phone.width)).join('') + line([right + 14, 160], 76),
  words:
    polyline(...driven) +
    [left, right].map((x) => line([x + 38, 34], 28)).join('') +
    rings(6, doors.first, doors.second, doors.third) +
    words([80, 66], 34) +
    words([96, 184], 20, 14) +
    words([right + 14, 116], 34, 22) +
    box([right + 14, 178], 76, 22),
  mark: polyline(...lastLeg) + rings(6, doors.last) + signature() + tick([right + 44, 189], 16),
};

/** Loops from half circles: a large one on, a small one back. */
function signature(): string {
  const steps = [16, -7, 14, -6, 12, -5, 11, -4, 12, -3, 16];
  let x = right + 18;
  return `M${x} 148${steps
    .map((step) => {
      x += step;
      const radius = Math.abs(step) / 2;
      return `A${radius} ${radius} 0 0 1 ${x} 148`;
    })
    .join('')}`;
}

function house(): string {
  const [x, y] = [right + 52, 62];
  const walls = polyline([x - 15, y + 12], [x - 15, y + 36], [x + 15, y + 36], [x + 15, y + 12]);
  const roof = polyline([x - 20, y + 14], [x, y - 4], [x + 20, y + 14]);
  return walls + roof + polyline([x, y + 36], [x, y + 24]);
}
