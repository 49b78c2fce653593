import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Document, isScalar, LineCounter, parseDocument, Scalar, visit } from 'yaml';

import type { ContentFile, Fault } from './content-faults.ts';
import { findShapeFaults } from './judge-words.ts';
import { kindOf } from './kinds.ts';

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
  const read = new Map(names.map((file) => [file, drafts.get(file) ?? readFileSync(join(directory, file), 'utf8')]));
  const parsed = new Map([...read].map(([file, text]) => [file.slice('content/'.length), parseYaml(text)]));
  const values = Object.fromEntries([...parsed].map(([file, { value }]) => [file, value]));
  const ofShape = findShapeFaults(values).filter(({ file }) => !parsed.get(file)?.isBroken);
  const faults = [
    ...[...parsed].flatMap(([file, { syntax }]) => syntax.map((fault) => ({ ...fault, file }))),
    ...ofShape.map((fault) => ({ ...fault, line: parsed.get(fault.file)?.line(fault.path) ?? 1 })),
  ].map((fault): Fault => ({ ...fault, file: `content/${fault.file}` }));
  if (faults.length > 0) throw new ContentError(faults);
  return [...parsed].flatMap(([file, { value, line }]) => {
    const kind = kindOf(file);
    return kind ? [{ file: `content/${file}`, kind, slug: file.replace(/^.*\/|\.yaml$/g, ''), value, line }] : [];
  });
}

/** What a file holds, and what is wrong with how it is written. */
function parseYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const syntax = document.errors.map(({ pos: [at], message }) => ({ line: lineAt(at), path: [], message }));
  const line = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? (node.range as number[]) : undefined;
      if (range?.[0] !== undefined) return lineAt(range[0]);
    }
    return 1;
  };
  const isBroken = syntax.length > 0;
  return { value: isBroken ? undefined : (document.toJS() as unknown), isBroken, syntax, line };
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
