import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePoster } from '../src/site/drawings/parse-poster.ts';
import { getLayerShapes } from '../src/site/drawings/poster-model.ts';
import { formatPoster } from './format-poster.ts';

const drawn = readFileSync('src/site/posters/market-hall.svg', 'utf8');
const parse = (svg: string) => parsePoster('market-hall.svg', svg);

/** Returns the poster as Inkscape 1.2 saves it: with ids, namespaces and definitions of its own. */
function saveInProgram(svg: string): string {
  let count = 0;
  return svg
    .replaceAll(/<(path|circle) (?!id=)/g, (_, tag: string) => `<${tag}\n   id="${tag}${(count += 1)}"\n   `)
    .replace(' viewBox', ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" version="1.1" viewBox')
    .replace('<rect', '<defs id="defs1" /><sodipodi:namedview id="namedview1" pagecolor="#ffffff" />\n<rect')
    .replace('<svg', '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<svg id="svg1"');
}

test('a poster that was only opened and saved in a drawing program has its text again', () => {
  expect(() => parse(saveInProgram(drawn))).toThrow('npm run format');
  expect(formatPoster(saveInProgram(drawn))).toBe(drawn);
});

test('what was moved, coloured and drawn in a program comes back as shapes, lamps and labels', () => {
  const before = parse(drawn);
  const changed = drawn
    .replace('<g id="lamps"', '<g id="layer1" transform="translate(7,3)"><g id="lamps" transform="translate(1)"')
    .replace('<g id="labels"', '</g><g id="labels"')
    .replace('x="596" y="578">1', 'style="font-family:sans-serif" x="606.04" y="573"><tspan id="tspan1">One</tspan>')
    .replace(
      '<g id="foreground">',
      '<g id="foreground"><rect style="display:inline;fill:rgb(87,72,141);stroke:none;opacity:1" width="9" height="8"/>',
    );
  const after = parse(formatPoster(changed));
  expect(after.lamps).toBe('M310 451h0M626 475h0M742 475h0M858 475h0');
  expect(after.labelPositions).toEqual([['606', '573'], ...(before.labelPositions?.slice(1) ?? [])]);
  const drawnFirst = { ink: 'side', d: 'M0 0H9V8H0z' };
  expect(getLayerShapes(after, 'foreground')).toEqual([drawnFirst, ...getLayerShapes(before, 'foreground')]);
  expect(getLayerShapes(after, 'structure')).toEqual(getLayerShapes(before, 'structure'));
});

test('a group of shapes that nobody has named is left, and refused by its id', () => {
  expect(() => parse(formatPoster(drawn.replace('id="structure"', 'id="g33"')))).toThrow(
    '"g33" is none of background, structure',
  );
});

test('a path takes the transforms of its groups, to tenths', () => {
  const changed = drawn.replace('<g id="structure">', '<g id="structure" transform="matrix(.5 0 0 .5 0.26 0)">');
  expect(getLayerShapes(parse(formatPoster(changed)), 'structure')[0]?.d).toBe('M198.3 255h302v17h-302Z');
});

test('what the site would show otherwise than the program is not taken off, but refused', () => {
  for (const style of [
    'opacity:.5',
    'stroke-dasharray:4 2',
    'fill:#ff0000',
    'display:none',
    'fill-opacity:.9',
    'filter:url(#blur)',
  ])
    expect(() => parse(formatPoster(drawn.replace('<path ', `<path style="${style}" `)))).toThrow(/:5: /);
});
