import { builtinPlugins, type CustomPlugin, optimize, type XastChild, type XastElement, type XastParent } from 'svgo';
import { posterAttributes, posterGroups } from '../src/site/drawings/poster-convention.ts';

/**
 * Brings a poster that a drawing program saved back to the convention of docs/design.md: without groups in groups,
 * transforms, styles, and what only the program reads. A path that the program left alone keeps its text.
 */
export function formatPoster(svg: string): string {
  const { data } = optimize(svg, {
    plugins: [
      'removeDoctype',
      'removeXMLProcInst',
      'removeComments',
      'removeMetadata',
      'removeEditorsNSData',
      { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
      'convertStyleToAttrs',
      { name: 'convertColors', params: { shorthex: false, shortname: false } },
      { name: 'dissolveGroups', fn: ({ children: [root] }) => dissolveGroupsOf(root) },
      applyPlugin('convertShapeToPath', { convertArcs: true }, isUnnamedShape),
      applyPlugin('convertPathData', { floatPrecision: 1 }, isWrittenByProgram),
      { name: 'keepKnownAttributes', fn: () => ({ element: { enter: keepKnownAttributes } }) },
      'removeUselessDefs',
    ],
    js2svg: { pretty: true, indent: 2, finalNewline: true },
  });
  return data;
}

type Attributes = XastElement['attributes'];
type IsMeant = (element: XastElement, parent: XastParent) => boolean;

/** Returns a plugin of svgo that is for some elements only, chosen before it changes any. */
function applyPlugin(name: string, params: object, isMeant: IsMeant): CustomPlugin {
  const plugin = builtinPlugins.find((one) => one.name === name) as CustomPlugin | undefined;
  const fn: CustomPlugin['fn'] = (root, _, info) => {
    const meant = new Set(listElements(root, isMeant));
    const enter = plugin?.fn(root, params, info)?.element?.enter;
    return { element: { enter: (element, parent) => (meant.has(element) ? enter?.(element, parent) : undefined) } };
  };
  return { name, fn };
}

function listElements(parent: XastParent, isMeant: IsMeant): XastElement[] {
  const elements = parent.children.filter((child) => child.type === 'element');
  return elements.flatMap((one) => [...(isMeant(one, parent) ? [one] : []), ...listElements(one, isMeant)]);
}

const isNamed = (id: string) => posterGroups.some((name) => name === id) || /^(?:sky-[a-z]+|label-\d+|mark)$/.test(id);
const isUnnamedShape: IsMeant = ({ attributes: { id } }, parent) =>
  id === undefined && !(parent.type === 'element' && parent.attributes['id'] === 'lamps');
const isWrittenByProgram: IsMeant = ({ attributes: { d = '', transform } }) =>
  transform !== undefined || /,|\.\d{3}/.test(d);

function dissolveGroupsOf(root: XastChild | undefined): void {
  if (root?.type !== 'element') return;
  // A group of shapes that has no name yet stays, for the parser to name it.
  root.children = root.children.flatMap((child) => {
    const isUnnamed = child.type === 'element' && child.name === 'g' && !isNamed(child.attributes['id'] ?? '');
    return isUnnamed && child.children.some((one) => one.type === 'element' && one.name === 'path')
      ? [child]
      : dissolveGroups([child], {});
  });
}

/** Hands down the transforms of groups, and all attributes of groups that the convention does not name. */
function dissolveGroups(children: readonly XastChild[], inherited: Attributes): XastChild[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const { id = '', transform: own, ...others } = child.attributes;
    const transform = [inherited['transform'], own].filter(Boolean).join(' ');
    const handedDown = { ...inherited, ...(transform && { transform }) };
    const named = isNamed(id) ? { id, ...others } : others;
    if (child.name !== 'g') return [moveElement({ ...child, attributes: { ...handedDown, ...named } })];
    const below = dissolveGroups(child.children, isNamed(id) ? handedDown : { ...handedDown, ...others });
    return isNamed(id) ? [{ ...child, attributes: named, children: below }] : below;
  });
}

const positions: Readonly<Record<string, readonly [string, string]>> = {
  circle: ['cx', 'cy'],
  ellipse: ['cx', 'cy'],
  rect: ['x', 'y'],
  text: ['x', 'y'],
};

/** Moves lamps and labels, whose transforms svgo keeps. Gives a label its number. */
function moveElement(element: XastElement): XastElement {
  const { transform = '', ...attributes } = element.attributes;
  const moves = [...transform.matchAll(/translate\(([-\d.]+)[, ]*([-\d.]*)\)/g)];
  const axes = positions[element.name];
  if (!axes || moves.map(([move]) => move).join(' ') !== transform) return element;
  for (const [index, name] of axes.entries()) {
    const at = moves.reduce((sum, move) => sum + Number(move[index + 1]), Number(attributes[name] ?? 0));
    if (at !== 0 || name in attributes) attributes[name] = String(Math.round(at * 10) / 10);
  }
  const number = { type: 'text', value: attributes['id']?.replace('label-', '') ?? '' } as const;
  return { ...element, attributes, children: element.name === 'text' ? [number] : element.children };
}

/** Attributes that change the picture. They stay, for the parser to refuse. */
const visibleAttributes =
  /^(?:transform|.*href|on\w+|display:none|visibility:hidden|(?:\w+-)?opacity:(?!1$)|(?:stroke-dasharray|mask|filter|clip-path):(?!none$))/;

function keepKnownAttributes(element: XastElement): void {
  const known = posterAttributes[element.name]?.split(' ');
  if (!known) return;
  const { attributes } = element;
  const isVisible = (name: string) => visibleAttributes.test(`${name}:${attributes[name]}`);
  const isFilled = (attributes['stroke'] ?? 'none') === 'none';
  const kept = [...known, ...Object.keys(attributes).filter(isVisible)].flatMap((name) => {
    const value = attributes[name] ?? '';
    const isNone = /^(?:fill|stroke):none$/.test(`${name}:${value}`) || (name === 'stroke-width' && isFilled);
    return value === '' || (isNone && element.name === 'path') ? [] : [[name, value] as const];
  });
  element.attributes = Object.fromEntries(kept);
}
