import { expect, it } from 'vitest';

import { computeCheckDigit, encodeEan13 } from './gtin.ts';

// GS1's own example of the sum, and two that have it in print: of an ISBN and of a GTIN-8.
it.each([
  ['629104150021', 3],
  ['978030640615', 7],
  ['7351353', 7],
  // Half typed.
  ['7351-353 x', 7],
])('the check digit of %s is %i', (digits, digit) => {
  expect(computeCheckDigit(digits).digit).toBe(digit);
});

it('an EAN-13 has its guards, six digits on each side of the middle, and the first one in the parity of the left six', () => {
  const left = '0001101 0100111 0111101 0001011 0010111 0011101';
  const right = '1100110 1001110 1001110 1011100 1001000 1010000';
  expect(encodeEan13('4003994155486')).toBe(`101 ${left} 01010 ${right} 101`.replaceAll(' ', ''));
});
