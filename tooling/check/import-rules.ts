import { dirname, relative, resolve, sep } from 'node:path';
import { findImportFault } from './layers.ts';

/** An `import` or `export … from`, a call of `import()`, or a type `import('…')`. */
interface ImportNode {
  type: string;
  source: { value?: unknown } | null;
  importKind?: 'type' | 'value';
  exportKind?: 'type' | 'value';
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(problem: { node: ImportNode; message: string }): void;
}

/** Compares the file that an import leads to, which no pattern over its text can. */
function createLayerRule({ cwd, filename, report }: RuleContext) {
  const pathOf = (file: string) => relative(cwd, file).replaceAll(sep, '/');
  const check = (node: ImportNode) => {
    const name = node.source?.value;
    if (typeof name !== 'string' || !name.startsWith('.')) return;
    const isType = [node.importKind, node.exportKind].includes('type') || node.type === 'TSImportType';
    const message = findImportFault(pathOf(filename), pathOf(resolve(dirname(filename), name)), isType);
    if (message !== undefined) report({ node, message });
  };
  const nodes = 'ImportDeclaration ExportNamedDeclaration ExportAllDeclaration ImportExpression TSImportType';
  return Object.fromEntries(nodes.split(' ').map((type) => [type, check]));
}

/** A plugin of the linter: `layers/imports` holds each import against the table of layers. */
export default { meta: { name: 'layers' }, rules: { imports: { create: createLayerRule } } };
