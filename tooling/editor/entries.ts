import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

import { collections, type Content, groups, singles } from '../../content/kinds.ts';
import { factsOf } from '../../content/put-together.ts';
import {
  type ContentFile,
  contentText,
  type Fault,
  faultInWords,
  parseContentFile,
  readContentFiles,
} from '../../content/read-content.ts';
import { findContentFaults, findTextFaults, withPrintedMarks } from '../../content/content-faults.ts';
import { createSpelling } from '../check/spelling.ts';

/** A file of the words as the form shows it. */
export interface Entry {
  /** From the root of the project. */
  file: string;
  /** Which schema it has. */
  kind: string;
  /** What it is called in the list, and under which heading. */
  name: string;
  group: (typeof groups)[number];
  /** The page that shows it, where one does. */
  path?: string | undefined;
  value: unknown;
  /** Of the file as it was read: whoever saves over another's change is told. */
  version: string;
}

/** What is wrong with a draft. Other files can be at fault by it too. */
export type DraftFault = Pick<Fault, 'file' | 'path' | 'message'>;

/** A draft as its file would be, and what is wrong with it. `isWhole`: it has the shape that a page needs. */
interface Judged {
  text: string;
  isWhole: boolean;
  faults: readonly DraftFault[];
}

/**
 * Reads and writes the words.
 * @param directory the project's
 */
export function createEntries(directory: string) {
  const dictionary = join(directory, 'content', 'dictionary.txt');
  let spelling = createSpelling(readFileSync(dictionary, 'utf8'));
  const textOf = (file: string) => readFileSync(join(directory, file), 'utf8');

  /** What is wrong in the file that was changed, and elsewhere what was not wrong before. */
  function faultsCaused(files: readonly ContentFile[], changed: string): Fault[] {
    const before = new Set(findContentFaults(readContentFiles(directory), spelling).map(faultInWords));
    return findContentFaults(files, spelling).filter(
      (fault) => fault.file === changed || !before.has(faultInWords(fault)),
    );
  }

  return {
    /** Every file, in the order of the list; the broken ones are left to a developer. */
    list(): Entry[] {
      const files = readContentFiles(directory);
      return files
        .map(({ file, kind, slug, value }): Entry => {
          const { title, name } = value as { title?: string; name?: string };
          const isEntry = kind.name in collections;
          return {
            file,
            kind: kind.name,
            name: (isEntry ? (name ?? title) : v.getTitle(kind.schema)) ?? slug,
            group: kind.group,
            path: kind.name === 'products' && !('page' in Object(value)) ? '/products' : kind.path,
            value,
            version: versionOf(textOf(file)),
          };
        })
        .sort((a, b) => placeOf(a) - placeOf(b));
    },

    /** What texts can name: `{name}` and so on. */
    facts(): Record<string, string> {
      const company = readContentFiles(directory).find(({ kind }) => kind.name === 'site');
      return factsOf(company?.value as Content['site']);
    },

    /** Of each kind, for the form. */
    schemas(): Record<string, object> {
      return Object.fromEntries(
        Object.entries({ ...singles, ...collections }).map(([name, { schema }]) => [
          name,
          toJsonSchema(schema, { errorMode: 'ignore' }),
        ]),
      );
    },

    /** A draft, with the marks of print, and all that it makes wrong, in other files too. */
    judge(file: string, given: unknown): Judged {
      const value = printed(given);
      const text = contentText(file.replace(/^content\//, ''), value);
      const { content, faults } = parseContentFile(file, text);
      if (content === undefined || faults.length > 0) {
        const others = content ? findTextFaults(content, spelling) : [];
        return { text, isWhole: false, faults: [...faults, ...others] };
      }
      // Last: what is the same on two pages is said of the one that is being written.
      const files = readContentFiles(directory, new Map([[file, text]]));
      const inOrder = [...files.filter((other) => other.file !== file), ...files.filter((own) => own.file === file)];
      return { text, isWhole: true, faults: faultsCaused(inOrder, file) };
    },

    /** What would be wrong without a file; where nothing is, the file is removed. */
    remove(file: string): readonly DraftFault[] {
      const files = readContentFiles(directory);
      const caused = faultsCaused(
        files.filter((other) => other.file !== file),
        file,
      );
      if (caused.length === 0) rmSync(join(directory, file));
      return caused;
    },

    versionNow: (file: string): string => versionOf(textOf(file)),

    write: (file: string, text: string): void => writeFileSync(join(directory, file), text),

    /** A new entry as a copy of the last one of its kind, behind it. Returns its file; undefined where there is one of that name. */
    create(kind: keyof typeof collections, slug: string, name: string): string | undefined {
      const { folder } = collections[kind];
      const alike = readContentFiles(directory).filter(({ kind: { name } }) => name === kind);
      const last = alike
        .map(({ value }) => value as Record<string, unknown>)
        .sort((a, b) => Number(b['place']) - Number(a['place']))[0];
      const file = `content/${folder}/${slug}.yaml`;
      if (alike.some((other) => other.file === file)) return undefined;
      const copy = {
        ...last,
        place: Number(last?.['place']) + 1,
        ...(last && 'name' in last ? { name } : {}),
        title: name,
      };
      writeFileSync(join(directory, file), contentText(`${folder}/${slug}.yaml`, copy), { flag: 'wx' });
      return file;
    },

    /** Takes a word as one of ours. */
    addWord(word: string): void {
      const [head = '', ...words] = readFileSync(dictionary, 'utf8').trimEnd().split('\n');
      const all = [...new Set([...words, word])].sort((a, b) => a.localeCompare(b, 'en-GB'));
      writeFileSync(dictionary, `${[head, ...all].join('\n')}\n`);
      spelling = createSpelling(readFileSync(dictionary, 'utf8'));
    },
  };
}

/** In the order of the groups; in a group, what all its pages share comes after the last. */
function placeOf({ group, kind, value }: Entry): number {
  const { place } = Object(value) as { place?: unknown };
  const single = Object.keys(singles).indexOf(kind);
  return groups.indexOf(group) * 1000 + (typeof place === 'number' ? place : single < 0 ? 0 : 100 + single);
}

function printed(value: unknown): unknown {
  if (typeof value === 'string') return withPrintedMarks(value);
  if (Array.isArray(value)) return value.map(printed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, printed(inner)]));
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
