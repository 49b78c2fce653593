import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { csvRow } from '../enquiries/core/enquiries-csv.ts';
import { referenceOf } from '../enquiries/core/reference.ts';
import { startOperator } from './testing/operator.ts';

/** The cells of one row, read as RFC 4180 says. */
function cellsOf(row: string): string[] {
  return [...row.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));
}

describe('enquiries export', () => {
  it('writes CSV, a row for each enquiry', async () => {
    const { receive, run } = await startOperator();
    const id = await receive({ name: '=HYPERLINK("http://evil.example")', company: '', message: 'one,"two"\n-3' });
    const { out } = await run('enquiries', 'export');
    const [head, ...rest] = out.split('\r\n');
    const columns = 'id,received,name,email,company,subject,message,mail,attempts,reason,reference,handling,answered';
    expect(head).toBe(`\uFEFF"${columns.split(',').join('","')}","assigned","hidden"`);
    expect(rest.join('\r\n')).toMatch(new RegExp(`^"${id}","\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z","'=HYPERLINK`));
    expect(out).toContain(
      `(""http://evil.example"")","ada@example.com","","A quotation","one,""two""\n-3","due","0","","${referenceOf(id)}","waiting","","",""\r\n`,
    );
    await receive({ subject: 'annexe\u202Efdp.exe', message: 'a\u200Bb' });
    const named = '"U+202E (right-to-left override), U+200B (zero-width space)"';
    expect((await run('enquiries', 'export')).out).toMatch(/"annexe\[U\+202E\]fdp\.exe","a\u200Bb",/);
    expect((await run('enquiries', 'export')).out).toContain(named);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1'])(
    'never starts a cell as a formula: %j',
    (cell) => expect(cellsOf(csvRow([cell]))).toEqual([`'${cell}`]),
  );

  it('writes cells that read back as they were, quotation marks, commas and line breaks too', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'ß', "'", ' ') });
    const row = fc.array(cell, { minLength: 1 });
    const readsBack = fc.property(row, (cells) => {
      expect(cellsOf(csvRow(cells))).toEqual(cells);
    });
    fc.assert(readsBack);
  });

  it('writes a JSON array of any length, and takes the filters of the list', async () => {
    const { receive, runJson } = await startOperator();
    expect(await runJson('enquiries', 'export')).toEqual([]);
    await receive();
    const id = await receive({ name: 'Bob' });
    expect(await runJson('enquiries', 'export')).toMatchObject([{ name: 'Bob' }, { name: 'Ada Example' }]);
    expect(await runJson('enquiries', 'export', '--text', 'bob')).toMatchObject([{ id }]);
  });

  it('tells a person who watches how far it is, and clears it away', async () => {
    const { receive, runWith } = await startOperator();
    await receive();
    await receive();
    // Each look at the clock finds it a second on.
    let time = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (time += 1000));
    const watched = await runWith({ isWatched: true }, 'enquiries', 'export', '--json');
    expect(watched.err).toMatch(/^\r\u001B\[K1 of 2 enquiries\r\u001B\[K2 of 2 enquiries.*\r\u001B\[K$/);
    expect(JSON.parse(watched.out)).toHaveLength(2);
    expect((await runWith({ isWatched: true, writesToScreen: true }, 'enquiries', 'export')).err).toBe('');
    expect((await runWith({}, 'enquiries', 'export')).err).toBe('');
  });
});
