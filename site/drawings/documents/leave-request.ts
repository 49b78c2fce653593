import { catenary, each, place, polyline, range, uprights } from '../geometry.ts';
import { box, type DocumentLines, line, tick, wholePaper, words } from './paper.ts';

const calendar = { x: 24, y: 74, cell: 19 };
/** The week that is asked for, its working days. */
const week = 3;
const workingDays = 5;
/** Days of leave in the year, and how many of them are taken. */
const entitlement = 25;
const taken = 9;
const balance = { x: 240, y: 76, halfSpan: 56, sag: 22, deck: 122 };

const cable = catenary(balance.halfSpan, balance.sag, entitlement + 1).map(place([balance.x, balance.y]));
/** A hanger for each day of the year's leave; those that are taken are gone. */
const hangersOf = (from: number, to: number) => uprights(cable.slice(from + 1, to + 1), balance.deck);

/** Employee Self-Service: a week of leave asked for, the year's days as hangers, and the approval. */
export const leaveRequest: DocumentLines = {
  isScreen: true,
  frame: wholePaper + words([24, 42], 34, 50) + polyline(...cable) + line([176, balance.deck], 128),
  rules: line([8, 56], 304) + each(range(6), weekRule),
  words:
    hangersOf(taken + workingDays, entitlement) +
    each(range(35), initial) +
    words([184, 140], 22, 40) +
    box([184, 164], 112, 32),
  mark: each(range(workingDays), askedFor) + hangersOf(taken, taken + workingDays) + tick([230, 181], 20),
};

function weekRule(index: number): string {
  return line([calendar.x, calendar.y + index * calendar.cell], 7 * calendar.cell);
}

/** What stands for a day in the calendar, unless it is asked for. */
function initial(day: number): string {
  const { x, y, cell } = calendar;
  const isAskedFor = Math.floor(day / 7) === week && day % 7 < workingDays;
  return isAskedFor ? '' : line([x + (day % 7) * cell + 7, y + (Math.floor(day / 7) + 0.5) * cell], 5);
}

function askedFor(day: number): string {
  const { x, y, cell } = calendar;
  return box([x + day * cell + 2, y + week * cell + 3], cell - 4, cell - 6);
}
