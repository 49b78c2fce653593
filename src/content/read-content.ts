import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Document, isScalar, LineCounter, parseDocument, Scalar, visit } from 'yaml';
import type { ContentIssue } from './content-issues.ts';
import { findSchemaIssues } from './validate-content.ts';
import { findContentModel } from './content-models.ts';
import type { FieldPath, ContentFiles } from './merge-content.ts';

/** Invalid content files. The message has a line for each issue. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/** The content files of a checkout, parsed. */
export interface ParsedContent {
  files: ContentFiles;
  /** Returns an issue as one line: `content/services/mobility.yaml, line 12: seo.title is empty` */
  formatIssueWithLine(issue: ContentIssue): string;
}

/**
 * Parses and validates the content files of a checkout. Throws a ContentError with every syntax and schema issue.
 * @param projectDirectory root of the checkout
 * @param unsavedTexts texts of files open in an editor, by path from content/
 */
export function loadValidContent(
  projectDirectory: string,
  unsavedTexts: Readonly<Record<string, string>> = {},
): ParsedContent {
  const contentDirectory = join(projectDirectory, 'content');
  const savedFiles = globSync('**/*.yaml', { cwd: contentDirectory }).map((file) => file.split(sep).join('/'));
  const names = [...new Set([...savedFiles, ...Object.keys(unsavedTexts)])].sort();
  const parsed = new Map(
    names.map((file) => [file, parseYaml(unsavedTexts[file] ?? readFileSync(join(contentDirectory, file), 'utf8'))]),
  );
  const files = Object.fromEntries([...parsed].map(([file, { value }]) => [file, value]));
  const formatIssueWithLine = ({ file, path, message }: ContentIssue) => {
    const field = path.map((key) => (typeof key === 'number' ? key + 1 : key)).join('.');
    return `content/${file}, line ${parsed.get(file)?.line(path) ?? 1}: ${field === '' ? '' : `${field} `}${message}`;
  };
  const messages = [
    ...[...parsed].flatMap(([file, { syntax }]) =>
      syntax.map(({ line, message }) => `content/${file}, line ${line}: ${message}`),
    ),
    ...findSchemaIssues(files)
      .filter(({ file }) => !parsed.get(file)?.syntax.length)
      .map(formatIssueWithLine),
  ];
  if (messages.length > 0) throw new ContentError(messages.join('\n'));
  return { files, formatIssueWithLine };
}

/** Returns the parsed value of one YAML file. Throws a ContentError if the syntax is invalid. */
export function readContentFile(path: string): unknown {
  const { value, syntax } = parseYaml(readFileSync(path, 'utf8'));
  const messages = syntax.map(({ line, message }) => `${path}, line ${line}: ${message}`);
  if (messages.length > 0) throw new ContentError(messages.join('\n'));
  return value;
}

/** Returns the value of a file, its syntax errors, and a function for the line number of a field. */
function parseYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const syntax = document.errors.map(({ pos: [at], message }) => ({ line: lineAt(at), message }));
  const line = (path: FieldPath): number => {
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
 * Returns a content file as YAML with its schema comment. Long texts are blocks, so that quotation marks and colons
 * need no escape and diffs are small.
 * @param file path from content/
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
  return `# yaml-language-server: $schema=${'../'.repeat(file.split('/').length - 1)}json-schema/${findContentModel(file)?.name}.json\n${text}`;
}
