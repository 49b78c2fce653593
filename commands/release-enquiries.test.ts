import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { startOperator } from './testing/operator.ts';

describe('enquiries release', () => {
  it('queues what was taken for spam, and tells what was not', async () => {
    const operator = await startOperator();
    const spam = await operator.receiveSpam();
    const id = await operator.receive();
    const refused = `${id} is not quarantined.\nThere is no enquiry nobody.\n`;
    const none = { code: 1, out: '0 enquiries are released.\n', err: refused };
    expect(await operator.run('enquiries', 'release', id, 'nobody')).toEqual(none);
    const mixed = await operator.run('enquiries', 'release', id, 'nobody', referenceOf(spam), '--json');
    expect([mixed.code, mixed.err]).toEqual([1, '']);
    expect(JSON.parse(mixed.out)).toEqual({ released: [spam], notQuarantined: [id], unknown: ['nobody'] });
    expect(await operator.enquiries.find({ id: spam })).toMatchObject([{ delivery: { state: 'due' } }]);
    const other = await operator.receiveSpam();
    const one = { code: 0, out: '1 enquiry is released.\n', err: '' };
    expect(await operator.run('enquiries', 'release', other)).toEqual(one);
  });

  it('releases of what passes a filter only what is set aside', async () => {
    const { enquiries, receive, receiveSpam, runJson } = await startOperator();
    const id = await receive();
    const spam = [await receiveSpam(), await receiveSpam()].toReversed();
    await enquiries.deliverDue();
    const nothing = { released: [], notQuarantined: [], unknown: [] };
    expect(await runJson('enquiries', 'release', '--state', 'delivered')).toEqual(nothing);
    expect(await runJson('enquiries', 'release', '--state', 'waiting')).toEqual(nothing);
    expect(await runJson('enquiries', 'release', '--until', '2000-01-01')).toEqual(nothing);
    const all = { ...nothing, released: spam };
    expect(await runJson('enquiries', 'release', '--from', '2000-01-01')).toEqual(all);
    expect(await enquiries.find({ id })).toMatchObject([{ version: 0, delivery: { state: 'delivered' } }]);
  });
});
