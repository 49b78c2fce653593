import { getMailState, statusLabels, type StoredEnquiry } from '../enquiries/model.ts';

/** Help text on the states of an enquiry. */
export const stateHelp = `\
What people have made of an enquiry:
  waiting      nobody has answered it yet
  answered     somebody has, and said so: "enquiries answer", or the inbox
  set aside    looks like spam, to the site or to a person

What becomes of an enquiry’s mail:
  due          to be sent, for the first time or again; the server does it by itself
  delivered    the mail server took it (without SMTP_URL: it is a file in the mail folder)
  failed       given up; find the reason with "enquiries show", fix it, then "enquiries retry"
  quarantined  set aside, and so not sent; if it is no spam: "enquiries release"`;

/** A time for people, in the operator's own time zone: 2026-03-04 15:06. */
export function formatTime(date: Date): string {
  // Swedish writes ISO dates.
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** "1 enquiry", "2 enquiries"; the same for another noun. */
export function pluralise(number: number, one = 'enquiry', several = 'enquiries'): string {
  return `${number} ${number === 1 ? one : several}`;
}

export const summaryHeadings = ['REFERENCE', 'RECEIVED', 'HANDLING', 'MAIL', 'NAME', 'SUBJECT'];

/** One line of a list, below `summaryHeadings`. */
export function formatSummary(enquiry: StoredEnquiry): string[] {
  const { reference, receivedAt, status, name, subject } = enquiry;
  const states = [statusLabels[status], getMailState(enquiry)];
  return [reference, formatTime(receivedAt), ...states, shortenText(name, 24), shortenText(subject, 40)];
}

/** A visitor's text on one line of a terminal, cut to `width` characters. */
export function shortenText(text: string, width: number): string {
  const characters = [...removeDirectionMarks(text)];
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

/** Removes marks that reverse the reading direction. */
export function removeDirectionMarks(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, '');
}

/** Returns the text without control characters and line breaks, for a line of ours. */
export function toOneLine(text: string): string {
  return removeDirectionMarks(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Rows of cells as lines, each column as wide as its widest cell; `nothing` where there are none. */
export function formatTable(rows: readonly string[][], nothing: string, heads?: readonly string[]): readonly string[] {
  if (rows.length === 0) return [nothing];
  const all = heads === undefined ? rows : [heads, ...rows];
  const widths: number[] = [];
  for (const row of all)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, [...cell].length)));
  const filled = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length);
  return all.map((row) => row.map(filled).join('  ').trimEnd());
}
