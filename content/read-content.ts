import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as v from 'valibot';
import { Document, isScalar, LineCounter, parseDocument, Scalar, visit } from 'yaml';

import { kindOf, singles, type Kind } from './kinds.ts';

/** A file of the content as it was read. `line` says where a field is: the nearest above it, where it is missing. */
export interface ContentFile {
  /** From the root of the project. */
  file: string;
  kind: Kind;
  /** A collection's entry is called by its file's name. */
  slug: string;
  value: unknown;
  line(path: readonly PropertyKey[]): number;
}

/** Where in the content something is wrong, and what. */
export interface Fault {
  file: string;
  line: number;
  /** The fields that lead to it; entries of a list by their number, from 0. */
  path: readonly PropertyKey[];
  message: string;
}

/** The words are not as they have to be. The message has a line for each fault. */
export class ContentError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(faultInWords).join('\n'));
    this.name = 'ContentError';
    this.faults = faults;
  }
}

/** `content/services/mobility.yaml, line 12: seo.title has 59 characters; 10 to 55 are shown whole` */
export function faultInWords({ file, line, path, message }: Fault): string {
  const field = path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join('.');
  return `${file}, line ${line}: ${field === '' ? '' : `${field} `}${message}`;
}

/** What of files that have been read is needed to put them together. */
export function asRead(files: readonly ContentFile[]) {
  return files.map(({ file, kind: { name }, slug, value }) => ({
    file: file.slice('content/'.length),
    name,
    slug,
    value,
  }));
}

/**
 * The files one by one, as they are written. Throws a ContentError that names every fault of their shape.
 * @param directory the project's
 * @param drafts texts of files that are not saved yet, by their path from `directory`
 */
export function readContentFiles(directory: string, drafts: ReadonlyMap<string, string> = new Map()): ContentFile[] {
  const saved = globSync('content/**/*.yaml', { cwd: directory }).map((file) => file.split(sep).join('/'));
  const names = [...new Set([...saved, ...drafts.keys()])].sort();
  const read = names.map((file) =>
    parseContentFile(file, drafts.get(file) ?? readFileSync(join(directory, file), 'utf8')),
  );
  const missing = Object.values(singles)
    .filter((single) => !names.includes(`content/${single.file}`))
    .map((single): Fault => ({ file: `content/${single.file}`, line: 1, path: [], message: 'the file is missing' }));
  const faults = [...missing, ...read.flatMap(({ faults }) => faults)];
  if (faults.length > 0) throw new ContentError(faults);
  return read.flatMap(({ content }) => content ?? []);
}

/** One file: what it holds, or what is wrong in it. */
export function parseContentFile(file: string, text: string): { content?: ContentFile; faults: readonly Fault[] } {
  const kind = kindOf(file.replace(/^content\//, ''));
  if (!kind) return { faults: [{ file, line: 1, path: [], message: 'is no part of the content' }] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const syntax = document.errors.map(({ pos: [at], message }) => ({ file, line: lineAt(at), path: [], message }));
  if (syntax.length > 0) return { faults: syntax };

  const line = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? (node.range as number[]) : undefined;
      if (range?.[0] !== undefined) return lineAt(range[0]);
    }
    return 1;
  };
  const value: unknown = document.toJS();
  const { issues = [] } = v.safeParse(kind.schema, value);
  const slug = file.replace(/^.*\/|\.yaml$/g, '');
  return {
    content: { file, kind, slug, value, line },
    faults: issues.map((issue) => {
      const path = (issue.path ?? []).map(({ key }) => key as PropertyKey);
      return { file, line: line(path), path, message: issue.message };
    }),
  };
}

/**
 * A file of the content as it is written, so that two who change one sentence change the same lines: long texts as blocks, in
 * which quotation marks and colons mean nothing, and above all the schema that editors follow.
 * @param file its path from content/
 */
export function contentText(file: string, value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string') return;
      if (node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
      else if (node.value.length > 72) node.type = Scalar.BLOCK_FOLDED;
    },
    Seq(_key, node) {
      node.flow =
        node.items.length === 2 && node.items.every((item) => isScalar(item) && /^\w{1,12}$/.test(String(item.value)));
    },
  });
  const text = document.toString({ lineWidth: 100, flowCollectionPadding: false });
  return `# yaml-language-server: $schema=${'../'.repeat(file.split('/').length - 1)}json-schema/${kindOf(file)?.name}.json\n${text}`;
}
