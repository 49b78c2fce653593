import { formatFieldTitle, formatFileTitle } from '../../content/validate-content.ts';
import { type FieldChange, listLeaves, type ContentFiles } from '../../content/merge-content.ts';
import { formatFieldHash, type FieldRef } from './editor/field-hash.ts';

// Imported lazily, since the schemas come with it: see docs/decisions/019.
export { formatFileTitle, formatFileAndFieldTitle } from '../../content/validate-content.ts';

/** Changes of a file, with readable names. */
export interface ChangedFile {
  file: string;
  title: string;
  fields: readonly ChangedField[];
}

/** A changed field, with readable texts. */
export interface ChangedField {
  title: string;
  /** URL of the field in the editor. */
  editUrl: string;
  /** Text before the change; absent if the field is new. `after` is absent if it is removed. */
  before?: string;
  after?: string;
}

/** Returns the changes by file. Titles of files are read from the first of `contents` that has the file. */
export function groupChangesByFile(
  changes: readonly FieldChange[],
  ...contents: readonly ContentFiles[]
): ChangedFile[] {
  return [...Map.groupBy(changes, ({ file }) => file)].map(([file, fields]) => ({
    file,
    title: formatFileTitle(file, contents.map((each) => each[file]).find(Boolean)),
    fields: fields.map((change) => ({
      title: formatFieldTitle(file, change.path) || (change.before === undefined ? 'This is new' : 'This is to go'),
      editUrl: formatEditUrl(change),
      ...('before' in change && { before: formatFieldValue(change, change.before) }),
      ...('after' in change && { after: formatFieldValue(change, change.after) }),
    })),
  }));
}

/** Returns the URL of a field in the editor. */
export function formatEditUrl({ file, path }: FieldRef): string {
  return `/words/edit${formatFieldHash({ file, path })}`;
}

/** Returns all texts of a value, one per line with its name. */
export function formatFieldValue({ file, path }: FieldRef, value: unknown): string {
  if (typeof value !== 'object' || value === null) return formatLeaf(value);
  const prefixLength = formatFieldTitle(file, path).length;
  const lines = listLeaves(value, path).map(
    (leaf) =>
      `${formatFieldTitle(file, leaf.path).slice(prefixLength === 0 ? 0 : prefixLength + 3)}: ${formatLeaf(leaf.value)}`,
  );
  return lines.join('\n');
}

function formatLeaf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
