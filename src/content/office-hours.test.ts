import { expect, it } from 'vitest';
import type { Content } from './content-types.ts';
import { describeOfficeHours } from './office-hours.ts';
import { office } from './release-content.ts';

type Hours = Content['office']['hours'];
const all = (opens: string, closes: string, ...days: Hours[number]['day'][]): Hours =>
  days.map((day) => ({ day, opens, closes }));

it.each<[hours: Hours, timeZone: string, said: string]>([
  [[], 'Europe/London', ''],
  [
    all('09:00', '17:30', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'),
    'Europe/London',
    'Monday to Friday, 9:00 to 17:30, UK time',
  ],
  [
    [...all('14:00', '17:00', 'Monday'), ...all('09:00', '12:30', 'Monday', 'Wednesday', 'Thursday')],
    'Europe/Berlin',
    'Monday, 9:00 to 12:30 and 14:00 to 17:00; Wednesday to Thursday, 9:00 to 12:30, CET',
  ],
])('equal days are told together: %#', (hours, timeZone, said) =>
  expect(describeOfficeHours({ ...office, hours, timeZone })).toBe(said),
);
