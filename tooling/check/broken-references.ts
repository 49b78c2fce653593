import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import type { Command } from 'commander';
import { parser, RuleType, type MarkdownToJSX } from 'markdown-to-jsx/html';

/** Files, scripts and commands that documents may refer to. */
export interface ReferenceCheckInput {
  /** Text of each document, by its path from the root. */
  documents: ReadonlyMap<string, string>;
  /** Returns true if a file or folder exists at this path from the root. */
  hasPath(path: string): boolean;
  /** Names of all files. */
  fileNames: ReadonlySet<string>;
  npmScripts: ReadonlySet<string>;
  /** The operator's command. */
  program: Command;
}

/** Reads the tree of the working directory. */
export function readReferenceCheckInput(program: Command): ReferenceCheckInput {
  const exclude = (path: string): boolean => /^(?:node_modules|build|data|coverage|\.git)$/.test(path);
  const paths = globSync(['**/*', '.[a-z]*'], { exclude }).map((path) => path.replaceAll('\\', '/'));
  const documents = paths.filter((path) => path.endsWith('.md')).sort();
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  return {
    documents: new Map(documents.map((path) => [path, readFileSync(path, 'utf8')])),
    hasPath: existsSync,
    fileNames: new Set(paths.map((path) => basename(path))),
    npmScripts: new Set(Object.keys(scripts)),
    program,
  };
}

/** Returns references in documents to missing linked files, headings, npm scripts, commands, options and files. */
export function findBrokenDocumentReferences(project: ReferenceCheckInput): readonly string[] {
  const parsed = [...project.documents].map(([path, text]) => [path, listNodes(parser(text, { slugify }))] as const);
  const headings = new Map(
    parsed.map(([path, nodes]) => [path, nodes.flatMap((one) => ('level' in one ? one.id : []))]),
  );
  return parsed.flatMap(([path, nodes]) => {
    const checkNode = (node: MarkdownToJSX.ASTNode): readonly string[] => {
      if (node.type === RuleType.link || node.type === RuleType.image) return checkLink(node.target ?? '');
      if (node.type === RuleType.codeBlock) return checkCode(node.text, project);
      if (node.type !== RuleType.codeInline) return [];
      const text = node.text.replaceAll('\n', ' ');
      return [...checkCode(text, project), ...(isMissingFile(text, path, project) ? [`there is no file ${text}`] : [])];
    };
    const checkLink = (target: string): readonly string[] => {
      if (/^(?:https?|mailto):/.test(target)) return [];
      const [file = '', heading] = target.split('#');
      const linked = file === '' ? path : join(dirname(path), file);
      if (file.startsWith('/') || !project.hasPath(linked)) return [`a link leads nowhere: ${target}`];
      return heading === undefined || headings.get(linked)?.includes(heading) ? [] : [`there is no heading ${target}`];
    };
    return nodes.flatMap(checkNode).map((problem) => `${path}: ${problem}`);
  });
}

/** Returns all nodes of a document, children after their parents. */
function listNodes(value: unknown): readonly MarkdownToJSX.ASTNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(listNodes);
  return 'type' in value ? [value as MarkdownToJSX.ASTNode, ...inner] : inner;
}

/** Returns the anchor that GitHub generates for a heading. */
function slugify(heading: string): string {
  const bare = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return bare.replaceAll(/\s/g, '-');
}

function checkCode(code: string, { npmScripts, program }: ReferenceCheckInput): readonly string[] {
  const called = [...code.matchAll(/\bnpm (?:run (?:--silent )?([\w:]+)|(test|start)\b)/g)];
  const unknown = called.map(([, name, short = '']) => name ?? short).filter((name) => !npmScripts.has(name));
  const calls = code.replaceAll(/\\\n\s*/g, '').matchAll(calledCommand);
  const ofCommands = [...calls].flatMap(([, args = '']) => checkCommand(args.match(/"[^"]*"|[^\s"]+/g) ?? [], program));
  return [...unknown.map((name) => `there is no script ${name} of npm`), ...ofCommands];
}

/** Matches the arguments of a call of the operator's command, up to the end of the line or of the command. */
const calledCommand = /(?:\bwebsite-admin|\badmin --|\badmin\.js)((?: "[^"]*"| [^\s"|;&#)]+)+)/g;

/** Returns an error for the first argument that the operator's command rejects. */
function checkCommand(args: readonly string[], program: Command): readonly string[] {
  let command = program;
  for (const word of args) {
    const inner = command.commands.find((one) => one.name() === word);
    const isOption = word.startsWith('--');
    const known = isOption
      ? /^--(?:help|version)$/.test(word) || command.options.some(({ long }) => long === word)
      : command.commands.length === 0 || !/^[a-z]/.test(word);
    if (inner !== undefined) command = inner;
    else if (!known) return [`${command.name()} has no ${isOption ? 'option' : 'command'} ${word}`];
  }
  return [];
}

/** Paths that are in no checkout: generated by a build, a release or a server. */
const generatedPaths =
  /^(?:(?:build|data|node_modules|mail|backups|before|content\/json-schema)\/.*|docs\/settings-commands-metrics\.md|website\.conf|(?:admin|server)\.js|licences\.txt|sbom\.cdx\.json|index\.html|favicon\.svg)$/;

/** Returns true for a path (from the root or the document), or the name of a file or folder, that does not exist. */
function isMissingFile(text: string, document: string, { hasPath, fileNames }: ReferenceCheckInput): boolean {
  const path =
    /^[\w.@-]+(?:\/[\w.@-]+)*(?:\/|\b\.(?:[cm]?[jt]sx?|json|md|ya?ml|css|conf|service|socket|timer|svg|html))$/;
  if (!path.test(text) || generatedPaths.test(text) || hasPath(text) || hasPath(join(dirname(document), text)))
    return false;
  return !fileNames.has(text.replace(/\/$/, ''));
}
