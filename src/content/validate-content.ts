import * as v from 'valibot';
import { findContentIssues, type ContentIssue } from './content-issues.ts';
import { findFieldSchema, findFileSchema, getFieldTitle } from './field-schema.ts';
import { singletons } from './content-models.ts';
import { setField, type FieldPath, type ContentFiles } from './merge-content.ts';
import { cacheResults } from './cache-results.ts';

/** Returns the schema issues or, if there are none, the content issues. Messages have the titles of files. */
export function validateContent(files: ContentFiles): ContentIssue[] {
  const issues = findSchemaIssues(files);
  if (issues.length > 0) return issues;
  const replaceByTitle = (_: string, file: string) => `“${formatFileTitle(file, files[file])}”`;
  return findContentIssues(files).map(({ message, ...field }) => ({
    ...field,
    message: message.replaceAll(/content\/([\w/-]+\.yaml)/g, replaceByTitle),
  }));
}

/** Returns only the schema issues, which keep pages from being rendered. */
export function findSchemaIssues(files: ContentFiles): ContentIssue[] {
  const missing = Object.values(singletons).filter(({ file }) => !Object.hasOwn(files, file));
  return [
    ...missing.map(({ file }) => ({ file, path: [], message: 'the file is missing' })),
    ...Object.entries(files).flatMap(([file, value]) => validateFile(value, file)),
  ];
}

/** Returns the content in which malformed URLs are `/`: a preview must not link to them. */
export function replaceMalformedLinks(files: ContentFiles): ContentFiles {
  return findSchemaIssues(files)
    .filter(({ path }) => ['to', 'link', 'href', 'linkedin'].includes(String(path.at(-1))))
    .reduce((all, issue) => setField(all, issue, '/'), files);
}

const validateFile = cacheResults((value, file): ContentIssue[] => {
  const schema = findFileSchema(file);
  if (schema === undefined) return [{ file, path: [], message: 'is no part of the content' }];
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map(({ path = [], message }) => ({ file, path: path.map(({ key }) => key as string), message }));
});

/** Returns the titles along a path: `Hero › Headline`, or within a list `Steps › Step 2 › Title`. */
export function formatFieldTitle(file: string, path: FieldPath): string {
  const titles = path.map((key, index) => {
    const schema = findFieldSchema(file, path.slice(0, index + 1));
    const title = (schema && getFieldTitle(schema)) || String(key);
    return typeof key === 'number' ? `${title} ${key + 1}` : title;
  });
  return titles.join(' › ');
}

/** Returns the title of a file in lists: `Mobility`, `The footer`. */
export function formatFileTitle(file: string, value: unknown): string {
  const { name, title } = Object(value) as { name?: unknown; title?: unknown };
  const schema = findFieldSchema(file, []);
  const entryTitle = file.includes('/') ? (name ?? title) : undefined;
  if (typeof entryTitle === 'string' && entryTitle !== '') return entryTitle;
  return (schema && getFieldTitle(schema)) || file;
}

/** Returns the titles of file and field: `Mobility: Hero › Headline`. */
export function formatFileAndFieldTitle(
  { file, path }: Pick<ContentIssue, 'file' | 'path'>,
  files: ContentFiles,
): string {
  return [formatFileTitle(file, files[file]), formatFieldTitle(file, path)].filter(Boolean).join(': ');
}
