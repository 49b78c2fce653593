import { formatFieldTitle, formatFileTitle } from '../../content/validate-content.ts';
import { findFieldSchema, readControl, readOptions } from '../../content/field-schema.ts';
import { findContentType } from '../../content/content-types.ts';
import {
  compareContent,
  type FieldChange,
  type FieldPath,
  listLeaves,
  type ContentFiles,
} from '../../content/merge-content.ts';
import { findPictures, getThumbnailPath } from '../../content/picture-files.ts';
import { findAddressChanges } from './address-changes.ts';
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
  /** URL paths of the pictures that it has after the change. */
  thumbnails: readonly string[];
}

/** Returns the changes by file. A page that gets another address is one file, the new one. */
export function groupChangesByFile(
  before: ContentFiles,
  after: ContentFiles,
  addresses = findAddressChanges(before, after),
): ChangedFile[] {
  const moved = new Map([...addresses].filter(([file, newFile]) => !(file in after) && newFile in after));
  const renamed = Object.entries(before).map(([file, value]) => [moved.get(file) ?? file, value] as const);
  const changes = Map.groupBy(compareContent(Object.fromEntries(renamed), after), ({ file }) => file);
  return [...new Set([...moved.values(), ...changes.keys()])].map((file) => ({
    file,
    title: formatFileTitle(file, after[file] ?? before[file]),
    fields: [
      ...[...moved].filter(([, newFile]) => newFile === file).map(describeAddressChange),
      ...(changes.get(file) ?? [])
        .filter(({ path }) => findPictureDetail(file, path) !== 'size')
        .map(describeFieldChange),
    ],
  }));
}

function describeAddressChange([file, newFile]: readonly [string, string]): ChangedField {
  const after = `${findContentType(file)?.path} → ${findContentType(newFile)?.path}`;
  return { title: 'Address', editUrl: formatEditUrl({ file: newFile, path: [] }), after, thumbnails: [] };
}

function describeFieldChange(change: FieldChange): ChangedField {
  const { file, path, before, after } = change;
  return {
    title: formatFieldTitle(file, path) || (before === undefined ? 'This is new' : 'This is to go'),
    editUrl: formatEditUrl(change),
    thumbnails:
      findPictureDetail(file, path) === 'file'
        ? [getThumbnailPath(String(after))]
        : findPictures(after).map((picture) => getThumbnailPath(picture.file)),
    ...('before' in change && { before: formatFieldValue(change, before) }),
    ...('after' in change && { after: formatFieldValue(change, after) }),
  };
}

/** Returns the URL of a field in the editor. */
export function formatEditUrl({ file, path }: FieldRef): string {
  return `/words/edit${formatFieldHash({ file, path })}`;
}

/** Returns which detail of a picture a field is, that says nothing as a text; undefined if it is none. */
function findPictureDetail(file: string, path: FieldPath): 'file' | 'size' | undefined {
  const schema = findFieldSchema(file, path.slice(0, -1));
  if (!schema || readControl(schema) !== 'picture') return undefined;
  if (path.at(-1) === 'file') return 'file';
  return ['width', 'height', 'color'].includes(String(path.at(-1))) ? 'size' : undefined;
}

/** Returns all texts of a value, one per line with its name, without the details of pictures. */
export function formatFieldValue({ file, path }: FieldRef, value: unknown): string {
  if (typeof value !== 'object' || value === null) return formatLeaf(file, path, value);
  const prefixLength = formatFieldTitle(file, path).length;
  const leaves = listLeaves(value, path).filter((leaf) => findPictureDetail(file, leaf.path) === undefined);
  const lines = leaves.map(
    (leaf) =>
      `${formatFieldTitle(file, leaf.path).slice(prefixLength === 0 ? 0 : prefixLength + 3)}: ${formatLeaf(file, leaf.path, leaf.value)}`,
  );
  return lines.join('\n');
}

/** Returns a value as a text, and of a choice its label. */
function formatLeaf(file: string, path: FieldPath, value: unknown): string {
  const schema = findFieldSchema(file, path);
  if (findPictureDetail(file, path) !== undefined || value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (schema && readOptions(schema))?.find((option) => option.value === text)?.label ?? text;
}
