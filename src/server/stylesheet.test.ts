import { expect, it } from 'vitest';
import { collectSelectors } from './stylesheet.ts';

it.each([
  ['<main>', ['main']],
  ['<br/>', ['br']],
  ['<svg><clipPath id="a">', ['svg', 'clipPath', '#a']],
  ['<p class="card sm:w-1/2">', ['p', '.card', '.sm:w-1/2']],
  ['<p title="a &gt; b" hidden class="card">', ['p', '.card']],
  ['<p title="1 > 0" class="card">', ['p', '.card']],
  ['<p data-class="card" aria-label="class=&quot;x&quot;">', ['p']],
  ['<p data-accent="lamp">', ['p', '[data-accent=lamp]']],
  ['<p data-hour="dusk">', ['p', '[data-hour=dusk]']],
  ['<div data-island="/site/a.island.tsx">', ['div', '[data-island]']],
  ['<a\n  class="card"\n>', ['a', '.card']],
  ['a < b and </b>', []],
])('the names in a page are its elements, classes, ids, accents, hours and islands: %s', (html, names) =>
  expect([...collectSelectors(html)]).toEqual(['html', 'head', 'body', ...names]),
);
