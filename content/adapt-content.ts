import { readLimits, unwrapOptional, type FieldSchema, findFieldSchema } from './field-schema.ts';
import { singletons } from './content-types.ts';
import { isRecord, listAllKeys, getOwnProperty, type ContentFiles } from './merge-content.ts';

/**
 * Adapts published content to this release's schemas. A required file or field that was not published comes from the
 * release; unknown files and fields are dropped. Lists get no entries; one that is too long keeps its first.
 */
export function adaptContentToRelease(publishedFiles: ContentFiles, releaseFiles: ContentFiles): ContentFiles {
  const files = Object.entries(publishedFiles).flatMap(([file, value]) => {
    const schema = findFieldSchema(file, []);
    return schema ? [[file, adaptValue(schema, value, releaseFiles[file])] as const] : [];
  });
  const missing = Object.values(singletons).filter(({ file }) => !Object.hasOwn(publishedFiles, file));
  return Object.fromEntries([...files, ...missing.map(({ file }) => [file, releaseFiles[file]] as const)]);
}

/** Adapts a value, in the field order of the release, so that files are written alike. */
function adaptValue(optionalSchema: FieldSchema, value: unknown, releaseValue: unknown): unknown {
  const schema = unwrapOptional(optionalSchema);
  if (schema.type === 'array' && Array.isArray(value))
    return value.slice(0, readLimits(schema).max).map((entry: unknown) => adaptValue(schema.item, entry, undefined));
  if (schema.type !== 'strict_object' || !isRecord(value)) return value;
  const fields = listAllKeys(isRecord(releaseValue) ? releaseValue : {}, value).flatMap((name) => {
    const field = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (field === undefined) return [];
    if (Object.hasOwn(value, name))
      return [[name, adaptValue(field, value[name], getOwnProperty(releaseValue, name))] as const];
    return field.type === 'optional' ? [] : [[name, getOwnProperty(releaseValue, name)] as const];
  });
  return Object.fromEntries(fields);
}
