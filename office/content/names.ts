import { formatFieldTitle, formatFileTitle } from '../../content/validate-content.ts';
import { type FieldChange, walkLeaves, type ContentFiles } from '../../content/merge-content.ts';
import { formatHash } from './editor/field-hash.ts';

// Imported lazily, since the schemas come with it: see docs/decisions/019.
export { formatFileTitle, formatPlaceTitle } from '../../content/validate-content.ts';

type Place = Pick<FieldChange, 'file' | 'path'>;

/** Changes of a file, with readable names. */
export interface ChangedFile {
  file: string;
  title: string;
  fields: readonly ChangedField[];
}

export interface ChangedField {
  title: string;
  /** URL of the field in the editor. */
  address: string;
  /** Text before the change; absent if the field is new. `after` is absent if it is removed. */
  before?: string;
  after?: string;
}

/** Returns the changes by file. The names of the files are read from `files`. */
export function groupChanges(changes: readonly FieldChange[], ...files: readonly ContentFiles[]): ChangedFile[] {
  return [...Map.groupBy(changes, ({ file }) => file)].map(([file, fields]) => ({
    file,
    title: formatFileTitle(file, files.map((each) => each[file]).find(Boolean)),
    fields: fields.map((change) => ({
      title: formatFieldTitle(file, change.path) || (change.before === undefined ? 'This is new' : 'This is to go'),
      address: formatEditUrl(change),
      ...('before' in change && { before: formatTexts(change, change.before) }),
      ...('after' in change && { after: formatTexts(change, change.after) }),
    })),
  }));
}

/** Returns the URL of a field in the editor. */
export function formatEditUrl({ file, path }: Place): string {
  return `/words/edit${formatHash({ file, path })}`;
}

/** Returns all texts of a value, one per line with its name. */
export function formatTexts({ file, path }: Place, value: unknown): string {
  if (typeof value !== 'object' || value === null) return plain(value);
  const within = formatFieldTitle(file, path).length;
  const lines = walkLeaves(value, path).map(
    (leaf) => `${formatFieldTitle(file, leaf.path).slice(within === 0 ? 0 : within + 3)}: ${plain(leaf.value)}`,
  );
  return lines.join('\n');
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
