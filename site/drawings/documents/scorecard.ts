import { circle } from '../arcs.ts';
import { each } from '../geometry.ts';
import { box, type DocumentLines, line, rows, wholePaper, words } from './paper.ts';

/** Of each candidate: the name, and the score out of five for each criterion. */
const candidates = [
  { name: [26, 18], scores: [3, 4, 2, 3] },
  { name: [20, 26], scores: [4, 4, 5, 4] },
  { name: [30], scores: [2, 5, 3, 2] },
  { name: [18, 22], scores: [3, 2, 4, 4] },
] as const;
const best = 1;
const point = 7;
const columnAt = (column: number) => 118 + column * 46;
const rowAt = (index: number) => 90 + index * 33;
const heading = each([22, 30, 26, 18], (length, column) => words([columnAt(column), 65], length));

/** Recruitment Management System: candidates, one a row, scored against criteria, one a column; the best of them. */
export const scorecard: DocumentLines = {
  frame: wholePaper + words([24, 42], 44, 28),
  rules: line([8, 56], 304) + line([8, 74], 304) + each([0, 1, 2], (row) => line([24, rowAt(row) + 16.5], 272)),
  ...rows(candidates, best, candidate, heading),
};

function candidate({ name, scores }: (typeof candidates)[number], index: number): string {
  const y = rowAt(index);
  const bars = each<number>(scores, (score, at) => box([columnAt(at), y - 5], score * point, 10));
  return circle([32, y], 7) + words([46, y], ...name) + bars;
}
