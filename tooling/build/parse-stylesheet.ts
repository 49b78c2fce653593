import { type AtRule, type ChildNode, parse, type Rule } from 'postcss';
import readSelectors, { type Node } from 'postcss-selector-parser';
import { listVariableNames, type Selector, type StylePart, type Stylesheet } from '../../src/server/stylesheet.ts';

/**
 * Parses a stylesheet into parts that a server can select per page (see src/server/stylesheet.ts). Conditions that can
 * change in a shown page (theme classes, attributes, states) count as met.
 */
export function parseStylesheet(css: string, islandSelectors: readonly string[] = []): Stylesheet {
  const root = parse(css);
  const keyframes: Record<string, string> = {};
  root.walkAtRules('keyframes', (rule) => {
    keyframes[rule.params] = rule.toString();
    rule.remove();
  });
  // The stylesheet that is loaded later has Tailwind's licence. These properties polyfill light-dark(): unused.
  root.walkComments((comment) => void comment.remove());
  root.walkDecls(/^--lightningcss-/, (declaration) => void declaration.remove());
  // src/site/styles/base.css makes every border solid. Variables of Tailwind that nothing reads have no effect.
  root.walkDecls((declaration) => void (declaration.value === 'var(--tw-border-style)' && declaration.remove()));
  const asking = root.toString();
  root.walkDecls(/^--tw-/, (declaration) => void (asking.includes(`var(${declaration.prop}`) || declaration.remove()));
  // The order of layers is the order of their first mention.
  const rules = root.nodes.flatMap((node) => (isOfDocument(node) ? mentionOf(node) : partsOf(node)));
  const documentParts = root.nodes.filter(isOfDocument).flatMap((node) => partsOf(node));
  const variables = resolveVariables([...rules, ...documentParts]);
  return { rules, documentParts, keyframes, variables, islandSelectors };
}

/** Returns the custom properties that each one depends on, directly or through others. */
function resolveVariables(parts: readonly StylePart[]): Record<string, string[]> {
  const direct: Record<string, string[]> = {};
  const read = (part: StylePart): void => {
    if ('children' in part) part.children.forEach(read);
    if ('variable' in part) (direct[part.variable] ??= []).push(...listVariableNames(part.css));
  };
  parts.forEach(read);
  const follow = (name: string, found: Set<string>): Set<string> => {
    for (const next of direct[name] ?? []) if (!found.has(next)) follow(next, found.add(next));
    return found;
  };
  return Object.fromEntries(Object.keys(direct).map((name) => [name, [...follow(name, new Set())]]));
}

function isOfDocument(node: ChildNode): node is AtRule {
  if (node.type !== 'atrule') return false;
  return ['property', 'font-face'].includes(node.name) || (node.name === 'layer' && node.params === 'theme');
}

function mentionOf({ name, params }: AtRule): StylePart[] {
  return name === 'layer' ? [{ unconditionalCss: `@layer ${params};` }] : [];
}

const aroundRules = new Set(['layer', 'media', 'supports', 'container']);

/** Tailwind declares all its variables here, used or not. */
const layersOfVariables = new Set(['theme', 'properties']);

/** @param isOfTailwind true inside a layer that holds only Tailwind's variables */
function partsOf(node: ChildNode, isOfTailwind = false): StylePart[] {
  if (node.type === 'rule') return isOfTailwind ? variablesOf(node) : [ruleOf(node)];
  if (node.type !== 'atrule') return [];
  if (node.name === 'property') return [{ variable: node.params, css: node.toString() }];
  if (!aroundRules.has(node.name) || !node.nodes) return [{ unconditionalCss: textOf(node) }];
  const ofVariables = isOfTailwind || (node.name === 'layer' && layersOfVariables.has(node.params));
  return [
    {
      atRule: `@${node.name} ${node.params}`.trim(),
      children: node.nodes.flatMap((inner) => partsOf(inner, ofVariables)),
    },
  ];
}

function ruleOf(rule: Rule): StylePart {
  return { selectors: selectorsOf(rule.selector), body: rule.nodes.map(String).join(';') };
}

function variablesOf({ selector, nodes }: Rule): StylePart[] {
  return nodes.flatMap((node) =>
    node.type === 'decl' ? { variable: node.prop, css: `${selector}{${node.toString()}}` } : [],
  );
}

function textOf(statement: AtRule): string {
  return statement.nodes ? statement.toString() : `${statement.toString()};`;
}

function selectorsOf(list: string): Selector[] {
  return readSelectors()
    .astSync(list)
    .nodes.map((selector) => ({ text: selector.toString().trim(), requiredNames: selector.nodes.flatMap(needsOf) }));
}

/** Returns the names that a page must have for this part of a selector: one of each list. */
function needsOf(node: Node): string[][] {
  const name = nameOf(node);
  if (name !== undefined) return [[name]];
  if (node.type !== 'pseudo' || ![':is', ':where'].includes(node.value)) return [];
  // The first name of each alternative. If one has none, nothing is required.
  const alternatives = node.nodes.map(({ nodes }) => nodes.flatMap(needsOf).at(0) ?? []);
  return alternatives.every((needs) => needs.length > 0) ? [alternatives.flat()] : [];
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'tag') return node.value;
  if (node.type === 'id') return `#${node.value}`;
  // Other attributes change while a page is shown, as the theme does.
  if (node.type === 'attribute' && /^data-(?:accent|hour)$/.test(node.attribute) && node.value !== undefined)
    return `[${node.attribute}=${node.value}]`;
  if (node.type === 'class' && !['light', 'dark'].includes(node.value)) return `.${node.value}`;
  return undefined;
}
