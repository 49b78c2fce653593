import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readColourTokens } from './colour-tokens.ts';

const css = `:root {
  --red: oklch(0.62796 0.25768 29.234);
  --green: oklch(0.51975 0.17686 142.495);
  --vivid: oklch(0.7 0.4 150);
  --shadow: 0 1rem oklch(0.08 0.02 255 / 0.7);
}
.sky {
  --far: oklch(1 0 0);
  --near: oklch(0.62796 0.25768 calc(var(--glow) + 4));
}`;

it('the colours of the dark theme are those of the stylesheet, as sRGB', () => {
  const dark = readColourTokens(css);
  // Expected values by CSS Color 4.
  expect([dark('red'), dark('green'), dark('far')]).toEqual(['#ff0000', '#008000', '#ffffff']);
  // Outside the gamut.
  expect(dark('vivid')).toMatch(/^#[\da-f]{6}$/);
  expect(() => dark('blue')).toThrow('no colour --blue for the dark theme');
  expect(() => dark('shadow')).toThrow('no colour --shadow');
  expect(() => readColourTokens(':root {}')).toThrow('no block .sky');
});

it('the colours of a scene have the hues of its hour, and those of dusk where none is named', () => {
  const [dawn, dusk] = [readColourTokens(css, 'dawn'), readColourTokens(css)];
  expect(dawn('near')).toBe(readColourTokens(css.replace('calc(var(--glow) + 4)', '32'))('near'));
  expect(dusk('near')).not.toBe(dawn('near'));
});

it('the icon of tabs has the colours of the site', () => {
  const icon = readFileSync('src/site/icons/favicon.svg', 'utf8');
  for (const role of ['text', 'cable']) expect(icon).toContain(readColourTokens()(role));
});
