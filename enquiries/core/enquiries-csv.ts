import { fieldNames, lineNames } from './enquiry.ts';
import { hiddenIn, visibleText } from './invisible-characters.ts';
import type { Reply, StoredEnquiry } from './store.ts';

const columns = [
  'id',
  'received',
  ...fieldNames,
  'mail',
  'attempts',
  'reason',
  'reference',
  'handling',
  'answered',
  'assigned',
  'about',
  'end reason',
  'hidden',
  'replies',
];

/**
 * The enquiries as CSV for spreadsheets, one row each after the line with the names of the columns. Times are in UTC. What hides in a
 * line stands there as marks, and the last column names it; messages keep every byte.
 * @param subjects those that a page can begin, by their keys: a column has the key, for whoever counts by it
 */
export async function* csvOf(
  enquiries: AsyncIterable<StoredEnquiry>,
  subjects: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  const keys = new Map(Array.from(subjects, ([key, text]) => [text, key]));
  // The byte order mark makes Excel read UTF-8.
  yield `\uFEFF${csvRow(columns)}`;
  for await (const enquiry of enquiries) yield csvRow(cells(enquiry, keys.get(enquiry.subject) ?? ''));
}

const isLine = (name: string): boolean => lineNames.some((line) => line === name);

function cells(enquiry: StoredEnquiry, about: string): string[] {
  const { reference, id, receivedAt, handling, delivery } = enquiry;
  const { state, attempts, lastReason } = delivery;
  const words = fieldNames.map((name) => (isLine(name) ? visibleText(enquiry[name]) : enquiry[name]));
  const handled = [
    handling,
    enquiry.answeredAt?.toISOString() ?? '',
    enquiry.assignedTo ?? '',
    about,
    enquiry.endReason ?? '',
    hiddenIn(fieldNames.map((name) => enquiry[name])),
    enquiry.replies.map(replyText).join('\n\n'),
  ];
  return [id, receivedAt.toISOString(), ...words, state, `${attempts}`, lastReason ?? '', reference, ...handled];
}

function replyText({ at, by, text, delivery }: Reply): string {
  return `${at.toISOString()} ${by} (${delivery.state}):\n${text}`;
}

/**
 * One row of CSV (RFC 4180, each cell quoted). A cell that a spreadsheet would take for a formula starts with an
 * apostrophe, as OWASP advises: a visitor must not be able to run one on the operator's machine.
 */
export function csvRow(cellsOfRow: readonly string[]): string {
  return `${cellsOfRow.map((cell) => `"${withoutFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// Full-width signs count as formulas in some spreadsheets; white space before the sign is skipped by others.
function withoutFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r]/u.test(cell) ? `'${cell}` : cell;
}
