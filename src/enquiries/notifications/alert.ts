import { composeMail } from '../../outbox/compose-mail.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { Mail, MailSettings } from '../../outbox/mail.ts';
import { describeConcern } from '../concerns.ts';
import { formatDayAndTime } from '../response-target.ts';

/** Composes the mail about a problem that has begun or is over: `payload` is its alert. */
export function composeAlertMail(
  { queuedAt: date, payload: { name = '', problem = '', since = '', until } }: Pick<Delivery, 'queuedAt' | 'payload'>,
  { from, alertTo, siteName, timeZone }: MailSettings,
): Mail {
  const { summary, meanwhile, section } = describeConcern(problem, since, date, timeZone);
  const subject = `${until === undefined ? 'The website needs somebody' : 'Over'}: ${summary}`;
  const advice = `Meanwhile: ${meanwhile}\nNext step: “${section}” in docs/operations.md`;
  const rest = until === undefined ? advice : `Over since: ${formatDayAndTime(new Date(until), date, timeZone)}`;
  const head = { uniqueName: `alert-${name}`, date, from, to: alertTo, subject };
  return composeMail(head, [`${siteName} website: ${summary}\n${rest}`]);
}
