import { expect, it } from 'vitest';
import { readColourTokens } from './colour-tokens.ts';

const css = `:root {
  --red: oklch(0.62796 0.25768 29.234);
  --green: oklch(0.51975 0.17686 142.495);
  --vivid: oklch(0.7 0.4 150);
  --shadow: 0 1rem oklch(0.08 0.02 255 / 0.7);
}
:root.light {
  --red: oklch(0 0 0);
}
.sky {
  --far: oklch(1 0 0);
  --near: oklch(0.62796 0.25768 calc(var(--glow) + 4));
}
[data-hour='dusk'] {
  --glow: 138;
}
[data-hour='dawn'] {
  --glow: 25;
}
:root.light .sky:not(.night) {
  --far: oklch(0 0 0);
}`;

it('the colours of a theme are those of the stylesheet, as sRGB', () => {
  const [dark, light] = [readColourTokens('dark', css), readColourTokens('light', css)];
  // Expected values by CSS Color 4.
  expect([dark('red'), dark('green'), light('red')]).toEqual(['#ff0000', '#008000', '#000000']);
  expect([dark('far'), light('far')]).toEqual(['#ffffff', '#000000']);
  // Outside the gamut.
  expect(dark('vivid')).toMatch(/^#[\da-f]{6}$/);
  expect(() => light('green')).toThrow('no colour --green for the light theme');
  expect(() => dark('shadow')).toThrow('no colour --shadow');
  expect(() => readColourTokens('light', ':root {}')).toThrow('no block :root.light');
});

it('the colours of a scene have the hues of its hour, and those of dusk where none is named', () => {
  const [dawn, dusk] = [readColourTokens('dark', css, 'dawn'), readColourTokens('dark', css)];
  expect(dawn('near')).toBe(readColourTokens('dark', css.replace('138', '25'))('near'));
  expect(dusk('near')).not.toBe(dawn('near'));
});
