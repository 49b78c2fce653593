import { getFieldLimits, unwrapOptional, type FieldSchema, findFieldSchema } from './field-schema.ts';
import { singletons } from './content-models.ts';
import { getField, isRecord, listAllKeys, getOwnProperty, setField, type ContentFiles } from './merge-content.ts';

/**
 * Adapts published content to this release's schemas. A required file or field that was not published comes from the
 * release; unknown files and fields are dropped. Lists get no entries; one that is too long keeps its first.
 */
export function adaptContentToRelease(publishedFiles: ContentFiles, releaseFiles: ContentFiles): ContentFiles {
  const files = Object.entries(publishedFiles).flatMap(([file, published]) => {
    const value = moveDeliverablesToSteps(published);
    const schema = findFieldSchema(file, []);
    return schema ? [[file, adaptValue(schema, value, releaseFiles[file])] as const] : [];
  });
  const missing = Object.values(singletons).filter(({ file }) => !Object.hasOwn(publishedFiles, file));
  const adapted = Object.fromEntries([...files, ...missing.map(({ file }) => [file, releaseFiles[file]] as const)]);
  return nameFooterPages(adapted, releaseFiles);
}

/** Moves what a service’s buyer keeps, which was published as a list of its own, to the last steps of the work. */
function moveDeliverablesToSteps(service: unknown): unknown {
  const [steps, deliverables] = ['steps', 'deliverables'].map((name) => getOwnProperty(service, name));
  if (!isRecord(service) || !Array.isArray(steps) || !Array.isArray(deliverables)) return service;
  const surplus = deliverables.slice(0, Math.max(0, deliverables.length - steps.length + 1)).join('; ');
  const kept = deliverables.length > steps.length ? [surplus, ...deliverables.slice(1 - steps.length)] : deliverables;
  const moved = steps.map((step: unknown, index) => {
    const keep: unknown = kept[index - steps.length + kept.length];
    return isRecord(step) && keep !== undefined ? { ...step, keep } : step;
  });
  return { ...service, steps: moved };
}

/** Names the pages of footer entries that were published when a page was found by the label. */
function nameFooterPages(files: ContentFiles, releaseFiles: ContentFiles): ContentFiles {
  const place = { file: singletons.footer.file, path: ['company', 'items'] };
  const [entries, ofRelease] = [files, releaseFiles].map((all) => getField(all, place));
  if (!Array.isArray(entries) || !Array.isArray(ofRelease)) return files;
  const named = entries.map((entry: unknown) => {
    const same = ofRelease.find((one: unknown) => getOwnProperty(one, 'label') === getOwnProperty(entry, 'label'));
    const page = getOwnProperty(same, 'page');
    return isRecord(entry) && page !== undefined && !entry['page'] && !entry['href'] ? { ...entry, page } : entry;
  });
  return setField(files, place, named);
}

/** Adapts a value, in the field order of the release, so that files are written alike. */
function adaptValue(optionalSchema: FieldSchema, value: unknown, releaseValue: unknown): unknown {
  const schema = unwrapOptional(optionalSchema);
  if (schema.type === 'array' && Array.isArray(value))
    return value
      .slice(0, getFieldLimits(schema).max)
      .map((entry: unknown) => adaptValue(schema.item, entry, undefined));
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
