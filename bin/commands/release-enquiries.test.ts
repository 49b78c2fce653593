import { expect, it } from 'vitest';
import { startOperator } from '../testing/operator.ts';

it('enquiries release queues what was taken for spam, and tells what was not', async () => {
  const operator = await startOperator();
  const spam = await operator.receiveSpam();
  const id = await operator.receive();
  const refused = `${id} is not quarantined.\nThere is no enquiry nobody.\n`;
  const none = { code: 1, out: '0 enquiries are released.\n', err: refused };
  expect(await operator.run('enquiries', 'release', id, 'nobody')).toEqual(none);
  const mixed = await operator.run('enquiries', 'release', id, 'nobody', spam, '--json');
  expect([mixed.code, mixed.err]).toEqual([1, '']);
  expect(JSON.parse(mixed.out)).toEqual({ released: [spam], notQuarantined: [id], unknown: ['nobody'] });
  expect(await operator.enquiries.find({ id: spam })).toMatchObject([{ delivery: { state: 'due' } }]);
  const other = await operator.receiveSpam();
  const one = { code: 0, out: '1 enquiry is released.\n', err: '' };
  expect(await operator.run('enquiries', 'release', other)).toEqual(one);
});
