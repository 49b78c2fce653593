import { limitsOf, required, type Schema, schemaAt } from './field-schema.ts';
import { singles } from './kinds.ts';
import { isGroup, namesOf, own, type WordFiles } from './merge-words.ts';

/**
 * Returns published words in the shape that this release asks for. A file or a field that its schemas require and that was not
 * published comes from the release; files and fields that they do not have are left out. Lists get no entries, and one that is longer
 * than the schemas allow keeps its first.
 */
export function completeWords(published: WordFiles, released: WordFiles): WordFiles {
  const files = Object.entries(published).flatMap(([file, value]) => {
    const schema = schemaAt(file, []);
    return schema ? [[file, complete(schema, value, released[file])] as const] : [];
  });
  const missing = Object.values(singles).filter(({ file }) => !Object.hasOwn(published, file));
  return Object.fromEntries([...files, ...missing.map(({ file }) => [file, released[file]] as const)]);
}

/** Fields stand in the order of the release's, so that files are written alike. */
function complete(optional: Schema, value: unknown, released: unknown): unknown {
  const schema = required(optional);
  if (schema.type === 'array' && Array.isArray(value))
    return value.slice(0, limitsOf(schema).max).map((entry: unknown) => complete(schema.item, entry, undefined));
  if (schema.type !== 'strict_object' || !isGroup(value)) return value;
  const fields = namesOf(isGroup(released) ? released : {}, value).flatMap((name) => {
    const field = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (field === undefined) return [];
    if (Object.hasOwn(value, name)) return [[name, complete(field, value[name], own(released, name))] as const];
    return field.type === 'optional' ? [] : [[name, own(released, name)] as const];
  });
  return Object.fromEntries(fields);
}
