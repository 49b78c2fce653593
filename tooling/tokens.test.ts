import { describe, expect, it } from 'vitest';
import { readTokens } from './tokens.ts';

const css = `:root {
  --red: oklch(0.62796 0.25768 29.234);
  --green: oklch(0.51975 0.17686 142.495);
  --white: oklch(1 0 0);
  --vivid: oklch(0.7 0.4 150);
  --shadow: 0 1rem oklch(0.08 0.02 255 / 0.7);
}
:root.light {
  --red: oklch(0 0 0);
}`;

describe('the colours of a theme', () => {
  it.each([
    // What CSS Color 4 gives for these.
    ['dark', 'red', '#ff0000'],
    ['dark', 'green', '#008000'],
    ['dark', 'white', '#ffffff'],
    ['light', 'red', '#000000'],
  ] as const)('are those of the stylesheet, as sRGB: %s %s', (theme, role, colour) => {
    expect(readTokens(theme, css)(role)).toBe(colour);
  });

  it('stay inside the gamut', () => {
    expect(readTokens('dark', css)('vivid')).toMatch(/^#[\da-f]{6}$/);
  });

  it('are refused where there are none', () => {
    expect(() => readTokens('light', css)('green')).toThrow('no colour --green for the light theme');
    expect(() => readTokens('dark', css)('shadow')).toThrow('no colour --shadow');
    expect(() => readTokens('light', ':root {}')).toThrow('no block :root.light');
  });
});
