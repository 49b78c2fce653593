import * as v from 'valibot';
import { findContentFaults } from './content-faults.ts';
import { kindOf, singles } from './kinds.ts';
import type { WordFiles } from './merge-words.ts';
import type { ContentFile } from './read-content.ts';

/** Where in the words something is wrong, and what. */
export interface WordFault {
  /** Its path from content/. */
  file: string;
  /** The fields that lead to it; entries of a list by their number, from 0. Empty: the file itself. */
  path: readonly (string | number)[];
  /** Follows the name of the field: `is empty`. */
  message: string;
}

/** All that is wrong with words: with their shape and, where that is right, with what they say. */
export function findWordFaults(files: WordFiles): WordFault[] {
  const faults = findShapeFaults(files);
  if (faults.length > 0) return faults;
  return findContentFaults(contentFiles(files), () => []).map(({ file, path, message }) => ({
    file: file.replace(/^content\//, ''),
    path: path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    message,
  }));
}

/** Only what would keep pages from being made: what the schemas say. */
export function findShapeFaults(files: WordFiles): WordFault[] {
  const missing = Object.values(singles).filter(({ file }) => !Object.hasOwn(files, file));
  return [
    ...missing.map(({ file }) => ({ file, path: [], message: 'the file is missing' })),
    ...Object.entries(files).flatMap(([file, value]) => {
      const schema = kindOf(file)?.schema;
      if (schema === undefined) return [{ file, path: [], message: 'is no part of the content' }];
      const { issues = [] } = v.safeParse(schema, value);
      return issues.map(({ path = [], message }) => ({ file, path: path.map(({ key }) => key as string), message }));
    }),
  ];
}

/** A field as people know it: `Hero › Headline`; that of a list `Steps › Step 2 › Title`. */
export function fieldTitle(file: string, path: readonly (string | number)[]): string {
  const titles: string[] = [];
  let schema = kindOf(file)?.schema;
  for (const key of path) {
    schema = schema && within(schema, key);
    const title = (schema && titleOf(schema)) ?? String(key);
    titles.push(typeof key === 'number' ? `${title} ${key + 1}` : title);
  }
  return titles.join(' › ');
}

/** What a file is called where files are listed: `Mobility`, `The footer`. */
export function fileTitle(file: string, value: unknown): string {
  const { name, title } = Object(value) as { name?: unknown; title?: unknown };
  const kind = kindOf(file);
  const ofEntry = file.includes('/') ? (name ?? title) : undefined;
  if (typeof ofEntry === 'string' && ofEntry !== '') return ofEntry;
  return (kind && titleOf(kind.schema)) ?? file;
}

type Schema = v.GenericSchema;

function within(schema: Schema, key: string | number): Schema | undefined {
  const { wrapped, entries, item, items } = schema as {
    wrapped?: Schema;
    entries?: Record<string, Schema>;
    item?: Schema;
    items?: Schema[];
  };
  if (wrapped !== undefined) return within(wrapped, key);
  return typeof key === 'number' ? (item ?? items?.[key]) : entries?.[key];
}

function titleOf(schema: Schema): string | undefined {
  return v.getTitle(schema) ?? ('wrapped' in schema ? titleOf(schema.wrapped as Schema) : undefined);
}

function contentFiles(files: WordFiles): ContentFile[] {
  return Object.entries(files).flatMap(([file, value]) => {
    const kind = kindOf(file);
    const slug = file.replace(/^.*\/|\.yaml$/g, '');
    return kind === undefined ? [] : [{ file: `content/${file}`, kind, slug, value, line: () => 1 }];
  });
}
