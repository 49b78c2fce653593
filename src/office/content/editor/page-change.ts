import { findFieldSchema, findEditorControl, getFieldLimits } from '../../../content/field-schema.ts';
import { type Content, findContentModel, singletons } from '../../../content/content-models.ts';
import { type ContentFiles, type FieldPath, isEqualJson, isRecord, mapTexts } from '../../../content/merge-content.ts';

/** A page that is new, gets another address or goes. */
export interface PageChange {
  /** File of its earlier address; undefined if it is new. */
  file?: string | undefined;
  /** File of its address from now on; undefined if it goes. */
  newFile?: string | undefined;
  /** Address to which the earlier address redirects; undefined if visitors get the page for unknown addresses. */
  redirectTo?: string | undefined;
}

/** Returns the values of files that a change of a page changes: links and redirects too. Null removes a file. */
export function computePageChange(
  files: ContentFiles,
  { file = '', newFile = '', redirectTo }: PageChange,
  value = files[file],
): ContentFiles {
  const [page, newPage] = [findContentModel(file), findContentModel(newFile)];
  const target = newPage?.path ?? redirectTo;
  const renamed = new Map([
    [page?.path, target],
    [`${page?.path}#questions`, newPage ? `${target}#questions` : target],
    ...(page?.name === 'products'
      ? [[`/products#${page.slug}`, newPage ? `/products#${newPage.slug}` : target] as const]
      : []),
    ...(page?.name === 'products' && newPage ? [[page.slug, newPage.slug] as const] : []),
  ]);
  const rename = (text: string) => renamed.get(text) ?? text;
  const { [file]: _earlier, ...others } = files;
  const isGone = (entry: unknown) =>
    isRecord(entry) &&
    (('reason' in entry && renamed.has(String(entry['to']))) ||
      (page?.name === 'products' && entry['product'] === page.slug));
  const remaining = newPage ? { ...others, [newFile]: value } : dropEntries(others, isGone);
  const linked = mapTexts(remaining, (text, [name, ...path]) => {
    const schema = findFieldSchema(String(name), path);
    const control = (schema && findEditorControl(schema)) ?? '';
    if (control === 'markdown') return text.replaceAll(/(?<=\]\()[^)\s]+/g, rename);
    return ['link', 'proof page', 'product'].includes(control) ? rename(text) : text;
  });
  // A product without a page stands in the catalogue.
  const isInCatalogue = newPage?.name === 'products' && !('page' in Object(value));
  const { items } = linked[singletons.redirects.file] as Content['redirects'];
  const kept = items.filter(({ from, to }) => from !== newPage?.path && to !== page?.path);
  const to = isInCatalogue && redirectTo === newPage?.path ? `/products#${newPage.slug}` : redirectTo;
  const added = to !== undefined && page?.path !== undefined ? [{ from: page.path, to }] : [];
  const redirects = { [singletons.redirects.file]: { items: [...kept, ...added] } };
  const changed = { ...linked, ...redirects, ...(page && { [file]: null }) };
  return Object.fromEntries(Object.entries(changed).filter(([name, each]) => !isEqualJson(each, files[name])));
}

/** Returns the values that restore a removed page: of its file, and of files that only the removal has changed. */
export function computePageRestoration(
  publishedFiles: ContentFiles,
  draftedFiles: ContentFiles,
  file: string,
): ContentFiles {
  const { items } = draftedFiles[singletons.redirects.file] as Content['redirects'];
  const redirectTo = items.find(({ from }) => from === findContentModel(file)?.path)?.to;
  const removal = Object.entries(computePageChange(publishedFiles, { file, redirectTo }));
  const untouched = removal.filter(([name, value]) => isEqualJson(draftedFiles[name] ?? null, value));
  const restored = Object.fromEntries(untouched.map(([name]) => [name, publishedFiles[name]]));
  return { ...computePageChange(draftedFiles, { newFile: file }, publishedFiles[file]), ...restored };
}

/** Returns content without the entries of lists that a page's end makes pointless. A list keeps all that it needs. */
function dropEntries(files: ContentFiles, isPointless: (entry: unknown) => boolean): ContentFiles {
  const drop = (value: unknown, file: string, path: FieldPath): unknown => {
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, drop(each, file, [...path, key])]));
    if (!Array.isArray(value)) return value;
    const schema = findFieldSchema(file, path);
    const kept = value.filter((entry) => !isPointless(entry));
    const entries = schema && kept.length >= getFieldLimits(schema).min ? kept : value;
    return entries.map((entry, index) => drop(entry, file, [...path, index]));
  };
  return Object.fromEntries(Object.entries(files).map(([file, value]) => [file, drop(value, file, [])]));
}
