import type { Content } from './content-types.ts';

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Returns when the office is open: `Monday to Friday, 9:00 to 17:30, UK time`. Empty where it has no hours. */
export function describeOfficeHours({ hours, timeZone }: Content['office']): string {
  const runs: { from: string; to: string; times: string }[] = [];
  let before = '';
  for (const day of week) {
    const ofDay = hours.filter((one) => one.day === day).toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
    const times = ofDay.map(({ opens, closes }) => `${clock(opens)} to ${clock(closes)}`).join(' and ');
    const run = runs.at(-1);
    if (run && times !== '' && times === before) run.to = day;
    else if (times !== '') runs.push({ from: day, to: day, times });
    before = times;
  }
  const days = runs.map(({ from, to, times }) => `${from === to ? from : `${from} to ${to}`}, ${times}`);
  return days.length === 0 ? '' : `${days.join('; ')}, ${zoneName(timeZone)}`;
}

const clock = (time: string) => time.replace(/^0/, '');

function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts();
  const { value = timeZone } = parts.find(({ type }) => type === 'timeZoneName') ?? {};
  return value.replace('United Kingdom', 'UK').replace(/ Time$/, ' time');
}
