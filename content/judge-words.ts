import * as v from 'valibot';
import { findContentFaults, type WordFault } from './content-faults.ts';
import { schemaAt, schemaOf, titleOf } from './field-schema.ts';
import { singles } from './kinds.ts';
import type { Path, WordFiles } from './merge-words.ts';
import { onceEach } from './once-each.ts';

/** All that is wrong with words: with their shape and, where that is right, with what they say. It calls files by their titles. */
export function findWordFaults(files: WordFiles): WordFault[] {
  const faults = findShapeFaults(files);
  if (faults.length > 0) return faults;
  const titled = (_: string, file: string) => `“${fileTitle(file, files[file])}”`;
  return findContentFaults(files).map(({ message, ...place }) => ({
    ...place,
    message: message.replaceAll(/content\/([\w/-]+\.yaml)/g, titled),
  }));
}

/** Only what would keep pages from being made: what the schemas say. */
export function findShapeFaults(files: WordFiles): WordFault[] {
  const missing = Object.values(singles).filter(({ file }) => !Object.hasOwn(files, file));
  return [
    ...missing.map(({ file }) => ({ file, path: [], message: 'the file is missing' })),
    ...Object.entries(files).flatMap(([file, value]) => judgeShape(value, file)),
  ];
}

const judgeShape = onceEach((value, file): WordFault[] => {
  const schema = schemaOf(file);
  if (schema === undefined) return [{ file, path: [], message: 'is no part of the content' }];
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map(({ path = [], message }) => ({ file, path: path.map(({ key }) => key as string), message }));
});

/** A field as people know it: `Hero › Headline`; that of a list `Steps › Step 2 › Title`. */
export function fieldTitle(file: string, path: Path): string {
  const titles = path.map((key, index) => {
    const schema = schemaAt(file, path.slice(0, index + 1));
    const title = (schema && titleOf(schema)) || String(key);
    return typeof key === 'number' ? `${title} ${key + 1}` : title;
  });
  return titles.join(' › ');
}

/** What a file is called where files are listed: `Mobility`, `The footer`. */
export function fileTitle(file: string, value: unknown): string {
  const { name, title } = Object(value) as { name?: unknown; title?: unknown };
  const schema = schemaAt(file, []);
  const ofEntry = file.includes('/') ? (name ?? title) : undefined;
  if (typeof ofEntry === 'string' && ofEntry !== '') return ofEntry;
  return (schema && titleOf(schema)) || file;
}

/** Both: `Mobility: Hero › Headline`. */
export function placeTitle({ file, path }: Pick<WordFault, 'file' | 'path'>, files: WordFiles): string {
  return [fileTitle(file, files[file]), fieldTitle(file, path)].filter(Boolean).join(': ');
}
