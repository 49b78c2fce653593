import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries list', () => {
  it('shows the newest first, a line each', async () => {
    const { receive, run } = await startOperator();
    expect((await run('enquiries', 'list')).out).toBe('There are no enquiries.\n');
    const first = await receive();
    const second = await receive({ name: 'Bob', subject: 'x'.repeat(100) });
    const { out, err } = await run('enquiries', 'list');
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^ID +RECEIVED +MAIL +NAME +SUBJECT$/);
    expect(rows).toEqual([
      expect.stringMatching(new RegExp(`^${second}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  due   Bob +x{39}…$`)),
      expect.stringMatching(new RegExp(`^${first}  .*Ada Example +A quotation$`)),
    ]);
    expect(err).toBe('');
  });

  it('takes one state, and speaks JSON', async () => {
    const { composition, receive, run } = await startOperator();
    await receive();
    await composition.enquiries.deliverDue();
    const due = await receive();
    const { out } = await run('enquiries', 'list', '--state', 'due', '--json');
    expect(JSON.parse(out)).toMatchObject([{ id: due, name: fields.name, delivery: { state: 'due' } }]);
    expect((await run('enquiries', 'list', '--state', 'failed')).out).toBe('No enquiry is failed.\n');
  });

  it('says of what is quarantined why', async () => {
    const { receive, run } = await startOperator();
    await receive();
    const spam = await receive({ message: fields.message });
    const { out } = await run('enquiries', 'list', '--state', 'quarantined');
    expect(out).toMatch(/REASON\n/);
    expect(out).toMatch(new RegExp(`\n${spam}  .*  quarantined  .*the same text`));
  });

  it('takes a stretch of time, its last day included', async () => {
    const { receive, run } = await startOperator();
    const id = await receive();
    const today = new Date().toLocaleDateString('sv-SE');
    const listed = async (...options: string[]) =>
      (JSON.parse((await run('enquiries', 'list', '--json', ...options)).out) as unknown[]).length;
    expect(await listed('--from', today, '--until', today)).toBe(1);
    expect(await listed('--from', '2026-03-01T10:00Z', '--until', '2026-03-01T11:00Z')).toBe(0);
    expect(await listed('--from', '2999-01-01')).toBe(0);
    expect(await listed('--until', '2000-01-01')).toBe(0);
    expect((await run('enquiries', 'list', '--until', '2000-01-01')).out).toBe('No enquiry is like that.\n');
    expect((await run('enquiries', 'list', '--from', today)).out).toContain(id);
  });

  it('finds words', async () => {
    const { receive, run } = await startOperator();
    const id = await receive({ message: 'We use POWER platform' });
    await receive();
    const { out } = await run('enquiries', 'list', '--text', 'Power Platform', '--json');
    expect(JSON.parse(out)).toMatchObject([{ id }]);
  });

  it('tells the call for the next page, which can be taken as it is, until there is none', async () => {
    const { receive, run } = await startOperator();
    const ids = [await receive(), await receive(), await receive(), await receive(), await receive()].toReversed();
    const calls: string[] = [];
    const pages: string[][] = [];
    let args = ['enquiries', 'list', '--text', 'example', '--limit', '2', '--json'];
    do {
      const { out, err } = await run(...args);
      pages.push((JSON.parse(out) as { id: string }[]).map(({ id }) => id));
      const [total, call = ''] = err.split('\n');
      calls.push(`${total} ${call}`);
      args = call.split(' ').slice(4);
    } while (args.length > 0);
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const next = (id: string | undefined): string =>
      `These are 2 of 5. The next page: npm run admin -- enquiries list --text example --limit 2 --before ${id} --json`;
    expect(calls).toEqual([next(ids[1]), next(ids[3]), ' ']);
    expect((await run('enquiries', 'list', '--before', ids.at(-1) ?? '')).out).toBe('There are no older ones.\n');
  });

  it('quotes what a shell would take for its own in the call for the next page', async () => {
    const { receive, run } = await startOperator();
    await receive({ company: "Ada's & Co" });
    await receive({ company: "Ada's & Co" });
    const { err } = await run('enquiries', 'list', '--text', "ada's & co", '--limit', '1');
    expect(err).toContain(` --text 'ada'\\''s & co' --limit 1 --before `);
  });

  it.each([
    ['--state', 'lost'],
    ['--limit', '0'],
    ['--from', 'yesterday'],
    ['--until', '2026-02-30'],
  ])('refuses %s %s', async (...option) => {
    const { run } = await startOperator();
    const { code, err } = await run('enquiries', 'list', ...option);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^${option[0]} takes`));
  });

  it('refuses a time that ends before it begins', async () => {
    const { run } = await startOperator();
    const { code, err } = await run('enquiries', 'list', '--from', '2026-03-02', '--until', '2026-03-01');
    expect([code, err]).toEqual([2, expect.stringContaining('--from is after --until')]);
  });
});
