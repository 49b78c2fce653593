import { mailStateOf, statusLabels, type StoredEnquiry } from '../enquiries/model.ts';

/** What an enquiry can be, for the help of the commands that speak of it. */
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
export function shortTime(date: Date): string {
  // Swedish writes ISO dates.
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** "1 enquiry", "2 enquiries"; the same for another noun. */
export function counted(number: number, one = 'enquiry', several = 'enquiries'): string {
  return `${number} ${number === 1 ? one : several}`;
}

export const summaryHeads = ['REFERENCE', 'RECEIVED', 'HANDLING', 'MAIL', 'NAME', 'SUBJECT'];

/** One line of a list, below `summaryHeads`. */
export function summaryCells(enquiry: StoredEnquiry): string[] {
  const { reference, receivedAt, status, name, subject } = enquiry;
  const states = [statusLabels[status], mailStateOf(enquiry)];
  return [reference, shortTime(receivedAt), ...states, clipped(name, 24), clipped(subject, 40)];
}

/** A visitor's text on one line of a terminal, cut to `width` characters. */
export function clipped(text: string, width: number): string {
  const characters = [...printable(text)];
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

/** Without marks that reverse the reading direction. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, '');
}

/** The same where a line is ours: what is in it must not begin another, or write over it. */
export function onOneLine(text: string): string {
  return printable(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Rows of cells as lines, each column as wide as its widest cell; `nothing` where there are none. */
export function listed(rows: readonly string[][], nothing: string, heads?: readonly string[]): readonly string[] {
  if (rows.length === 0) return [nothing];
  const all = heads === undefined ? rows : [heads, ...rows];
  const widths: number[] = [];
  for (const row of all)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, [...cell].length)));
  const filled = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length);
  return all.map((row) => row.map(filled).join('  ').trimEnd());
}
