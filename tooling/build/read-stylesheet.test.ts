import { describe, expect, test } from 'vitest';

import { stylesFor } from '../../server/stylesheet.ts';
import { readStylesheet } from './read-stylesheet.ts';

/** What a page with these names gets of a stylesheet: rules, and what is of the whole document. */
const parted = (css: string, ...names: string[]) => stylesFor(readStylesheet(css), new Set(names)).split('/**/');
const chosen = (css: string, ...names: string[]) => parted(css, ...names).join('');

describe('of a stylesheet that has been read', () => {
  test.each([
    ['a class', '.card{top:0}', '.card'],
    ['a class whose name is escaped', String.raw`.sm\:w-1\/2{top:0}`, '.sm:w-1/2'],
    ['an element', 'blockquote{top:0}', 'blockquote'],
    ['an id', '#site-menu{top:0}', '#site-menu'],
    ['an accent', '[data-accent=lamp]{top:0}', '[data-accent=lamp]'],
    ['an accent in quotation marks', '[data-accent="lamp"]{top:0}', '[data-accent=lamp]'],
    ['what stands inside another', '.card p{top:0}', '.card', 'p'],
    ['what stands inside an element of a theme', '.dark .card{top:0}', '.card'],
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
    '.dark{top:0}',
    ':is(.card,[popover]){top:0}',
    '[aria-current=page]{top:0}',
    '[data-accent]{top:0}',
    ':focus-visible{top:0}',
    '@font-face{font-family:Text;src:url(text.woff2)}',
    '@layer base,components;',
  ])('every page gets what may apply to any: %s', (css) => expect(chosen(css)).toBe(css));

  test('a page gets those selectors of a rule that find something', () =>
    expect(chosen('h1,.card,h2{top:0}', 'h2', '.card')).toBe('.card,h2{top:0}'));

  test('rules stand in their order, inside what stands around them', () => {
    const css = '@layer base{p{top:0}@media print{a{top:1px}}}.b{top:2px}.a{top:3px}';
    expect(chosen(css, 'p', 'a', '.a', '.b')).toBe(css);
  });

  test.each(['@media (width>=40rem){.card{top:0}}', '@supports (top:0){@media print{.card{top:0}}}'])(
    'nothing is left of what stands around no rule of the page: %s',
    (css) => expect(chosen(css, 'p')).toBe(''),
  );

  test.each([
    ['@layer theme{:root{--gap:1rem}}', '@layer theme;'],
    ['@property --gap{syntax:"*";inherits:false}', ''],
  ])('a variable of Tailwind’s is declared only where it is asked for, for the whole document: %s', (css, layer) => {
    const asking = 'p{margin:var(--gap)}';
    expect(parted(css + asking, 'p')).toEqual([layer + asking, css]);
    expect(parted(css + asking, 'a')[0]).toBe(layer);
    expect(chosen(css + asking, 'a')).not.toContain('--gap');
  });

  test('a variable is declared that another one asks for', () => {
    const theme = '@layer theme{:root{--wide:calc(2*var(--gap))}:root{--gap:1rem}:root{--unused:0}}';
    expect(parted(`${theme}p{margin:var(--wide)}`, 'p')[1]).toBe(
      '@layer theme{:root{--wide:calc(2*var(--gap))}:root{--gap:1rem}}',
    );
  });

  test('keyframes come with an animation by their name, and with no other', () => {
    const frames = '@keyframes draw{to{top:0}}';
    expect(chosen(`${frames}p{animation:1s ease draw}`, 'p')).toBe(`p{animation:1s ease draw}${frames}`);
    expect(chosen(`${frames}p{animation:1s redraw}`, 'p')).toBe('p{animation:1s redraw}');
    expect(chosen(`${frames}p{animation:1s draw}`, 'a')).toBe('');
  });

  test('comments are left out', () => expect(chosen('/*! a licence */p{top:0}', 'p')).toBe('p{top:0}'));
});
