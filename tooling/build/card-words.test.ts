import { expect, it } from 'vitest';
import { createTypesetter } from './card-words.ts';
import { readTokens } from './tokens.ts';

const long = 'Four words of equal size make even lines here now';
const wordThatIsLong = 'Incomprehensibilities of it';
const tooLong = ['x'.repeat(60), 'many words '.repeat(40).trim()];
const typeset = await createTypesetter(['Contact us', long, wordThatIsLong, ...tooLong], readTokens('dark'));

it.each([
  ['that is short', 'Contact us', 'beside', 1],
  ['with a line break', 'Contact\nus', 'beside', 2],
  ['that is long', long, 'beside', 4],
  ['whose word is as wide as the column', wordThatIsLong, 'beside', 2],
  ['above a panorama', long, 'below', 2],
] as const)('a title %s is set in its room with every word whole', async (_which, title, drawing, lines) =>
  expect((await typeset(title, drawing)).lines).toBe(lines),
);

it.each(tooLong)('a title that has no room is refused: %s', async (title) =>
  expect(typeset(title, 'below')).rejects.toThrow('its title is too long'),
);
