import { catenary, type Point, polyline, range } from '../geometry.ts';
import { box, type DocumentLines, line, tick, wholePaper, words } from './paper.ts';

const calendar = { x: 24, y: 74, cell: 19 };
/** The week that is asked for, its working days. */
const week = 3;
const workingDays = 5;
/** Days of leave in the year, and how many of them are taken. */
const entitlement = 25;
const taken = 9;
const balance = { x: 240, y: 76, halfSpan: 56, sag: 22, deck: 122 };

/** Employee Self-Service: a week of leave asked for, the year's days as hangers, and the approval. */
export const leaveRequest: DocumentLines = {
  frame: wholePaper() + words([24, 42], 34, 50) + polyline(...cable()) + line([176, balance.deck], 128),
  rules: line([8, 56], 304) + range(6).map(weekRule).join(''),
  words:
    days((index) => index >= taken + workingDays) + initials() + words([184, 140], 22, 40) + box([184, 164], 112, 32),
  mark:
    range(workingDays).map(askedFor).join('') +
    days((index) => index >= taken && index < taken + workingDays) +
    tick([230, 181], 20),
};

function cable(): Point[] {
  return catenary(balance.halfSpan, balance.sag, entitlement + 1).map(([x, y]) => [balance.x + x, balance.y - y]);
}

/** The hangers of those days that `chosen` takes. The days that are taken have none. */
function days(chosen: (index: number) => boolean): string {
  return cable()
    .slice(1, -1)
    .filter((_, index) => chosen(index))
    .map(([x, y]) => polyline([x, y], [x, balance.deck]))
    .join('');
}

function weekRule(index: number): string {
  return line([calendar.x, calendar.y + index * calendar.cell], 7 * calendar.cell);
}

function initials(): string {
  const { x, y, cell } = calendar;
  return range(35)
    .filter((day) => Math.floor(day / 7) !== week || day % 7 >= workingDays)
    .map((day) => line([x + (day % 7) * cell + 7, y + (Math.floor(day / 7) + 0.5) * cell], 5))
    .join('');
}

function askedFor(day: number): string {
  const { x, y, cell } = calendar;
  return box([x + day * cell + 2, y + week * cell + 3], cell - 4, cell - 6);
}
