import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries release', () => {
  it('mails what was taken for spam', async () => {
    const { composition, config, receive, run } = await startOperator();
    await receive();
    const spam = await receive({ message: fields.message });
    await composition.enquiries.deliverDue();
    expect(readdirSync(config.mailFolder)).not.toContain(`${spam}.eml`);
    expect(await run('enquiries', 'release', spam)).toEqual({ code: 0, out: '1 enquiry is released.\n', err: '' });
    await composition.enquiries.deliverDue();
    expect(readdirSync(config.mailFolder)).toContain(`${spam}.eml`);
  });

  it('tells what was not quarantined, and what there is not', async () => {
    const { receive, run } = await startOperator();
    const id = await receive();
    const spam = await receive({ message: fields.message });
    const { code, out, err } = await run('enquiries', 'release', id, 'nobody');
    expect([code, out]).toEqual([1, '0 enquiries are released.\n']);
    expect(err).toBe(`${id} is not quarantined.\nThere is no enquiry nobody.\n`);
    const mixed = await run('enquiries', 'release', id, 'nobody', spam, '--json');
    expect(mixed.code).toBe(1);
    expect(JSON.parse(mixed.out)).toEqual({ released: [spam], notQuarantined: [id], unknown: ['nobody'] });
    expect((await run('enquiries', 'release')).code).toBe(2);
  });
});
