import { formatFieldTitle, formatFileTitle } from '../../content/validate-content.ts';
import {
  type FieldSchema,
  findFieldSchema,
  listInnerFields,
  findEditorControl,
  findFieldOptions,
  unwrapOptional,
  getFieldTitle,
} from '../../content/field-schema.ts';
import { findContentModel } from '../../content/content-models.ts';
import {
  compareContent,
  type ContentFiles,
  type FieldChange,
  type FieldRef,
  getField,
  isEqualJson,
  setField,
} from '../../content/merge-content.ts';
import { listPictures, getThumbnailPath } from '../../content/picture-files.ts';
import type { Picture } from '../../content/schema/picture.ts';
import { findAddressChanges } from './address-changes.ts';
import { formatFieldHash } from './field-hash.ts';

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
  /** Pictures that go or come, or whose words change. */
  pictures: readonly { path: string; isRemoved: boolean }[];
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
      ...joinPictureChanges(changes.get(file) ?? [], after).map(describeFieldChange),
    ],
  }));
}

function describeAddressChange([file, newFile]: readonly [string, string]): ChangedField {
  const [before, after] = [file, newFile].map((one) => findContentModel(one)?.path);
  return {
    title: 'Address',
    editUrl: formatFieldEditUrl({ file: newFile, path: [] }),
    after: `${before} → ${after}`,
    pictures: [],
  };
}

/** Returns the changes of a file. Changes within a picture become one change of the picture. */
function joinPictureChanges(changes: readonly FieldChange[], after: ContentFiles): FieldChange[] {
  const fields = Map.groupBy(changes, ({ file, path }) => {
    const end = path.findIndex((_, index) => isPicture(file, path.slice(0, index + 1)));
    return JSON.stringify({ file, path: end < 0 ? path : path.slice(0, end + 1) });
  });
  return [...fields].flatMap(([key, inner]) => {
    const field = JSON.parse(key) as FieldRef;
    if (inner.some(({ path }) => path.length === field.path.length)) return inner;
    const before = inner.reduce((files, change) => setField(files, change, change.before), after);
    return { ...field, before: getField(before, field), after: getField(after, field) };
  });
}

function describeFieldChange(change: FieldChange): ChangedField {
  const { file, path, before, after } = change;
  const [earlierPictures, pictures] = [listPictures(before), listPictures(after)];
  const shown = [
    ...earlierPictures.filter((picture) => !pictures.some((one) => one.file === picture.file)),
    ...pictures.filter((picture) => !earlierPictures.some((one) => isEqualJson(one, picture))),
  ];
  const titles = (formatFieldTitle(file, path) || 'The whole text').split(' › ');
  const isList = (end: number) =>
    unwrapOptional(findFieldSchema(file, path.slice(0, end)) ?? { type: 'string' }).type === 'array';
  const isRepeated = (index: number) =>
    titles[index] === titles[index + 1] || (typeof path[index + 1] === 'number' && isList(index + 1));
  const ending = before === undefined ? ', new' : after === undefined ? ', removed' : '';
  return {
    title: titles.filter((_, index) => !isRepeated(index)).join(' › ') + ending,
    editUrl: formatFieldEditUrl(change),
    pictures: shown.map((one) => ({ path: getThumbnailPath(one.file), isRemoved: !pictures.includes(one) })),
    ...('before' in change && { before: formatFieldValue(change, before) }),
    ...('after' in change && { after: formatFieldValue(change, after) }),
  };
}

/** Returns the URL of a field in the editor. */
export function formatFieldEditUrl({ file, path }: FieldRef): string {
  return `/content/edit${formatFieldHash({ file, path })}`;
}

function isPicture(file: string, path: FieldRef['path']): boolean {
  const schema = findFieldSchema(file, path);
  return schema !== undefined && findEditorControl(schema) === 'picture';
}

/** Returns all texts of a value in the order of the form, one per line with its name. */
export function formatFieldValue({ file, path }: FieldRef, value: unknown): string {
  const schema = findFieldSchema(file, path);
  // Says nothing to a person.
  const isDetail = ['file', 'width', 'height', 'color'].includes(String(path.at(-1)));
  return !schema || (isDetail && isPicture(file, path.slice(0, -1))) ? '' : listLines(schema, value).join('\n');
}

function listLines(schema: FieldSchema, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    if (value === undefined || value === null) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [findFieldOptions(schema)?.find((option) => option.value === text)?.label ?? text];
  }
  const lines = listInnerFields(schema, value).flatMap(([, inner, innerValue]) => {
    const [title, innerLines] = [getFieldTitle(inner), listLines(inner, innerValue)];
    if (typeof innerValue !== 'object' || innerValue === null)
      return innerValue === '' || innerValue === false ? [] : innerLines.map((line) => `${title}: ${line}`);
    const isUnnamed =
      Array.isArray(innerValue) || findEditorControl(inner) === 'one of' || innerLines[0] === `${title}:`;
    return isUnnamed ? innerLines : [`${title}:`, ...innerLines];
  });
  const { focus = [] } = (findEditorControl(schema) === 'picture' ? value : {}) as Partial<Picture>;
  if (focus.length > 0) lines.push(`Focal point: ${focus[0]} % from the left, ${focus[1]} % from the top`);
  return lines;
}
