import type { FieldRef } from '../../content/merge-content.ts';

/** Returns the URL hash of a field on the page of the editor. */
export function formatFieldHash({ file, path }: FieldRef): string {
  return `#${[file, ...path].map((part) => encodeURIComponent(part).replaceAll('%2F', '/')).join(':')}`;
}

/** Returns the URL of the page with the earlier wordings of a field. */
export function formatFieldHistoryUrl({ file, path }: FieldRef): string {
  return `/content/history?${new URLSearchParams([['file', file], ...path.map((key) => ['field', `${key}`])])}`;
}

/** Returns the field of a URL hash; by default the home page's file. Throws a URIError for malformed escapes. */
export function parseFieldHash(hash: string): FieldRef {
  const [file = '', ...path] = hash.slice(1).split(':').map(decodeURIComponent);
  return { file: file === '' ? 'home.yaml' : file, path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)) };
}
