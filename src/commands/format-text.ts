import { getMailState, statusLabels, type StoredEnquiry } from '../enquiries/model.ts';

/** Help text on the states of an enquiry. */
export const enquiryStateHelp = `\
What people have made of an enquiry:
  waiting      nobody has answered it yet
  answered     somebody has, and said so: "enquiries answer", or the inbox
  set aside    looks like spam, to the site or to a person

What becomes of an enquiry’s mail:
  due          to be sent, for the first time or again; the server does it by itself
  delivered    the mail server took it (without SMTP_URL: it is a file in the mail folder)
  failed       given up; find the reason with "enquiries show", fix it, then "enquiries retry"
  quarantined  set aside, and so not sent; if it is no spam: "enquiries release"`;

/** Formats a time in the operator's time zone: 2026-03-04 15:06. */
export function formatLocalTime(date: Date): string {
  // Swedish writes ISO dates.
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** Returns a number with its noun: "1 enquiry", "2 enquiries". */
export function pluralise(count: number, singular = 'enquiry', plural = 'enquiries'): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Headings of the cells of `formatSummaryCells`. */
export const summaryHeadings = ['REFERENCE', 'RECEIVED', 'HANDLING', 'MAIL', 'NAME', 'SUBJECT'];

/** Returns the cells of an enquiry in a list. */
export function formatSummaryCells(enquiry: StoredEnquiry): string[] {
  const { reference, receivedAt, status, name, subject } = enquiry;
  const states = [statusLabels[status], getMailState(enquiry)];
  return [reference, formatLocalTime(receivedAt), ...states, shortenText(name, 24), shortenText(subject, 40)];
}

/** Returns a visitor's text on one line, cut to `width` characters. */
export function shortenText(text: string, width: number): string {
  const characters = [...removeDirectionMarks(text)];
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

/** Returns the text without marks that reverse the reading direction. */
export function removeDirectionMarks(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, '');
}

/** Returns the text on one line, without control characters. */
export function toOneLine(text: string): string {
  return removeDirectionMarks(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Formats rows as lines with aligned columns; `emptyText` if there are none. */
export function formatTable(
  rows: readonly string[][],
  emptyText: string,
  headings?: readonly string[],
): readonly string[] {
  if (rows.length === 0) return [emptyText];
  const all = headings === undefined ? rows : [headings, ...rows];
  const widths: number[] = [];
  for (const row of all)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, [...cell].length)));
  const padCell = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length);
  return all.map((row) => row.map(padCell).join('  ').trimEnd());
}
