import { readLimits, unwrapOptional, type Schema, findFieldSchema } from './field-schema.ts';
import { singletons } from './content-types.ts';
import { isGroup, listNames, own, type ContentFiles } from './merge-content.ts';

/**
 * Returns published content in the shape of this release's schemas. A required file or field that was not
 * published comes from the release; unknown files and fields are dropped. Lists get no entries; one that is too
 * long keeps its first.
 */
export function completeContent(published: ContentFiles, released: ContentFiles): ContentFiles {
  const files = Object.entries(published).flatMap(([file, value]) => {
    const schema = findFieldSchema(file, []);
    return schema ? [[file, complete(schema, value, released[file])] as const] : [];
  });
  const missing = Object.values(singletons).filter(({ file }) => !Object.hasOwn(published, file));
  return Object.fromEntries([...files, ...missing.map(({ file }) => [file, released[file]] as const)]);
}

/** Keeps the field order of the release, so that files are written alike. */
function complete(optional: Schema, value: unknown, released: unknown): unknown {
  const schema = unwrapOptional(optional);
  if (schema.type === 'array' && Array.isArray(value))
    return value.slice(0, readLimits(schema).max).map((entry: unknown) => complete(schema.item, entry, undefined));
  if (schema.type !== 'strict_object' || !isGroup(value)) return value;
  const fields = listNames(isGroup(released) ? released : {}, value).flatMap((name) => {
    const field = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (field === undefined) return [];
    if (Object.hasOwn(value, name)) return [[name, complete(field, value[name], own(released, name))] as const];
    return field.type === 'optional' ? [] : [[name, own(released, name)] as const];
  });
  return Object.fromEntries(fields);
}
