import { expect, test } from 'vitest';
import { extractCss } from '../../src/server/stylesheet.ts';
import { parseStylesheet } from './parse-stylesheet.ts';

/** Returns the styles of a page with these names: its rules, and those of the whole document. */
const parted = (css: string, ...names: string[]) => extractCss(parseStylesheet(css), new Set(names)).split('/**/');
const chosen = (css: string, ...names: string[]) => parted(css, ...names).join('');

test.each([
  ['a class whose name is escaped', String.raw`.sm\:w-1\/2{top:0}`, '.sm:w-1/2'],
  ['an element', 'blockquote{top:0}', 'blockquote'],
  ['an id', '#site-menu{top:0}', '#site-menu'],
  ['an accent', '[data-accent=lamp]{top:0}', '[data-accent=lamp]'],
  ['an hour', '[data-hour=dusk]{top:0}', '[data-hour=dusk]'],
  ['an accent in quotation marks', '[data-accent="lamp"]{top:0}', '[data-accent=lamp]'],
  ['what stands inside another, or a theme', '.dark .card p{top:0}', '.card', 'p'],
  ['an alternative of :is()', ':is(.card,.sheet)>p{top:0}', '.sheet', 'p'],
  ['an alternative of :where() with more than one name', ':where(.card .lead,.sheet){top:0}', '.card'],
  ['a state', '.card:hover::before{top:0}', '.card'],
  ['what is excluded', '.card:not(.sheet){top:0}', '.card'],
])('a page gets the rule of %s with all its names, and not without one of them', (_what, css, ...names) => {
  expect(chosen(css, ...names, 'html', '.other')).toBe(css);
  for (const missing of names) expect(chosen(css, ...names.filter((name) => name !== missing))).toBe('');
});

test.each([
  '*,:before{top:0}',
  ':root{--ink:black}',
  ':is(.card,[popover]){top:0}',
  '[aria-current=page]{top:0}',
  '[data-accent]{top:0}',
  '@font-face{font-family:Text;src:url(text.woff2)}',
  '@layer base,components;',
])('every page gets what may apply to any: %s', (css) => expect(chosen(css)).toBe(css));

const nested = '@layer base{p{top:0}@media print{a{top:1px}}}.b{top:2px}.a{top:3px}';
const frames = '@keyframes draw{to{top:0}}';
test.each([
  ['those selectors of a rule that find something', 'h1,.card,h2{top:0}', 'h2 .card', '.card,h2{top:0}'],
  ['rules in their order, inside what stands around them', nested, 'p a .a .b', nested],
  ['nothing of what stands around no rule of it', '@supports (top:0){@media print{.card{top:0}}}', 'p', ''],
  ['the keyframes of its animation', `${frames}p{animation:1s ease draw}`, 'p', `p{animation:1s ease draw}${frames}`],
  ['no other keyframes', `${frames}p{animation:1s redraw}`, 'p', 'p{animation:1s redraw}'],
  ['no comments', '/*! a licence */p{top:0}', 'p', 'p{top:0}'],
  ['no style of a border that is solid already', 'p{border-style:var(--tw-border-style);top:0}', 'p', 'p{top:0}'],
  [
    'what Tailwind tells others where one listens',
    'p{--tw-a:1;top:0}a{--tw-b:2;top:var(--tw-b)}',
    'p a',
    'p{top:0}a{--tw-b:2;top:var(--tw-b)}',
  ],
])('a page gets %s', (_what, css, names, gets) => expect(chosen(css, ...names.split(' '))).toBe(gets));

test.each([
  ['@layer theme{:root{--gap:1rem}}', '@layer theme;'],
  ['@layer theme{:root{--wide:calc(2*var(--gap))}:root{--gap:1rem}}', '@layer theme;', 'margin:var(--wide)'],
  [
    '@layer theme{:root{--wide:var(--mid)}:root{--mid:var(--gap)}:root{--gap:1rem}}',
    '@layer theme;',
    'margin:var(--wide)',
  ],
  ['@property --gap{syntax:"*";inherits:false}', ''],
])('a variable is declared only where it is needed: %s', (css, layer, asks = 'margin:var(--gap)') => {
  const asking = `p{${asks}}`;
  expect(parted(css + asking, 'p')).toEqual([layer + asking, css]);
  expect(chosen(css + asking, 'a')).not.toContain('--gap');
});

test('a page with an island has the rules of all that scripts can show in one, and no other page has', () => {
  const stylesheet = parseStylesheet('.mb-4{margin-bottom:1rem}.mt-8{margin-top:2rem}', ['.mb-4']);
  expect(extractCss(stylesheet, new Set(['[data-island]']))).toContain('.mb-4{margin-bottom:1rem}/**/');
  expect(extractCss(stylesheet, new Set(['main']))).toBe('/**/');
});
