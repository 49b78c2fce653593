/** The value of each content file, by its path from content/. */
export type ContentFiles = Readonly<Record<string, unknown>>;

/** Path of a field; list entries by index, from 0. */
export type Path = readonly (string | number)[];

/** A field that differs. `before` or `after` is absent if that side lacks it. An empty path is the whole file. */
export interface FieldChange {
  /** Its path from content/. */
  file: string;
  path: Path;
  before?: unknown;
  after?: unknown;
}

type Entries = Readonly<Record<string, unknown>>;

/** Returns the differences, field by field. List entries are matched by name where possible. */
export function compareContent(before: ContentFiles, after: ContentFiles): FieldChange[] {
  return changesWithin(before, after, []).map(({ path: [file, ...path], ...change }) => ({
    ...change,
    file: String(file),
    path,
  }));
}

/** Merges three ways. Returns the files, ours in a conflict and fields in the order of theirs, and the conflicts. */
export function mergeContent(base: ContentFiles, ours: ContentFiles, theirs: ContentFiles) {
  const found: Path[] = [];
  const files = merge(base, ours, theirs, [], found) as ContentFiles;
  return { files, conflicts: found.map(([file, ...path]) => ({ file: String(file), path })) };
}

/** Returns a copy with another value of a field; undefined removes the field. */
export function setField(files: ContentFiles, { file, path }: Pick<FieldChange, 'file' | 'path'>, value: unknown) {
  return put(files, [file, ...path], value) as ContentFiles;
}

/** Returns content of one file; no file if the value is undefined or null. */
export function createFiles(file: string, value: unknown): ContentFiles {
  return value === undefined || value === null ? {} : { [file]: value };
}

/** Returns a copy of the value in which `change` has replaced each text. */
export function mapTexts<Value>(value: Value, change: (text: string, path: Path) => string, path: Path = []): Value {
  const map = (inner: unknown, key: string | number) => mapTexts(inner, change, [...path, key]);
  if (typeof value === 'string') return change(value, path) as Value;
  if (Array.isArray(value)) return value.map(map) as Value;
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)])) as Value;
}

/** Returns the leaves of a value (texts, numbers, booleans, null) with their paths. */
export function walkLeaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) =>
    walkLeaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Returns the value of a field; undefined if there is none. */
export function getField(files: ContentFiles, { file, path }: Pick<FieldChange, 'file' | 'path'>): unknown {
  return [file, ...path].reduce<unknown>(own, files);
}

/** Returns true if two JSON values are equal, whatever the order of their fields. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isEqualJson(entry, other[index]));
  if (!isGroup(one) || !isGroup(other)) return false;
  return listNames(one, other).every((name) => isEqualJson(own(one, name), own(other, name)));
}

function changesWithin(before: unknown, after: unknown, path: Path): Omit<FieldChange, 'file'>[] {
  if (isEqualJson(before, after)) return [];
  const whole = { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  if (isGroup(before) && isGroup(after))
    return listNames(before, after).flatMap((name) =>
      changesWithin(own(before, name), own(after, name), [...path, name]),
    );
  if (!Array.isArray(before) || !Array.isArray(after)) return [whole];
  if (keepsEntries(before, after))
    return before.flatMap((entry, index) => changesWithin(entry, after[index], [...path, index]));
  const [old, young] = [byName(before), byName(after)];
  if (old === null || young === null || areMoved([...shared(old, young)], [...shared(young, old)])) return [whole];
  return [
    ...[...old.keys()].flatMap((name, index) =>
      young.has(name) ? [] : [{ path: [...path, index], before: old.get(name) }],
    ),
    ...[...young.keys()].flatMap((name, index) => changesWithin(old.get(name), young.get(name), [...path, index])),
  ];
}

function merge(base: unknown, ours: unknown, theirs: unknown, path: Path, found: Path[]): unknown {
  if (isEqualJson(base, ours) || isEqualJson(ours, theirs)) return theirs;
  if (isEqualJson(base, theirs)) return ours;
  if (isGroup(ours) && isGroup(theirs)) {
    const before = isGroup(base) ? base : {};
    const merged = listNames(theirs, ours).map((name) => {
      const value = merge(own(before, name), own(ours, name), own(theirs, name), [...path, name], found);
      return [name, value] as const;
    });
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  // If both sides changed a list, and entries were added, removed or moved, the list is one field.
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs))
    if (keepsEntries(base, ours) && keepsEntries(base, theirs))
      return ours.map((entry, index) => merge(base[index], entry, theirs[index], [...path, index], found));
  found.push(path);
  return ours;
}

/** Returns true if no entry was added, removed or moved. */
function keepsEntries(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && !areMoved(before, after);
}

/** Returns true if a named entry has another index than before. */
function areMoved(before: readonly unknown[], after: readonly unknown[]): boolean {
  const names = before.map(nameOf);
  return after.some((entry, index) => {
    const name = nameOf(entry);
    return name !== undefined && names[index] !== name && names.includes(name);
  });
}

/** Returns the names that both have, in the order of the first. */
function shared(entries: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): Iterable<string> {
  return [...entries.keys()].filter((name) => others.has(name));
}

/** Returns the entries by name; null if one has no name, or two share one. */
function byName(list: readonly unknown[]): ReadonlyMap<string, unknown> | null {
  const named = list.flatMap((entry) => {
    const name = nameOf(entry);
    return name === undefined ? [] : [[name, entry] as const];
  });
  const map = new Map(named);
  return map.size === list.length ? map : null;
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  const names = ['title', 'name', 'label', 'product'].map((field) => own(entry, field));
  return names.find((name) => typeof name === 'string');
}

function put(within: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const inner = put(own(within, name), rest, value);
  if (Array.isArray(within))
    return inner === undefined ? within.toSpliced(Number(name), 1) : within.with(Number(name), inner);
  const { [name]: _before, ...others } = Object(within) as Entries;
  if (inner === undefined) return others;
  // A spread keeps the field's position.
  return Object.hasOwn(Object(within), name) ? { ...Object(within), [name]: inner } : { ...others, [name]: inner };
}

/** Returns true if a value is an object and no array. */
export function isGroup(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value's own property; undefined if it has none of that name. */
export function own(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Returns the property names of both, those of the first before others. */
export function listNames(one: Entries, other: Entries): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
