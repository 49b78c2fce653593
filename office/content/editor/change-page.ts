import { findFieldSchema, readControl } from '../../../content/field-schema.ts';
import { type Content, findContentType, singletons } from '../../../content/content-types.ts';
import { type ContentFiles, isEqualJson, mapTexts } from '../../../content/merge-content.ts';

/** A page that is new, gets another address or goes. */
export interface PageChange {
  /** File of its earlier address; undefined if it is new. */
  file?: string | undefined;
  /** File of its address from now on; undefined if it goes. */
  newFile?: string | undefined;
  /** Address that the earlier one leads to; undefined if visitors are told that there is no such page. */
  redirectTo?: string | undefined;
}

/** Returns the values of files that a change of a page changes: links and redirects too. Null removes a file. */
export function changePage(
  files: ContentFiles,
  { file = '', newFile = '', redirectTo }: PageChange,
  value = files[file],
): ContentFiles {
  const [page, newPage] = [findContentType(file), findContentType(newFile)];
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
  const linked = mapTexts(newPage ? { ...others, [newFile]: value } : others, (text, [name, ...path]) => {
    const schema = findFieldSchema(String(name), path);
    const control = (schema && readControl(schema)) ?? '';
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
