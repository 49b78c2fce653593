import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries list', () => {
  it('shows the newest first, a line each', async () => {
    const { receive, run } = startOperator();
    expect((await run('enquiries', 'list')).out).toBe('There are no enquiries.\n');
    const first = await receive();
    const second = await receive({ name: 'Bob', subject: 'x'.repeat(100) });
    const [head, ...rows] = (await run('enquiries', 'list')).out.trimEnd().split('\n');
    expect(head).toMatch(/^ID +RECEIVED +MAIL +NAME +SUBJECT$/);
    expect(rows).toEqual([
      expect.stringMatching(new RegExp(`^${second}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  due   Bob +x{39}…$`)),
      expect.stringMatching(new RegExp(`^${first}  .*Ada Example +A quotation$`)),
    ]);
  });

  it('can be limited, to a state too, and speaks JSON', async () => {
    const { composition, receive, run } = startOperator();
    await receive();
    await composition.enquiries.deliverDue();
    const due = await receive();
    const { out } = await run('enquiries', 'list', '--state', 'due', '--json');
    expect(JSON.parse(out)).toMatchObject([{ id: due, ...fields, delivery: { state: 'due' } }]);
    expect(JSON.parse((await run('enquiries', 'list', '--limit', '1', '--json')).out)).toHaveLength(1);
    expect((await run('enquiries', 'list', '--state', 'failed')).out).toBe('No enquiry is failed.\n');
    expect((await run('enquiries', 'list', '--state', 'lost')).code).toBe(2);
    expect((await run('enquiries', 'list', '--limit', '0')).code).toBe(2);
  });
});

describe('enquiries show', () => {
  it('shows one in full', async () => {
    const { receive, run } = startOperator();
    const id = await receive();
    const { code, out } = await run('enquiries', 'show', id);
    expect(code).toBe(0);
    for (const text of [id, ...Object.values(fields), 'due now']) expect(out).toContain(text);
    expect(JSON.parse((await run('enquiries', 'show', id, '--json')).out)).toMatchObject({ id, ...fields });
  });

  it('says when there is no such enquiry', async () => {
    const { run } = startOperator();
    expect(await run('enquiries', 'show', 'nobody')).toEqual({
      code: 1,
      out: '',
      err: 'There is no enquiry nobody.\n',
    });
    expect((await run('enquiries', 'show')).code).toBe(2);
  });
});

describe('enquiries export', () => {
  it('writes CSV that no spreadsheet takes for formulas', async () => {
    const { receive, run } = startOperator();
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
    const { receive, run } = startOperator();
    expect(JSON.parse((await run('enquiries', 'export', '--json')).out)).toEqual([]);
    await receive();
    await receive({ name: 'Bob' });
    const exported = JSON.parse((await run('enquiries', 'export', '--json')).out) as StoredEnquiry[];
    expect(exported.map(({ name }) => name)).toEqual(['Bob', 'Ada Example']);
    expect(JSON.parse((await run('enquiries', 'export', '--json', '--state', 'failed')).out)).toEqual([]);
  });
});

describe('enquiries retry', () => {
  it('queues what is named, and tells what is unknown', async () => {
    const { composition, receive, run } = startOperator();
    const id = await receive();
    await composition.enquiries.deliverDue();
    expect(await run('enquiries', 'retry', id)).toEqual({ code: 0, out: '1 mail is queued again.\n', err: '' });
    expect(await composition.enquiries.find({ id })).toMatchObject([{ delivery: { state: 'due', attempts: 0 } }]);
    const { code, out } = await run('enquiries', 'retry', id, 'nobody', '--json');
    expect([code, JSON.parse(out)]).toEqual([1, { queued: [id], unknown: ['nobody'] }]);
  });

  it('queues all that failed', async () => {
    const { run } = startOperator();
    expect((await run('enquiries', 'retry', '--failed')).out).toBe('0 mails are queued again.\n');
    expect((await run('enquiries', 'retry')).code).toBe(2);
    expect((await run('enquiries', 'retry', 'x', '--failed')).code).toBe(2);
  });
});

describe('enquiries erase', () => {
  it('only shows what it would erase, until --yes', async () => {
    const { composition, receive, run } = startOperator();
    const id = await receive();
    const { code, out, err } = await run('enquiries', 'erase', fields.email);
    expect(code).toBe(2);
    expect(out).toContain(id);
    expect(err).toContain('--yes');
    expect(JSON.parse((await run('enquiries', 'erase', id, '--json')).out)).toEqual({ wouldErase: [id] });
    expect(await composition.enquiries.list({ limit: 10 })).toHaveLength(1);
  });

  it('erases one person’s enquiries with the mails kept of them, and nobody else’s', async () => {
    const { composition, config, receive, run } = startOperator();
    await receive();
    await receive();
    const other = await receive({ email: 'else@example.com' });
    await composition.enquiries.deliverDue();
    const { code, out } = await run('enquiries', 'erase', 'ADA@example.com', '--yes');
    expect(code).toBe(0);
    expect(out).toMatch(/Erased 2 enquiries\.\n$/);
    expect(await composition.enquiries.list({ limit: 10 })).toMatchObject([{ id: other }]);
    expect(readdirSync(config.mailFolder)).toEqual([`${other}.eml`]);
    expect(JSON.parse((await run('enquiries', 'erase', other, '--yes', '--json')).out)).toEqual({ erased: [other] });
  });

  it('says when there is nothing to erase', async () => {
    const { run } = startOperator();
    expect(await run('enquiries', 'erase', 'nobody@example.com', '--yes')).toMatchObject({ code: 1, out: '' });
    expect((await run('enquiries', 'erase')).code).toBe(2);
  });
});
