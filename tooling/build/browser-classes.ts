import { parse } from 'postcss';
import readSelectors from 'postcss-selector-parser';
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

/** Where the build leaves the modules of the website that browsers run: their code, without what is unused, by file. */
export const browserModulesFile = '.vite/browser-modules.json';

/** Writes `browserModulesFile`. */
export const writeBrowserModules: Plugin = {
  name: 'browser-modules',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const { root } = this.environment.config;
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
    const own = modules.filter(([id]) => id.startsWith(`${root}/src/site/`));
    const code = Object.fromEntries(own.map(([id, module]) => [id.slice(root.length + 1), module.code ?? '']));
    this.emitFile({ type: 'asset', fileName: browserModulesFile, source: JSON.stringify(code) });
  },
};

/** Returns the classes that a script gives to elements, as far as they are literal. */
export function listScriptClasses(file: string, code: string): string[] {
  const found: string[] = [];
  const add = (...values: readonly ESTree.Node[]) => {
    const texts = values.flatMap(readTexts);
    found.push(...texts.flatMap((text) => text.split(/\s+/)).filter((name) => name !== '' && !name.includes(gap)));
  };
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && ['className', 'classNames', 'class'].includes(key.name)) add(value);
    },
    AssignmentExpression({ left, right }) {
      if (left.type === 'MemberExpression' && isNamed(left.property, 'className')) add(right);
    },
    CallExpression({ callee, arguments: values }) {
      if (callee.type !== 'MemberExpression') return;
      const { object, property } = callee;
      const isList = object.type === 'MemberExpression' && isNamed(object.property, 'classList');
      if (isList && ['add', 'toggle', 'replace'].some((name) => isNamed(property, name))) add(...values);
      const [name, value] = values;
      if (isNamed(property, 'setAttribute') && name?.type === 'Literal' && name.value === 'class' && value) add(value);
    },
  }).visit(parseSync(file, code).program);
  return found;
}

/** Stands for what a template puts in. */
const gap = '\0';

/** Returns the texts that an expression can be. */
function readTexts(node: ESTree.Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(readTexts);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(readTexts);
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((property) => (property.type === 'Property' ? readTexts(property.value) : []));
  if (node.type !== 'TemplateLiteral') return [];
  const texts = node.quasis.map(({ value }) => value.cooked ?? '');
  const isWhole = (number: number) => !/\S$/.test(texts[number] ?? '') && !/^\S/.test(texts[number + 1] ?? '');
  return [texts.join(gap), ...node.expressions.filter((_, number) => isWhole(number)).flatMap(readTexts)];
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** Returns a sentence for each class that no sheet has a rule for. */
export function findClassesWithoutRules(
  classes: Readonly<Record<string, string[]>>,
  sheets: readonly string[],
): string[] {
  const known = new Set<string>();
  const readSelector = readSelectors((list) => {
    list.walkClasses(({ value }) => void known.add(value));
  });
  for (const sheet of new Set(sheets))
    parse(sheet).walkRules(({ selector }) => void readSelector.processSync(selector));
  return Object.entries(classes).flatMap(([file, names]) =>
    names.filter((name) => !known.has(name)).map((name) => `${file}: no style sheet that browsers get has .${name}`),
  );
}
