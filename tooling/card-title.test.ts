import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboveStrip, cardSize, column, margin } from './card-layout.ts';
import { heightOf, setTitle } from './card-title.ts';

const widthOf = (text: string) => text.length / 2;
const whole = cardSize.width - 2 * margin;

describe('the title of a card', () => {
  it('stands large on one line where it is short, and in a column where it is long', () => {
    expect(setTitle('Contact us', widthOf, 'beside')).toEqual({ fontSize: 128, lines: ['Contact us'] });
    const long = setTitle('Software development for work that has outgrown its spreadsheet', widthOf, 'beside');
    expect(long.lines.length).toBeGreaterThan(2);
    for (const line of long.lines) expect(widthOf(line) * long.fontSize).toBeLessThanOrEqual(column.width);
  });

  it('keeps the lines that the page sets, and breaks no word at a hyphen', () => {
    expect(setTitle('Innovate\nElevate', widthOf, 'beside').lines).toEqual(['Innovate', 'Elevate']);
    const { lines } = setTitle('Retail and e-commerce on one count of all the stock there is', widthOf, 'beside');
    expect(lines.flatMap((line) => line.split(' '))).toContain('e-commerce');
  });

  it('has lines of about one length', () => {
    const { lines } = setTitle('Four words of equal size make even lines here now', widthOf, 'beside');
    const lengths = lines.map((line) => line.length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(8);
  });

  it('keeps to its room and says every word, whatever it is', () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '-', '.') });
    const titles = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(titles, fc.constantFrom('beside' as const, 'below' as const), (title, drawing) => {
        const set = setTitle(title, widthOf, drawing);
        expect(set.lines.join(' ')).toBe(title);
        for (const line of set.lines) expect(widthOf(line) * set.fontSize).toBeLessThanOrEqual(whole);
        expect(heightOf(set)).toBeLessThanOrEqual(drawing === 'below' ? aboveStrip.height : column.height);
      }),
    );
  });

  it('is refused where it does not fit at the smallest size', () => {
    expect(() => setTitle('x'.repeat(60), widthOf, 'beside')).toThrow(/its title is too long: “x+”/);
    expect(() => setTitle('many words '.repeat(40).trim(), widthOf, 'below')).toThrow('its title is too long');
  });
});
