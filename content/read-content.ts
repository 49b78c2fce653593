import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Document, isScalar, LineCounter, parseDocument, Scalar, visit } from 'yaml';

import type { ContentIssue } from './content-issues.ts';
import { findSchemaIssues } from './validate-content.ts';
import { findContentType } from './content-types.ts';
import type { Path, ContentFiles } from './merge-content.ts';

/** The words are not as they have to be. The message has a line for each fault. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/** The words of a checkout. */
export interface ReadContent {
  files: ContentFiles;
  /** `content/services/mobility.yaml, line 12: seo.title has 59 characters; 10 to 55 are shown whole` */
  inWords(fault: ContentIssue): string;
}

/**
 * What the files hold, one by one, as they are written. Throws a ContentError that names every fault of their shape.
 * @param directory the project's
 * @param drafts texts of files that are not saved yet, by their path from content/
 */
export function readContent(directory: string, drafts: Readonly<Record<string, string>> = {}): ReadContent {
  const content = join(directory, 'content');
  const saved = globSync('**/*.yaml', { cwd: content }).map((file) => file.split(sep).join('/'));
  const names = [...new Set([...saved, ...Object.keys(drafts)])].sort();
  const parsed = new Map(
    names.map((file) => [file, parseYaml(drafts[file] ?? readFileSync(join(content, file), 'utf8'))]),
  );
  const files = Object.fromEntries([...parsed].map(([file, { value }]) => [file, value]));
  const inWords = ({ file, path, message }: ContentIssue) => {
    const field = path.map((key) => (typeof key === 'number' ? key + 1 : key)).join('.');
    return `content/${file}, line ${parsed.get(file)?.line(path) ?? 1}: ${field === '' ? '' : `${field} `}${message}`;
  };
  const faults = [
    ...[...parsed].flatMap(([file, { syntax }]) =>
      syntax.map(({ line, message }) => `content/${file}, line ${line}: ${message}`),
    ),
    ...findSchemaIssues(files)
      .filter(({ file }) => !parsed.get(file)?.syntax.length)
      .map(inWords),
  ];
  if (faults.length > 0) throw new ContentError(faults.join('\n'));
  return { files, inWords };
}

/** Returns what one file holds. Throws a ContentError where it is not written as YAML. */
export function readContentFile(path: string): unknown {
  const { value, syntax } = parseYaml(readFileSync(path, 'utf8'));
  const faults = syntax.map(({ line, message }) => `${path}, line ${line}: ${message}`);
  if (faults.length > 0) throw new ContentError(faults.join('\n'));
  return value;
}

/** The value of a file, and the faults of its syntax. */
function parseYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const syntax = document.errors.map(({ pos: [at], message }) => ({ line: lineAt(at), message }));
  const line = (path: Path): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? (node.range as number[]) : undefined;
      if (range?.[0] !== undefined) return lineAt(range[0]);
    }
    return 1;
  };
  return { value: syntax.length > 0 ? undefined : (document.toJS() as unknown), syntax, line };
}

/**
 * A file of the content as it is written, so that two who change one sentence change the same lines: long texts as blocks, in
 * which quotation marks and colons mean nothing, and above all the schema that editors follow.
 * @param file its path from content/
 */
export function formatContentFile(file: string, value: unknown): string {
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
  return `# yaml-language-server: $schema=${'../'.repeat(file.split('/').length - 1)}json-schema/${findContentType(file)?.name}.json\n${text}`;
}
