import { fieldTitle, fileTitle } from '../../content/judge-words.ts';
import { type FieldChange, leavesOf, type WordFiles } from '../../content/merge-words.ts';
import { hashOf } from './editor/place.ts';

// Whoever shows words loads this, and the schemas with it, when somebody asks for them: see docs/decisions/019.
export { fileTitle, placeTitle } from '../../content/judge-words.ts';

type Place = Pick<FieldChange, 'file' | 'path'>;

/** What changes in a file, as people know it. */
export interface ChangedFile {
  file: string;
  title: string;
  fields: readonly ChangedField[];
}

export interface ChangedField {
  title: string;
  /** Where it is edited. */
  address: string;
  /** Absent where there was, or will be, nothing. */
  before?: string;
  after?: string;
}

/** Changes file by file. `files` have what the files are called. */
export function changedFiles(changes: readonly FieldChange[], ...files: readonly WordFiles[]): ChangedFile[] {
  return [...Map.groupBy(changes, ({ file }) => file)].map(([file, fields]) => ({
    file,
    title: fileTitle(file, files.map((each) => each[file]).find(Boolean)),
    fields: fields.map((change) => ({
      title: fieldTitle(file, change.path) || (change.before === undefined ? 'This is new' : 'This is to go'),
      address: editAddress(change),
      ...('before' in change && { before: textOf(change, change.before) }),
      ...('after' in change && { after: textOf(change, change.after) }),
    })),
  }));
}

/** Where a field is edited. */
export function editAddress({ file, path }: Place): string {
  return `/words/edit${hashOf({ file, path })}`;
}

/** All texts of a value, each on a line of its own with its name. */
export function textOf({ file, path }: Place, value: unknown): string {
  if (typeof value !== 'object' || value === null) return plain(value);
  const within = fieldTitle(file, path).length;
  const lines = leavesOf(value, path).map(
    (leaf) => `${fieldTitle(file, leaf.path).slice(within === 0 ? 0 : within + 3)}: ${plain(leaf.value)}`,
  );
  return lines.join('\n');
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
