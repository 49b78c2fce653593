import { each, polygon, range } from '../geometry.ts';
import { box, type DocumentLines, line, tick, wholePaper, words } from './paper.ts';

/** Of each test: its name, and its result from 0 to 1 along the scale. */
const tests = [
  { name: [30], result: 0.42 },
  { name: [22, 14], result: 0.6 },
  { name: [36], result: 0.9 },
  { name: [18, 10], result: 0.5 },
] as const;
/** Outside the reference range: held for review. */
const held = 2;
const reference = [0.25, 0.75];
const scale = { x: 164, width: 124 };
const tube = { x: 26, y: 66, width: 30, depth: 132 };
const rowAt = (index: number) => 80 + index * 27;

/** LIS365: a tube with its bar code, and its record: each result against the reference range, one held, the rest released. */
export const sampleRecord: DocumentLines = {
  frame: wholePaper + words([24, 42], 40, 26) + vessel(),
  rules: line([8, 56], 304) + line([72, 184], 240),
  words: each(tests, testLine) + box([80, rowAt(held) - 11], 222, 22) + stripes() + words([84, 199], 26, 44),
  mark: each(tests, bob) + tick([278, 198], 18),
};

function testLine({ name }: (typeof tests)[number], index: number): string {
  const y = rowAt(index);
  const limits = each(reference, (at) => line([scale.x + at * scale.width, y - 5], 0, 10));
  return words([88, y], ...name) + line([scale.x, y], scale.width) + limits;
}

/** A result, as the plumb bob stands on the chain of the gauge. */
function bob({ result }: (typeof tests)[number], index: number): string {
  const [x, y] = [scale.x + result * scale.width, rowAt(index)];
  return polygon([x, y - 6], [x + 6, y], [x, y + 6], [x - 6, y]);
}

function vessel(): string {
  const { x, y, width, depth } = tube;
  const half = width / 2;
  const lower = y + depth - half;
  return `M${x} ${y}L${x} ${lower}A${half} ${half} 0 0 0 ${x + width} ${lower}L${x + width} ${y}${line([x - 4, y], width + 8)}`;
}

/** The code on the tube, and how full it is. */
function stripes(): string {
  const { x, y, width } = tube;
  return each(range(7), (index) => line([x + 6, y + 48 + index * 6], width - 12)) + line([x, y + 26], width);
}
