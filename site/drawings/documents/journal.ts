import { each } from '../geometry.ts';
import { box, type DocumentLines, line, rows, wholePaper, words } from './paper.ts';

/** Of each line of the journal: its account, and the amount. */
const entries = [
  { account: [34, 20], amount: 40 },
  { account: [24], amount: 32 },
  { account: [40, 14], amount: 36 },
  { account: [30, 16], amount: 44 },
] as const;
const posted = 2;
const first = 94;
const pitch = 25;
const right = 292;
const heading = 44;
const columns = [112, 154, 196];

/** ADP Connector: a pay run as a ledger journal, three dimensions on every line; the line that is posted. */
export const journal: DocumentLines = {
  frame: wholePaper + words([28, heading], 58, 30) + amount(192, 48),
  rules: line([8, 64], 304) + line([8, 78], 304) + line([right - 52, 200], 52) + line([right - 52, 204], 52),
  ...rows(entries, posted, entry, words([28, 71], 30) + each(columns, (x) => words([x, 71], 22)) + amount(71, 26)),
};

function entry({ account, amount: figure }: (typeof entries)[number], index: number): string {
  const y = first + index * pitch;
  return words([28, y], ...account) + each(columns, (x) => box([x, y - 6], 32, 12)) + amount(y, figure);
}

function amount(y: number, length: number): string {
  return line([right - length, y], length);
}
