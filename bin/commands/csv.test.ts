import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from './csv.ts';

/** The cells of one row, read as RFC 4180 says. */
function cellsOf(row: string): string[] {
  return [...row.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));
}

describe('a row of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1'])(
    'never starts a cell as a formula: %j',
    (cell) => {
      expect(cellsOf(csvRow([cell]))).toEqual([`'${cell}`]);
    },
  );

  it('reads back as it was, quotation marks, commas and line breaks too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'ß', "'", ' ') }), { minLength: 1 }),
        (cells) => {
          expect(cellsOf(csvRow(cells))).toEqual(cells);
        },
      ),
    );
  });
});
