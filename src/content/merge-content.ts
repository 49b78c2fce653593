import { singletons } from './content-models.ts';

/** The value of each content file, by its path from content/. */
export type ContentFiles = Readonly<Record<string, unknown>>;

/** Path of a field; list entries by index, from 0. */
export type FieldPath = readonly (string | number)[];

/** A field by its file, a path from content/, and its path in it. An empty path is the whole file. */
export interface FieldRef {
  file: string;
  path: FieldPath;
}

/** A person's unpublished value of a file, and the value with which it was begun. Null: the file does not exist. */
export interface DraftValue {
  file: string;
  base: unknown;
  value: unknown;
}

/** A field that differs. `before` or `after` is absent if that side lacks it. */
export interface FieldChange extends FieldRef {
  before?: unknown;
  after?: unknown;
}

type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns the differences, field by field. List entries are matched by name where possible. */
export function compareContent(before: ContentFiles, after: ContentFiles): FieldChange[] {
  return compareValues(before, after, []).map(({ path: [file, ...path], ...change }) => ({
    ...change,
    file: String(file),
    path,
  }));
}

/**
 * Merges drafts into the published content. A field that was published since a draft was begun, and differs from the
 * draft's, is a conflict, and has the draft's value.
 */
export function mergeDraftsIntoContent(
  publishedFiles: ContentFiles,
  drafts: readonly DraftValue[],
): { files: ContentFiles; conflicts: FieldRef[] } {
  const conflicts: FieldPath[] = [];
  const files = drafts.reduce((all, { file, base, value }) => {
    const merged = mergeValues(base ?? undefined, value ?? undefined, all[file], [file], conflicts);
    return setField(all, { file, path: [] }, merged);
  }, publishedFiles);
  return { files, conflicts: conflicts.map(([file, ...path]) => ({ file: String(file), path })) };
}

/** Returns a copy with another value of a field; undefined removes the field. */
export function setField(files: ContentFiles, { file, path }: FieldRef, value: unknown): ContentFiles {
  return setValue(files, [file, ...path], value) as ContentFiles;
}

/** Returns a copy of the value with each text replaced by `transform`. */
export function mapTexts<Value>(
  value: Value,
  transform: (text: string, path: FieldPath) => string,
  path: FieldPath = [],
): Value {
  const map = (inner: unknown, key: string | number) => mapTexts(inner, transform, [...path, key]);
  if (typeof value === 'string') return transform(value, path) as Value;
  if (Array.isArray(value)) return value.map(map) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)])) as Value;
}

/** Returns the leaves of a value (texts, numbers, booleans, null) with their paths. */
export function listLeaves(value: unknown, path: FieldPath = []): { path: FieldPath; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) =>
    listLeaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Returns the value of a field; undefined if there is none. */
export function getField(files: ContentFiles, { file, path }: FieldRef): unknown {
  return [file, ...path].reduce<unknown>(getOwnProperty, files);
}

/** Returns true if two JSON values are equal, whatever the order of their fields. */
export function isEqualJson(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((entry, index) => isEqualJson(entry, second[index]));
  if (!isRecord(first) || !isRecord(second)) return false;
  return listAllKeys(first, second).every((name) =>
    isEqualJson(getOwnProperty(first, name), getOwnProperty(second, name)),
  );
}

function compareValues(before: unknown, after: unknown, path: FieldPath): Omit<FieldChange, 'file'>[] {
  if (isEqualJson(before, after)) return [];
  const whole = { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  if (isRecord(before) && isRecord(after))
    return listAllKeys(before, after).flatMap((name) =>
      compareValues(getOwnProperty(before, name), getOwnProperty(after, name), [...path, name]),
    );
  if (!Array.isArray(before) || !Array.isArray(after)) return [whole];
  if (haveSameEntries(before, after))
    return before.flatMap((entry, index) => compareValues(entry, after[index], [...path, index]));
  const [oldEntries, newEntries] = [indexByName(before), indexByName(after)];
  if (
    oldEntries === null ||
    newEntries === null ||
    hasMovedEntries([...listSharedNames(oldEntries, newEntries)], [...listSharedNames(newEntries, oldEntries)])
  )
    return listAddedOrRemoved(before, after, path) ?? [whole];
  return [
    ...[...oldEntries.keys()].flatMap((name, index) =>
      newEntries.has(name) ? [] : [{ path: [...path, index], before: oldEntries.get(name) }],
    ),
    ...[...newEntries.keys()].flatMap((name, index) =>
      compareValues(oldEntries.get(name), newEntries.get(name), [...path, index]),
    ),
  ];
}

/** Returns the entries if all that changed is that some were added, or some removed, in one place; else undefined. */
function listAddedOrRemoved(before: readonly unknown[], after: readonly unknown[], path: FieldPath) {
  const [isAddition, shorter, longer] = before.length < after.length ? [true, before, after] : [false, after, before];
  const start = shorter.findIndex((entry, index) => !isEqualJson(entry, longer[index]));
  const first = start < 0 ? shorter.length : start;
  const count = longer.length - shorter.length;
  if (!isEqualJson(shorter.slice(first), longer.slice(first + count))) return undefined;
  const changed = longer.slice(first, first + count);
  return changed.map((entry, index) => ({ path: [...path, first + index], [isAddition ? 'after' : 'before']: entry }));
}

function mergeValues(base: unknown, ours: unknown, theirs: unknown, path: FieldPath, conflicts: FieldPath[]): unknown {
  if (isEqualJson(base, ours) || isEqualJson(ours, theirs)) return theirs;
  if (isEqualJson(base, theirs)) return ours;
  if (isRecord(ours) && isRecord(theirs)) {
    const before = isRecord(base) ? base : {};
    const merged = listAllKeys(theirs, ours).map((name) => {
      const value = mergeValues(
        getOwnProperty(before, name),
        getOwnProperty(ours, name),
        getOwnProperty(theirs, name),
        [...path, name],
        conflicts,
      );
      return [name, value] as const;
    });
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  // Redirects have no order, and several people add some: the redirects of both sides stay.
  if (path[0] === singletons.redirects.file && Array.isArray(ours) && Array.isArray(theirs)) {
    const earlier = Array.isArray(base) ? base : [];
    const isIn = (list: readonly unknown[]) => (entry: unknown) => list.some((one) => isEqualJson(one, entry));
    const kept = theirs.filter((entry) => !isIn(earlier)(entry) || isIn(ours)(entry));
    return [...kept, ...ours.filter((entry) => !isIn(earlier)(entry) && !isIn(theirs)(entry))];
  }
  // If both sides changed a list, and entries were added, removed or moved, the list is one field.
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs))
    if (haveSameEntries(base, ours) && haveSameEntries(base, theirs))
      return ours.map((entry, index) => mergeValues(base[index], entry, theirs[index], [...path, index], conflicts));
  conflicts.push(path);
  return ours;
}

/** Returns true if no entry was added, removed or moved. */
function haveSameEntries(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && !hasMovedEntries(before, after);
}

/** Returns true if a named entry has another index than before. */
function hasMovedEntries(before: readonly unknown[], after: readonly unknown[]): boolean {
  const names = before.map(findEntryName);
  return after.some((entry, index) => {
    const name = findEntryName(entry);
    return name !== undefined && names[index] !== name && names.includes(name);
  });
}

/** Returns the names that both have, in the order of the first. */
function listSharedNames(
  entries: ReadonlyMap<string, unknown>,
  others: ReadonlyMap<string, unknown>,
): Iterable<string> {
  return [...entries.keys()].filter((name) => others.has(name));
}

/** Returns the entries by name; null if one has no name, or two share one. */
function indexByName(list: readonly unknown[]): ReadonlyMap<string, unknown> | null {
  const named = list.flatMap((entry) => {
    const name = findEntryName(entry);
    return name === undefined ? [] : [[name, entry] as const];
  });
  const map = new Map(named);
  return map.size === list.length ? map : null;
}

function findEntryName(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  const names = ['title', 'name', 'label', 'product'].map((field) => getOwnProperty(entry, field));
  return names.find((name) => typeof name === 'string');
}

function setValue(within: unknown, [name, ...rest]: FieldPath, value: unknown): unknown {
  if (name === undefined) return value;
  const inner = setValue(getOwnProperty(within, name), rest, value);
  if (Array.isArray(within))
    return inner === undefined ? within.toSpliced(Number(name), 1) : within.with(Number(name), inner);
  const { [name]: _before, ...others } = Object(within) as UnknownRecord;
  if (inner === undefined) return others;
  // A spread keeps the field's position.
  return Object.hasOwn(Object(within), name) ? { ...Object(within), [name]: inner } : { ...others, [name]: inner };
}

/** Returns true if a value is an object but not an array. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value's own property; undefined if it has none of that name. */
export function getOwnProperty(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Returns the property names of both, without duplicates, the names of the first before others. */
export function listAllKeys(first: UnknownRecord, second: UnknownRecord): string[] {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])];
}
