import { describe, expect, it } from 'vitest';
import {
  computeDueTime,
  formatBriefTime,
  findFirstUnachievableTime,
  findPromisedTime,
  formatPromisedTime,
  formatTimeLeft,
} from './response-target.ts';
import { computeReminderTime } from './reminder-time.ts';
import type { OfficeHours } from '../process/office-calendar.ts';

const opening = (days: string, opens: string, closes: string) => days.split(' ').map((day) => ({ day, opens, closes }));
const workdays = 'Monday Tuesday Wednesday Thursday Friday';
const everyDay = `${workdays} Saturday Sunday`;
const officeOf = (...hours: OfficeHours['hours'][]): OfficeHours => ({
  timeZone: 'Europe/London',
  hours: hours.flat(),
  holidays: ['2026-04-03', '2026-04-06', '2026-12-25', '2026-12-28'],
});
const offices = {
  usual: officeOf(opening(workdays, '09:00', '17:30')),
  'every day': officeOf(opening(everyDay, '09:00', '17:30')),
  late: officeOf(opening(workdays, '09:00', '24:00')),
  always: officeOf(opening(everyDay, '00:00', '24:00')),
  never: officeOf(),
  nightly: officeOf(opening('Sunday', '01:30', '05:00')),
  early: officeOf(opening('Sunday', '00:00', '01:30')),
  'one day': officeOf(opening('Friday', '00:00', '24:00')),
  siesta: officeOf(opening(workdays, '09:00', '12:00'), opening(workdays, '14:00', '18:00')),
};
const promiseOf = (name: keyof typeof offices) => ({ replyWithinHours: 24, officeHours: offices[name] });

// Specification of due times. 13 March 2026 is a Friday; the clocks change on 29 March and 25 October.
const examples: [what: string, office: keyof typeof offices, received: string, by: string][] = [
  ['while open', 'usual', '2026-03-10T10:00Z', '2026-03-11T10:00Z'],
  ['in the evening', 'usual', '2026-03-10T20:00Z', '2026-03-11T17:30Z'],
  ['at night', 'usual', '2026-03-11T03:00Z', '2026-03-11T17:30Z'],
  ['on Friday afternoon', 'usual', '2026-03-13T16:00Z', '2026-03-13T17:30Z'],
  ['on Friday at closing', 'usual', '2026-03-13T17:30Z', 'cannot be kept'],
  ['on Friday evening', 'usual', '2026-03-13T20:00Z', 'cannot be kept'],
  ['on Saturday', 'usual', '2026-03-14T12:00Z', 'cannot be kept'],
  ['on Sunday, 24 hours before the opening', 'usual', '2026-03-15T09:00Z', 'cannot be kept'],
  ['on Sunday a minute later', 'usual', '2026-03-15T09:01Z', '2026-03-16T09:01Z'],
  ['on Sunday evening', 'usual', '2026-03-15T20:00Z', '2026-03-16T17:30Z'],
  ['in summer', 'usual', '2026-06-12T16:00+01:00', '2026-06-12T17:30+01:00'],
  ['over the night without an hour', 'every day', '2026-03-28T09:30Z', '2026-03-29T10:30+01:00'],
  ['over the night with an hour more', 'every day', '2026-10-24T11:00+01:00', '2026-10-25T10:00Z'],
  ['before an opening in the hour that does not exist', 'nightly', '2026-03-28T01:20Z', 'cannot be kept'],
  ['and behind it', 'nightly', '2026-03-28T01:45Z', '2026-03-29T02:45+01:00'],
  ['with a closing in the hour that comes twice', 'early', '2026-10-24T12:00+01:00', '2026-10-25T01:30+01:00'],
  ['before Good Friday', 'usual', '2026-04-02T16:00+01:00', '2026-04-02T17:30+01:00'],
  ['on the evening before Good Friday', 'usual', '2026-04-02T20:00+01:00', 'cannot be kept'],
  ['on Easter Monday', 'usual', '2026-04-06T12:00+01:00', '2026-04-07T12:00+01:00'],
  ['on Christmas Eve', 'usual', '2026-12-24T10:00Z', '2026-12-24T17:30Z'],
  ['at Christmas', 'usual', '2026-12-25T10:00Z', 'cannot be kept'],
  ['where the office closes at midnight', 'late', '2026-03-13T10:00Z', '2026-03-14T00:00Z'],
  ['where it opened on the day before in UTC', 'one day', '2026-06-12T10:00+01:00', '2026-06-13T00:00+01:00'],
  ['where the office never closes', 'always', '2026-03-13T20:00Z', '2026-03-14T20:00Z'],
  ['where the office never opens', 'never', '2026-03-10T10:00Z', 'cannot be kept'],
  ['that ends at noon, over the break', 'siesta', '2026-03-10T13:00Z', '2026-03-11T12:00Z'],
];

describe('an enquiry', () => {
  it.each(examples)('%s (%s, %s) is to be answered by %s', (_, office, received, by) => {
    const end = new Date(new Date(received).getTime() + 24 * 3_600_000);
    expect(computeDueTime(new Date(received), promiseOf(office))).toEqual(
      by === 'cannot be kept' ? { dueAt: end, isAchievable: false } : { dueAt: new Date(by), isAchievable: true },
    );
  });

  it.each([
    ['2026-11-29T20:00Z', 'Monday, 30 November, 17:30'],
    ['2026-06-12T10:00+01:00', 'Friday, 12 June, 17:30'],
    ['2026-03-13T20:00Z', null],
  ])('of %s has its promise as a date in the time of the office: %s', (received, text) => {
    const time = findPromisedTime(new Date(received), promiseOf('usual'));
    expect(time && formatPromisedTime(time, 'Europe/London')).toBe(text);
  });

  it.each([
    ['2026-03-13T16:00Z', '16:00'],
    ['2026-03-12T23:59Z', 'Thu 23:59'],
    ['2026-03-16T09:00Z', 'Mon 09:00'],
    ['2026-02-01T09:00Z', '1 Feb'],
    ['2025-12-31T09:00Z', '31 Dec 2025'],
  ])('a column has the time %s as %s', (time, brief) => {
    expect(formatBriefTime(new Date(time), new Date('2026-03-13T17:00Z'), 'Europe/London')).toBe(brief);
  });

  it.each([
    ['2026-03-13T16:00Z', '2026-03-13T16:10Z', 'reply today, by 17:30'],
    ['2026-03-13T16:00Z', '2026-03-13T17:05Z', 'reply now: 25 min left'],
    ['2026-03-13T16:00Z', '2026-03-13T17:29:50Z', 'reply now: 1 min left'],
    ['2026-03-13T16:00Z', '2026-03-13T17:30Z', 'overdue since Friday 17:30'],
    ['2026-03-10T10:00Z', '2026-03-10T10:00Z', 'reply tomorrow, by 10:00'],
    ['2026-06-12T16:00+01:00', '2026-06-12T15:10Z', 'reply today, by 17:30'],
    [
      '2026-03-13T20:00Z',
      '2026-03-13T21:00Z',
      'reply first on Monday 09:00: the 24 h end Saturday 20:00, while the office is closed',
    ],
    ['2026-03-13T20:00Z', '2026-03-16T09:00Z', 'overdue since Saturday 20:00, when the office was closed'],
    ['2026-03-10T10:00Z', '2026-03-20T09:00Z', 'overdue since 11 March 2026, 10:00'],
  ])('of %s is told at %s as %j', (received, now, words) => {
    expect(formatTimeLeft(new Date(received), promiseOf('usual'), new Date(now))).toBe(words);
  });
});

it.each([
  ['usual', '2026-03-13T17:30Z'],
  ['every day', null],
  ['never', '2026-03-10T10:00Z'],
] as const)('in the %s office the next promise that cannot be kept is that of %s', (office, first) => {
  const found = findFirstUnachievableTime(promiseOf(office), new Date('2026-03-10T10:00Z'));
  expect(found).toEqual(first === null ? null : new Date(first));
});

// Now is a Thursday.
it.each([
  ['tomorrow', '2026-03-13T09:00Z'],
  ['three days', '2026-03-16T09:00Z'],
  ['Monday', '2026-03-16T09:00Z'],
  ['2026-04-03', '2026-04-07T09:00+01:00'],
  ['2026-03-12', null],
  ['2027-03-13', null],
  ['2026-02-30', null],
  ['soon', null],
])('a reminder for %s comes when the office opens, %s', (day, time) => {
  const found = computeReminderTime(day, new Date('2026-03-12T12:00Z'), offices.usual);
  expect(found).toEqual(time === null ? null : new Date(time));
});

it.each([
  ['2026-03-12T12:00Z', '2026-03-12T15:00Z'],
  ['2026-03-12T03:00Z', '2026-03-12T17:15Z'],
  ['2026-03-12T16:30Z', '2026-03-12T17:15Z'],
  ['2026-03-12T16:31Z', null],
  ['2026-03-14T12:00Z', null],
])('a reminder for later today, set at %s, comes at %s, while the office is open', (now, time) => {
  const found = computeReminderTime('later today', new Date(now), offices.usual);
  expect(found).toEqual(time === null ? null : new Date(time));
});
