import { type FieldName, fieldNames, lineNames } from './enquiry.ts';
import { findHiddenCharacters, markHiddenCharacters } from '../text/invisible-characters.ts';
import { getMailState, statusLabels, type Reply, type StoredEnquiry } from './model.ts';

type Column = readonly [name: string, cell: (enquiry: StoredEnquiry) => string | null | undefined];

const isLine = (name: FieldName): boolean => lineNames.includes(name);

/** Those that are new come last: who reads them by their place goes on as before. */
const columnsFor = (keys: ReadonlyMap<string, string>): readonly Column[] => [
  ['id', ({ id }) => id],
  ['received', ({ receivedAt }) => receivedAt.toISOString()],
  ...fieldNames.map((name): Column => [
    name,
    (enquiry) => (isLine(name) ? markHiddenCharacters(enquiry[name]) : enquiry[name]),
  ]),
  ['mail', getMailState],
  ['attempts', ({ mail }) => `${mail?.attempts ?? 0}`],
  ['reason', ({ mail, spamReason }) => spamReason ?? mail?.lastReason],
  ['reference', ({ reference }) => reference],
  ['handling', ({ status }) => statusLabels[status]],
  ['answered', ({ closedAt }) => closedAt?.toISOString()],
  ['assigned', ({ assignee }) => assignee],
  ['about', ({ subject }) => keys.get(subject)],
  ['end reason', ({ closedReason }) => closedReason],
  ['hidden', (enquiry) => findHiddenCharacters(fieldNames.map((name) => enquiry[name]))],
  ['replies', ({ replies }) => replies.map(replyText).join('\n\n')],
];

/**
 * The enquiries as CSV for spreadsheets, one row each after the line with the names of the columns. Times are in UTC. What hides in a
 * line stands there as marks, and the last column names it; messages keep every byte.
 * @param subjects those that a page can begin, by their keys: a column has the key, for whoever counts by it
 */
export async function* streamCsv(
  enquiries: AsyncIterable<StoredEnquiry>,
  subjects: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  const columns = columnsFor(new Map(Array.from(subjects, ([key, text]) => [text, key])));
  // The byte order mark makes Excel read UTF-8.
  yield `\uFEFF${formatCsvRow(columns.map(([name]) => name))}`;
  for await (const enquiry of enquiries) yield formatCsvRow(columns.map(([, cell]) => cell(enquiry) ?? ''));
}

function replyText({ at, by, text, delivery }: Reply): string {
  return `${at.toISOString()} ${by} (${delivery.state}):\n${text}`;
}

/**
 * One row of CSV (RFC 4180, each cell quoted). A cell that a spreadsheet would take for a formula starts with an
 * apostrophe, as OWASP advises: a visitor must not be able to run one on the operator's machine.
 */
export function formatCsvRow(cellsOfRow: readonly string[]): string {
  return `${cellsOfRow.map((cell) => `"${withoutFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// Full-width signs count as formulas in some spreadsheets; white space before the sign is skipped by others.
function withoutFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r]/u.test(cell) ? `'${cell}` : cell;
}
