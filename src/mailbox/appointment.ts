import ICAL from 'ical.js';
import { cleanLine, cleanText } from '../text/clean-text.ts';
import { getDateFormat } from '../text/format-date.ts';

const maxLength = 200_000;
const maxEvents = 5;
const maxPeople = 10;
const headings = new Map([
  ['CANCEL', 'Appointment cancelled'],
  ['COUNTER', 'Another time proposed'],
  ['REPLY', 'Answer to an appointment'],
]);

/** Describes appointments in the office's time, and what somebody wrote in them; both '' if the file cannot be read. */
export function describeAppointments(file: string, timeZone: string): { facts: string; notes: string } {
  const nothing = { facts: '', notes: '' };
  if (file.length > maxLength) return nothing;
  try {
    const calendar = new ICAL.Component(ICAL.parse(file));
    const heading = headings.get(readLine(calendar, 'method').toUpperCase()) ?? 'Appointment';
    const events = calendar.getAllSubcomponents('vevent').slice(0, maxEvents);
    const notes = events.flatMap((event) => ['description', 'comment'].map((name) => readText(event, name)));
    return {
      facts: events.map((event) => describeEvent(event, heading, timeZone)).join('\n\n'),
      notes: notes.join('\n\n').trim(),
    };
  } catch {
    // What a stranger calls a calendar may be anything.
    return nothing;
  }
}

function describeEvent(event: ICAL.Component, heading: string, timeZone: string): string {
  const fields = [
    [heading, readLine(event, 'summary') || 'without a title'],
    ['When', describeTime(event, timeZone)],
    ['Where', readLine(event, 'location')],
    ['Who', describePeople(event)],
  ];
  return fields.flatMap(([name, value]) => (value ? `${name}: ${value}` : [])).join('\n');
}

const dateFormat = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const timeFormat = { ...dateFormat, hour: '2-digit', minute: '2-digit' } as const;
const day = 24 * 60 * 60_000;

function describeTime(event: ICAL.Component, officeZone: string): string {
  const start = event.getFirstPropertyValue('dtstart') as ICAL.Time | null;
  if (start === null) return '';
  const end = event.getFirstPropertyValue('dtend') as ICAL.Time | null;
  const duration = event.getFirstPropertyValue('duration') as ICAL.Duration | null;
  const isZoneKnown = !start.isDate && [start, end ?? start].every(({ zone }) => isSimpleZone(zone));
  const toTime = (time: ICAL.Time) =>
    isZoneKnown ? time.toUnixTime() * 1000 : Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute);
  const from = toTime(start);
  const until = end === null ? from + (duration?.toSeconds() ?? 0) * 1000 : toTime(end);
  const format = isZoneKnown
    ? getDateFormat(officeZone, { ...timeFormat, timeZoneName: 'short' })
    : getDateFormat('UTC', start.isDate ? dateFormat : timeFormat);
  // The end of an appointment of whole days is the day after it.
  const range = format.formatRange(from, Math.max(from, start.isDate ? until - day : until)).replaceAll('\u2009', ' ');
  const rule = event.getFirstPropertyValue('rrule') as ICAL.Recur | null;
  const zoneNote = isZoneKnown || start.isDate ? '' : ', by the sender’s clock';
  return range + zoneNote + (rule === null ? '' : `, repeated ${rule.freq.toLowerCase()}`);
}

/** Returns true for UTC, and a zone whose time changes at most a few times a year: others could take hours to compute. */
function isSimpleZone(zone: ICAL.Timezone): boolean {
  if (zone === ICAL.Timezone.utcTimezone) return true;
  const changes = zone.component?.getAllSubcomponents() ?? [];
  return changes.length > 0 && changes.length <= 10 && changes.every(isSimpleChange);
}

function isSimpleChange(change: ICAL.Component): boolean {
  const rule = change.getFirstPropertyValue('rrule') as ICAL.Recur | null;
  const parts = Object.entries(rule?.parts ?? {}).map(([name, values]) => `${name}=${String(values)}`);
  const isYearly = rule === null || rule.freq === 'YEARLY';
  return isYearly && parts.every((part) => /^(?:BYMONTH=\d+|BYDAY=-?[1-4]?[A-Z]{2})$/.test(part));
}

function describePeople(event: ICAL.Component): string {
  const people = [...event.getAllProperties('organizer'), ...event.getAllProperties('attendee')];
  const names = people.slice(0, maxPeople).map(describePerson);
  return [...names, people.length > maxPeople ? `${people.length - maxPeople} more` : ''].filter(Boolean).join(', ');
}

function describePerson(person: ICAL.Property): string {
  const address = toLine(person.getFirstValue()).replace(/^mailto:/i, '');
  const name = toLine(person.getParameter('cn'));
  const answer = toLine(person.getParameter('partstat')).toLowerCase();
  const role =
    person.name === 'organizer' ? 'organiser' : /^(?:accepted|declined|tentative)$/.test(answer) ? answer : '';
  return `${name === '' || name === address ? address : `${name} <${address}>`}${role && ` (${role})`}`;
}

const toLine = (value: { toString(): string } | null | undefined) =>
  cleanLine(String(value ?? '').slice(0, 1000)).slice(0, 300);
const readLine = (component: ICAL.Component, name: string) => toLine(component.getFirstPropertyValue(name));
const readText = (component: ICAL.Component, name: string) =>
  cleanText(String(component.getFirstPropertyValue(name) ?? ''));
