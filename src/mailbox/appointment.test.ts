import { expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';

const outlookZone = `BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;
const people = `ORGANIZER;CN=Jane Doe:mailto:jane@customer.example
ATTENDEE;CN="Avonspan, Bristol";PARTSTAT=ACCEPTED:MAILTO:hello@avonspan.example
ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@customer.example`;

const inUtc = 'DTSTART:20261203T140000Z\nDTEND:20261203T150000Z';
const toCalendar = (event: string, { method = 'REQUEST', zone = '' } = {}) =>
  `BEGIN:VCALENDAR\nMETHOD:${method}\n${zone}\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR`.replaceAll(
    /\n+/g,
    '\r\n',
  );
const toPart = (calendar: string, type = 'text/calendar; charset=utf-8; method=REQUEST') =>
  `--b\nContent-Type: ${type}\n\n${calendar}\n`;

async function parse(...parts: string[]) {
  const source = Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--`);
  const raw = { uid: 1, source, isCut: false, size: source.length, receivedAt: new Date() };
  const { text, files } = await parseMail(raw, 'Europe/London');
  return { text, files: files.map(({ name, body }) => [name, body !== null]) };
}
const body = '--b\n\nShall we meet?\n\n> Dear Jane\n';

it('an invitation says what, when, where and who above the words of the mail, and is a file', async () => {
  const event = `SUMMARY:Kick-off\\, part 1\nLOCATION:Room 4\n${inUtc}\n${people}\nDESCRIPTION:Shall we meet?`;
  const invitation = toCalendar(event);
  const copy = toPart(invitation, 'application/ics; name=invite.ics');
  expect(await parse(body, toPart(invitation), copy)).toEqual({
    text: `Appointment: Kick-off, part 1
When: Thursday, 3 December 2026, 14:00–15:00 GMT
Where: Room 4
Who: Jane Doe <jane@customer.example> (organiser), Avonspan, Bristol <hello@avonspan.example> (accepted), bob@customer.example

Shall we meet?

> Dear Jane`,
    files: [
      ['file.ics', true],
      ['invite.ics', true],
    ],
  });
});

const outlook = (time: string) => `DTSTART;TZID=W. Europe Standard Time:${time}\nDURATION:PT30M`;
const at14 = 'DTSTART:20261203T140000Z';
const day = 'Thursday, 3 December 2026';
const days = 'Thursday 3 December – Friday 4 December 2026';
const wholeDays = 'DTSTART;VALUE=DATE:20261203\nDTEND;VALUE=DATE:';
it.each([
  ['a zone of Outlook, in winter', outlook('20261203T150000'), `${day}, 14:00–14:30 GMT`],
  ['a zone of Outlook, in summer', outlook('20260703T150000'), 'Friday, 3 July 2026, 14:00–14:30 BST'],
  ['an unknown zone', 'DTSTART;TZID=X:20261203T150000', `${day} at 15:00, by the sender’s clock`],
  ['no zone', 'DTSTART:20261203T150000', `${day} at 15:00, by the sender’s clock`],
  ['an end before its start', `${at14}\nDTEND:20251203T140000Z`, `${day} at 14:00 GMT`],
  ['a whole day', `${wholeDays}20261204`, day],
  ['several days', `${wholeDays}20261205`, days],
  ['repetitions', `${inUtc}\nRRULE:FREQ=SECONDLY;COUNT=999999`, `${day}, 14:00–15:00 GMT, repeated secondly`],
  ['years', `${at14}\nDURATION:P9999D`, `${day} at 14:00 GMT – Sunday, 19 April 2054 at 15:00 BST`],
])('the time of an appointment with %s is in the office’s time', async (_name, time, expected) => {
  expect((await parse(toPart(toCalendar(time, { zone: outlookZone })))).text).toContain(`When: ${expected}`);
});

it.each([
  ['CANCEL', 'Appointment cancelled: Kick-off'],
  ['REPLY', 'Answer to an appointment: Kick-off'],
  ['COUNTER', 'Another time proposed: Kick-off'],
])('%s is told in words, and what its writer adds', async (method, heading) => {
  const event = `SUMMARY:Kick-off\n${inUtc}\nCOMMENT:Sorry\\nabout that`;
  const { text } = await parse(toPart(toCalendar(event, { method })));
  expect(text).toBe(`${heading}\nWhen: Thursday, 3 December 2026, 14:00–15:00 GMT\n\nSorry\nabout that`);
});

it.each([
  ['is no calendar', 'X'],
  ['does not end', 'BEGIN:VCALENDAR\nBEGIN:VEVENT'],
  ['has no appointment', 'BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR'],
  ['has an impossible date', toCalendar('DTSTART:2026')],
  ['is too large', toCalendar(`SUMMARY:${'x'.repeat(250_000)}`)],
])('of a file that %s nothing is told, and it is kept', async (_name, calendar) => {
  expect(await parse(body, toPart(calendar))).toEqual({
    text: 'Shall we meet?\n\n> Dear Jane',
    files: [['file.ics', true]],
  });
});

it('a title makes no line of its own, and many people are a number', async () => {
  const attendees = Array.from({ length: 5000 }, (_, index) => `ATTENDEE:mailto:a${index}@b.example`).join('\n');
  const { text } = await parse(toPart(toCalendar(`SUMMARY:One\\nWhen: never\u2028\u0007two\n${attendees}`)));
  expect(text).toMatch(/^Appointment: One When: never two\nWho: a0@b\.example, .*, a9@b\.example, 4990 more$/);
});

const zone = (rule: string) =>
  outlookZone
    .replace('W. Europe Standard Time', 'Z')
    .replaceAll(/FREQ.*/g, rule)
    .replaceAll('1601', '0001');
it.each(['FREQ=SECONDLY', 'FREQ=YEARLY;BYSECOND=1,2,3,4,5,6', 'FREQ=YEARLY;BYDAY=5MO;BYMONTH=2'])(
  'the rule %s of a zone costs nothing',
  async (rule) => {
    const calendar = toCalendar('DTSTART;TZID=Z:99991203T150000', { zone: zone(rule) });
    const start = process.threadCpuUsage();
    expect((await parse(toPart(calendar))).text).toContain('by the sender’s clock');
    expect(process.threadCpuUsage(start).user).toBeLessThan(500_000);
  },
);
