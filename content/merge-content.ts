/** The files of the words by their path from content/, with what each holds. */
export type ContentFiles = Readonly<Record<string, unknown>>;

/** The fields that lead to one; entries of a list by their number, from 0. */
export type Path = readonly (string | number)[];

/** A field that differs. A side that does not have it, is without `before` or `after`. Without a path it is the whole file. */
export interface FieldChange {
  /** Its path from content/. */
  file: string;
  path: Path;
  before?: unknown;
  after?: unknown;
}

type Entries = Readonly<Record<string, unknown>>;

/** What differs, field by field. Entries of a list are matched by what they are called, where they can be. */
export function compareContent(before: ContentFiles, after: ContentFiles): FieldChange[] {
  return changesWithin(before, after, []).map(({ path: [file, ...path], ...change }) => ({
    ...change,
    file: String(file),
    path,
  }));
}

/** Both sides' changes of the base, ours where they clash, and the fields where they do. Fields stand in the order of theirs. */
export function mergeContent(base: ContentFiles, ours: ContentFiles, theirs: ContentFiles) {
  const found: Path[] = [];
  const files = merge(base, ours, theirs, [], found) as ContentFiles;
  return { files, conflicts: found.map(([file, ...path]) => ({ file: String(file), path })) };
}

/** The words with another value of a field; undefined takes the field away. */
export function setField(files: ContentFiles, { file, path }: Pick<FieldChange, 'file' | 'path'>, value: unknown) {
  return put(files, [file, ...path], value) as ContentFiles;
}

/** The words of one file; none where it holds nothing. */
export function createFiles(file: string, value: unknown): ContentFiles {
  return value === undefined || value === null ? {} : { [file]: value };
}

/** The value with another text in the place of each, which `change` is told with its path. */
export function mapTexts<Value>(value: Value, change: (text: string, path: Path) => string, path: Path = []): Value {
  const map = (inner: unknown, key: string | number) => mapTexts(inner, change, [...path, key]);
  if (typeof value === 'string') return change(value, path) as Value;
  if (Array.isArray(value)) return value.map(map) as Value;
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)])) as Value;
}

/** All that is within a value and has nothing within it, with its path. */
export function walkLeaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) =>
    walkLeaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** What a field holds; undefined where there is no such field. */
export function getField(files: ContentFiles, { file, path }: Pick<FieldChange, 'file' | 'path'>): unknown {
  return [file, ...path].reduce<unknown>(own, files);
}

/** Whether two values of JSON say the same, in whatever order their fields stand. */
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
  // Where both have changed a list and entries came, went or moved, the list is one field.
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs))
    if (keepsEntries(base, ours) && keepsEntries(base, theirs))
      return ours.map((entry, index) => merge(base[index], entry, theirs[index], [...path, index], found));
  found.push(path);
  return ours;
}

/** Whether a list still has its entries, each at its place. */
function keepsEntries(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && !areMoved(before, after);
}

/** Whether an entry stands at another place than before. */
function areMoved(before: readonly unknown[], after: readonly unknown[]): boolean {
  const names = before.map(nameOf);
  return after.some((entry, index) => {
    const name = nameOf(entry);
    return name !== undefined && names[index] !== name && names.includes(name);
  });
}

/** Entries that the others have too, in their order. */
function shared(entries: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): Iterable<string> {
  return [...entries.keys()].filter((name) => others.has(name));
}

/** Null where one has no name, or two have the same. */
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
  // Where it stood, and not at the end.
  return Object.hasOwn(Object(within), name) ? { ...Object(within), [name]: inner } : { ...others, [name]: inner };
}

/** Whether a value has named fields. */
export function isGroup(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value's own field; undefined where it has none of that name. */
export function own(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** The names of both, those of the first before others. */
export function listNames(one: Entries, other: Entries): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
