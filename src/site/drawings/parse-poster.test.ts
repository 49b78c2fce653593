import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePoster } from './parse-poster.ts';

const mass = '<path fill="#57488d" d="M0 0h9v9Z"/>';
const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600">';
const draw = (...lines: string[]) => [open, '<rect id="sky-dusk" fill="#1a1133"/>', ...lines, '</svg>'].join('\n');
const inGroup = (...lines: string[]) => draw('<g id="structure">', ...lines, '</g>');

test.each([
  ['an unknown ink', 4, 'one ink', inGroup('<path fill="#ff0000" d="M0 0h9v9Z"/>')],
  ['an ink of another sheet', 4, 'one ink', inGroup(mass.replace('#57488d', '#fffdf7'))],
  ['a shape with two inks', 4, 'one ink', inGroup(mass.replace('/>', ' stroke="#57488d"/>'))],
  ['a shape without numbers', 4, 'numbers', inGroup(mass.replace('h9', 'hNaN'))],
  ['an unknown group', 3, 'is none of', draw('<g id="background-2">', mass, '</g>')],
  ['a second background', 5, 'once', draw(...Array<string>(2).fill('<g id="background">\n</g>'))],
  ['a group below its place', 5, 'in this order', draw('<g id="foreground">', '</g>', '<g id="background">', '</g>')],
  ['a group in a group', 4, 'is none of', inGroup('<g id="foreground">', mass, '</g>')],
  ['more than thirty shapes', 34, 'at most 30 shapes', inGroup(...Array<string>(31).fill(mass))],
  ['a shape in no group', 3, 'each in a group', draw(mass)],
  ['a circle that is no lamp', 4, 'paths', inGroup('<circle cx="9" cy="9" r="9"/>')],
  ['a script', 4, '<script>', inGroup('<script>alert(1)</script>')],
  ['an event handler', 4, 'onclick', inGroup(mass.replace('/>', ' onclick="alert(1)"/>'))],
  ['a link', 4, '<a>', inGroup(`<a>${mass}</a>`)],
  ['a reference', 4, 'href', inGroup(mass.replace('/>', ' href="https://www.example.com/"/>'))],
  ['a transform', 3, 'npm run format', draw('<g id="structure" transform="scale(2)">', mass, '</g>')],
  ['a file over 5 kB', 1, '5000 bytes', inGroup(mass.replace('h9', 'h9'.repeat(2500)))],
  ['a sheet of its own', 1, 'viewBox', draw().replace('960', '961')],
  ['no hour', 1, 'hour', draw().replace('sky-dusk', 'sky-noon')],
  ['no drawing', 1, 'viewBox', 'words'],
])('%s is refused by its file and line', (_, line, fault, svg) => {
  expect(() => parsePoster('site/posters/pier.svg', svg)).toThrow(
    new RegExp(`^site/posters/pier.svg:${line}: .*${fault}`),
  );
});

test('styles for viewers are left out', () => {
  expect(parsePoster('pier.svg', inGroup('<style>path { fill: red }</style>', mass)).layers).toEqual([
    { name: 'structure', shapes: [{ ink: 'side', d: 'M0 0h9v9Z' }] },
  ]);
});

test('every file follows the convention', () => {
  const files = globSync('src/site/posters/**/*.svg');
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) expect(() => parsePoster(file, readFileSync(file, 'utf8'))).not.toThrow();
});
