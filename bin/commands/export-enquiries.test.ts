import { describe, expect, it, vi } from 'vitest';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries export', () => {
  it('writes CSV that no spreadsheet takes for formulas', async () => {
    const { receive, run } = await startOperator();
    const id = await receive({
      name: '=HYPERLINK("http://evil.example")',
      company: '+1',
      subject: '@x',
      message: 'one,"two"\n-3',
    });
    const { out } = await run('enquiries', 'export');
    const [head, ...rest] = out.split('\r\n');
    expect(head).toBe('\uFEFF"id","received","name","email","company","subject","message","mail","attempts","reason"');
    expect(rest.join('\r\n')).toContain(
      `"'=HYPERLINK(""http://evil.example"")","ada@example.com","'+1","'@x","one,""two""\n-3","due","0",""\r\n`,
    );
    expect(rest[0]).toMatch(new RegExp(`^"${id}",`));
  });

  it('writes a JSON array of any length', async () => {
    const { receive, run } = await startOperator();
    expect(JSON.parse((await run('enquiries', 'export', '--json')).out)).toEqual([]);
    await receive();
    await receive({ name: 'Bob' });
    const exported = JSON.parse((await run('enquiries', 'export', '--json')).out) as StoredEnquiry[];
    expect(exported.map(({ name }) => name)).toEqual(['Bob', 'Ada Example']);
  });

  it('takes the filters of the list', async () => {
    const { receive, run } = await startOperator();
    await receive();
    const id = await receive({ name: 'Bob' });
    const exported = async (...options: string[]) =>
      JSON.parse((await run('enquiries', 'export', '--json', ...options)).out) as unknown;
    expect(await exported('--text', 'bob')).toMatchObject([{ id }]);
    expect(await exported('--state', 'failed')).toEqual([]);
    expect(await exported('--from', '2999-01-01')).toEqual([]);
    expect((await run('enquiries', 'export', '--state', 'lost')).code).toBe(2);
  });

  it('tells a person who watches how far it is, and clears it away', async () => {
    const { receive, runWith } = await startOperator();
    await receive();
    await receive();
    // Each look at the clock finds it a second on.
    const clock = vi.spyOn(Date, 'now');
    let time = 0;
    clock.mockImplementation(() => (time += 1000));
    const watched = await runWith({ terminal: { isWatched: true } }, 'enquiries', 'export', '--json');
    expect(watched.err).toMatch(/^\r\u001B\[K1 of 2 enquiries\r\u001B\[K2 of 2 enquiries.*\r\u001B\[K$/);
    expect(JSON.parse(watched.out)).toHaveLength(2);
    const screen = { isWatched: true, writesToScreen: true };
    expect((await runWith({ terminal: screen }, 'enquiries', 'export')).err).toBe('');
    expect((await runWith({}, 'enquiries', 'export')).err).toBe('');
  });
});
