import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parseFragment } from 'parse5';
import { maxPosterShapes, posterAttributes, posterFormats, posterGroups, posterHours } from './poster-convention.ts';
import type { Poster, PosterHour, PosterShape } from './poster-model.ts';

const hours = Object.keys(posterHours) as PosterHour[];

/** Parses a poster by the convention in docs/design.md. Throws with file and line for what the site would not show. */
export function parsePoster(file: string, svg: string): Poster {
  const refuse = (fault: string, element?: Tree.Element): never => {
    throw new Error(`${file}:${element?.sourceCodeLocation?.startLine ?? 1}: ${fault}`);
  };
  const elements = listElements(parseFragment(svg, { sourceCodeLocationInfo: true }));
  for (const element of elements) {
    const known = posterAttributes[element.tagName]?.split(' ');
    const added = element.attrs.find(({ name }) => !known?.includes(name));
    const name = added ? `the attribute ${added.name}` : `<${element.tagName}>`;
    if (!known || added)
      refuse(
        `${name} is not known: npm run format takes off what drawing programs add, but nothing that is seen`,
        element,
      );
  }
  const [root] = elements;
  const format = posterFormats[read(root, 'viewBox') as keyof typeof posterFormats];
  if (!root || !format) return refuse(`the viewBox is one of ${Object.keys(posterFormats).join(', ')}`, root);
  if (Buffer.byteLength(svg) > format.maxBytes) refuse(`the file has more than ${format.maxBytes} bytes`);
  const find = (tag: string, inside = root) => listElements(inside).filter(({ tagName }) => tagName === tag);
  const findById = (id: string) => elements.find((element) => read(element, 'id') === id);

  const parseShape = (path: Tree.Element): PosterShape => {
    const [fill, stroke, d] = [read(path, 'fill'), read(path, 'stroke'), read(path, 'd')];
    const ink = (format.inks as Readonly<Record<string, PosterShape['ink']>>)[fill + stroke];
    if (!ink) return refuse(`a shape has one ink, not "${fill}${stroke}"`, path);
    if (!/^M[-\d. MLHVQTSACZ]+$/i.test(d)) refuse('a shape is a path of numbers', path);
    return stroke ? { ink, d, width: read(path, 'stroke-width') } : { ink, d };
  };
  let painted = -1;
  const groups = find('g').map((group) => {
    const id = read(group, 'id');
    const place = posterGroups.findIndex((one) => one === id);
    const name = posterGroups[place];
    if (name === undefined || place <= painted || group.parentNode !== root)
      return refuse(`"${id}" is none of ${posterGroups.join(', ')}, once and in this order`, group);
    painted = place;
    return { name, shapes: find('path', group).map(parseShape) };
  });
  const paths = find('path').filter((path) => path !== findById('mark'));
  const stray = paths[maxPosterShapes] ?? paths.find(({ parentNode }) => parentNode === root);
  if (stray) refuse(`a poster has at most ${maxPosterShapes} shapes, each in a group`, stray);
  const circles = find('circle');
  const shape = circles.find(({ parentNode }) => parentNode !== findById('lamps'));
  if (shape) refuse('circles are lamps, other shapes are paths', shape);
  const labels = find('text').toSorted((a, b) => read(a, 'id').localeCompare(read(b, 'id')));
  const lamps = circles.map((lamp) => `M${read(lamp, 'cx')} ${read(lamp, 'cy')}h0`);
  return {
    hour:
      hours.find((hour) => findById(`sky-${hour}`)) ??
      refuse(`the sky has no hour: it is one of sky-${hours.join(', sky-')}`, root),
    layers: groups.filter(({ name }) => name !== 'lamps' && name !== 'labels'),
    lamps: lamps.join('') || undefined,
    labelPositions: labels.map((label) => [read(label, 'x'), read(label, 'y')]),
    hasPlates: read(findById('labels'), 'fill') === '#080512',
    mark: read(findById('mark'), 'd') || undefined,
  };
}

function read(element: Tree.Element | undefined, name: string): string {
  return element?.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function listElements(parent: Tree.ParentNode): Tree.Element[] {
  return parent.childNodes.filter(tree.isElementNode).flatMap((element) => [element, ...listElements(element)]);
}
