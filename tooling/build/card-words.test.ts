import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setTitle } from './card-words.ts';

const widthOf = (text: string) => text.length / 2;

it('a title stands large on one line where it is short, and in a column of even lines where it is long', () => {
  expect(setTitle('Contact us', widthOf, 'beside')).toEqual({ fontSize: 128, lines: ['Contact us'] });
  const { lines } = setTitle('Four words of equal size make even lines here now', widthOf, 'beside');
  const lengths = lines.map((line) => line.length);
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(8);
  expect(setTitle('Innovate\nElevate', widthOf, 'beside').lines).toEqual(['Innovate', 'Elevate']);
});

it('a title keeps to its room with every word whole, or is refused', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '-', '.') });
  const titles = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(titles, fc.constantFrom('beside' as const, 'below' as const), (title, drawing) => {
      const { fontSize, lines } = setTitle(title, widthOf, drawing);
      expect(lines.join(' ')).toBe(title);
      const width = drawing === 'beside' && lines.length > 1 ? 550 : 1088;
      for (const line of lines) expect(widthOf(line) * fontSize).toBeLessThanOrEqual(width);
      expect(lines.length * fontSize * 1.04).toBeLessThanOrEqual(drawing === 'below' ? 140 : 376);
    }),
  );
  expect(() => setTitle('x'.repeat(60), widthOf, 'beside')).toThrow(/its title is too long: “x+”/);
  expect(() => setTitle('many words '.repeat(40).trim(), widthOf, 'below')).toThrow('its title is too long');
});
