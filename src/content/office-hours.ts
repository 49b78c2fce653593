import type { Content } from './content-types.ts';

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Returns the office hours: `Monday to Friday, 9:00 to 17:30, UK time`; '' if there are none. */
export function describeOfficeHours({ hours, timeZone }: Content['office']): string {
  const runs: { from: string; to: string; times: string }[] = [];
  let previousTimes = '';
  for (const day of week) {
    const dayHours = hours.filter((one) => one.day === day).toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
    const times = dayHours.map(({ opens, closes }) => `${formatTime(opens)} to ${formatTime(closes)}`).join(' and ');
    const run = runs.at(-1);
    if (run && times !== '' && times === previousTimes) run.to = day;
    else if (times !== '') runs.push({ from: day, to: day, times });
    previousTimes = times;
  }
  const days = runs.map(({ from, to, times }) => `${from === to ? from : `${from} to ${to}`}, ${times}`);
  return days.length === 0 ? '' : `${days.join('; ')}, ${formatTimeZone(timeZone)}`;
}

const formatTime = (time: string) => time.replace(/^0/, '');

function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts();
  const { value = timeZone } = parts.find(({ type }) => type === 'timeZoneName') ?? {};
  return value.replace('United Kingdom', 'UK').replace(/ Time$/, ' time');
}
