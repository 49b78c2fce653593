import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries erase', () => {
  it('only shows what it would erase, until --yes', async () => {
    const { composition, receive, run } = await startOperator();
    const id = await receive();
    const { code, out, err } = await run('enquiries', 'erase', fields.email);
    expect(code).toBe(2);
    expect(out).toContain(id);
    expect(err).toContain('--yes to erase 1 enquiry;');
    expect(JSON.parse((await run('enquiries', 'erase', id, '--json')).out)).toEqual({ wouldErase: [id] });
    expect(await composition.enquiries.count({})).toBe(1);
  });

  it('erases one person’s enquiries with the mails kept of them, and nobody else’s', async () => {
    const { composition, config, receive, run } = await startOperator();
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
    const { run } = await startOperator();
    expect(await run('enquiries', 'erase', 'nobody@example.com', '--yes')).toMatchObject({ code: 1, out: '' });
    expect((await run('enquiries', 'erase')).code).toBe(2);
  });
});
