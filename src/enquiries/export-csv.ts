import { type FieldName, fieldNames, singleLineFieldNames } from './enquiry.ts';
import { describeHiddenCharacters, markHiddenCharacters } from '../text/hidden-characters.ts';
import { visitSourceLabels, visitSourceFieldNames } from './visit-source.ts';
import { earlierStatusNames, formatRecipients, getMailState, type StoredMessage, type StoredEnquiry } from './model.ts';

type Column = readonly [name: string, cell: (enquiry: StoredEnquiry) => string | null | undefined];

const isLine = (name: FieldName): boolean => singleLineFieldNames.includes(name);

/** Returns the columns. New ones come last, and the words of `mail` and `handling` stay: programs read them. */
const createColumns = (keys: ReadonlyMap<string, string>): readonly Column[] => [
  ['id', ({ id }) => id],
  ['received', ({ receivedAt }) => receivedAt.toISOString()],
  ...fieldNames.map((name): Column => [
    name,
    (enquiry) => (isLine(name) ? markHiddenCharacters(enquiry[name]) : enquiry[name]),
  ]),
  ['mail', (enquiry) => getMailState(enquiry).replace('withheld', 'quarantined')],
  ['attempts', ({ mail }) => `${mail?.attempts ?? 0}`],
  ['reason', ({ mail, spamReason }) => spamReason ?? mail?.lastReason],
  ['reference', ({ reference }) => reference],
  ['handling', ({ status }) => earlierStatusNames[status]],
  ['answered', ({ closedAt }) => closedAt?.toISOString()],
  ['assigned', ({ assignee }) => assignee],
  ['about', ({ subject }) => keys.get(subject)],
  ['end reason', ({ closedReason }) => closedReason],
  ['hidden', (enquiry) => describeHiddenCharacters(fieldNames.map((name) => enquiry[name]))],
  ['replies', ({ replies }) => replies.map(formatMessage).join('\n\n')],
  ['messages', ({ messages }) => messages.slice(1).map(formatMessage).join('\n\n')],
  ['files', ({ files }) => files.map(({ name }) => name).join('\n')],
  ...visitSourceFieldNames.map((name): Column => [
    visitSourceLabels[name].toLowerCase(),
    ({ visitSource }) => visitSource?.[name],
  ]),
  ['status', ({ status }) => status],
];

/**
 * Yields the enquiries as CSV for spreadsheets, with times in UTC. Invisible characters of single-line fields become
 * marks, which the column `hidden` lists. For statistics, a column has the key of a preset subject.
 */
export async function* streamEnquiryCsv(
  enquiries: AsyncIterable<StoredEnquiry>,
  presetSubjects: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  const columns = createColumns(new Map(Array.from(presetSubjects, ([key, text]) => [text, key])));
  // Excel needs the byte order mark to read UTF-8.
  yield `\uFEFF${formatCsvRow(columns.map(([name]) => name))}`;
  for await (const enquiry of enquiries) yield formatCsvRow(columns.map(([, cell]) => cell(enquiry) ?? ''));
}

function formatMessage(message: StoredMessage): string {
  const { at, by, text, delivery, direction, kind, claimsOffice, isUnverified } = message;
  const way = kind !== 'message' ? kind : direction === 'in' ? 'received' : 'by mail';
  const doubts = `${claimsOffice ? ', perhaps not by a colleague' : ''}${isUnverified ? ', not verified' : ''}`;
  return `${at.toISOString()} ${by}${formatRecipients(message)} (${delivery?.state ?? way}${doubts}):\n${text}`;
}

/**
 * Formats one row of CSV (RFC 4180, each cell quoted). A cell that a spreadsheet would take for a formula gets an
 * apostrophe before it, as OWASP advises: a visitor must not run one on the operator's machine.
 */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// Full-width signs count as formulas in some spreadsheets; white space before the sign is skipped by others.
function escapeFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r]/u.test(cell) ? `'${cell}` : cell;
}
