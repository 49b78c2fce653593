import { shortenText } from '../text/format-text.ts';
import { removeHiddenCharacters } from '../text/hidden-characters.ts';
import { getMailState, type StoredEnquiry } from '../enquiries/model.ts';

/** Help text on the states of an enquiry. */
export const enquiryStateHelp = `\
Status of an enquiry:
  open         it needs a reply
  closed       it was answered, or closed for another reason
  spam         it looks like spam, to the site or to a person

What becomes of an enquiry’s mail:
  due          to be sent, for the first time or again; the server does it by itself
  delivered    the mail server took it (without SMTP_URL: it is a file in the mail folder)
  failed       given up; find the reason with "enquiries show", fix it, then "enquiries retry"
  withheld     not sent, since the enquiry is spam; if it is not: "enquiries not-spam"`;

/** Formats a time in the operator's time zone: 2026-03-04 15:06. */
export function formatLocalTime(date: Date): string {
  // Swedish writes ISO dates.
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** Headings of the cells of `formatSummaryCells`. */
export const summaryHeadings = ['REFERENCE', 'RECEIVED', 'STATUS', 'MAIL', 'NAME', 'SUBJECT'];

/** Returns the cells of an enquiry in a list. */
export function formatSummaryCells(enquiry: StoredEnquiry): string[] {
  const { reference, receivedAt, status, name, subject } = enquiry;
  const states = [status, getMailState(enquiry)];
  return [
    reference,
    formatLocalTime(receivedAt),
    ...states,
    shortenText(toOneLine(name), 24),
    shortenText(toOneLine(subject), 40),
  ];
}

/** Returns the text on one line, without hidden characters. */
export function toOneLine(text: string): string {
  return removeHiddenCharacters(text).replaceAll(/[\t\n]+/g, ' ');
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
