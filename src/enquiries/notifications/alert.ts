import type { Delivery } from '../../outbox/delivery.ts';
import type { Mail, MailSettings } from '../../outbox/mail.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { describeProblem } from '../problem-texts.ts';
import { formatDayAndTime } from '../response-target.ts';

/** Composes the mail about a problem that has begun or is over: `payload` is its alert. */
export function composeAlert(
  { queuedAt: date, payload: { name = '', problem = '', since = '', until } }: Pick<Delivery, 'queuedAt' | 'payload'>,
  { from, alertTo, siteName, timeZone }: MailSettings,
): Mail {
  const { summary, meanwhile, section } = describeProblem(problem, since, date, timeZone);
  const subject = `${until === undefined ? 'The website needs somebody' : 'Over'}: ${summary}`;
  const advice = `Meanwhile: ${meanwhile}\nNext step: “${section}” in docs/operations.md`;
  const rest = until === undefined ? advice : `Over since: ${formatDayAndTime(new Date(until), date, timeZone)}`;
  const text = `${siteName} website: ${summary}\n${rest}\n`;
  const html = `<!doctype html>\n<html lang="en-GB"><title>${escapeHtml(subject)}</title><pre>${escapeHtml(text)}</pre></html>\n`;
  const head = { uniqueName: `alert-${name}`, date, from, to: alertTo, replyTo: from, subject };
  return { ...head, autoSubmitted: 'auto-generated', text, html };
}
