import { drawEach } from './geometry.ts';

/**
 * Returns the check digit for the preceding digits of a GTIN, and its calculation: from the right, every other digit
 * counts three times, and the check digit makes the sum a multiple of ten (GS1 General Specifications, 7.9).
 */
export function computeCheckDigit(text: string): { odd: number; even: number; sum: number; digit: number } {
  // A preview shows it while somebody types.
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number);
  const [even, odd] = [0, 1].map((first) =>
    digits.reduceRight((sum, digit, index) => ((digits.length - 1 - index) % 2 === first ? sum + digit : sum), 0),
  ) as [number, number];
  const sum = odd + 3 * even;
  return { odd, even, sum, digit: (10 - (sum % 10)) % 10 };
}

/** Seven modules of each digit in the right half; the left half has the inverse, for even parity read backwards. */
const rightCodes = '1110010 1100110 1101100 1000010 1011100 1001110 1010000 1000100 1001000 1110100'.split(' ');

/** Parity of the left six digits, by the first digit, which has no bars: L odd, G even. */
const parities = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');

/** Returns the 95 modules of an EAN-13, with 1 for a bar (ISO/IEC 15420). */
export function encodeEan13(gtin: string): string {
  const [first = 0, ...digits] = Array.from(gtin, Number);
  const half = (from: number, code: (module: string, index: number) => string) =>
    digits
      .slice(from, from + 6)
      .map((digit, index) => code(rightCodes[digit] ?? '', index))
      .join('');
  const inverse = (module: string) => module.replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '0'));
  const left = half(0, (module, index) =>
    parities[first]?.[index] === 'G' ? [...module].toReversed().join('') : inverse(module),
  );
  return `101${left}01010${half(6, (module) => module)}101`;
}

/** Returns the bars of an EAN-13 as an SVG path, 95 units wide and 34 high. */
export function drawEan13(gtin: string): string {
  return drawEach(
    [...encodeEan13(gtin).matchAll(/1+/g)],
    ({ 0: bar, index }) => `M${index} 0h${bar.length}v34h-${bar.length}Z`,
  );
}
