import { expect, it } from 'vitest';
import { referenceOf } from '../../enquiries/core/reference.ts';
import { anna, bob, startWithOne } from '../testing/inbox-under-test.ts';

it('the history tells who did what to which enquiry, the latest first, page by page', async () => {
  const { annas, id, enquiries } = await startWithOne();
  await enquiries.act(id, { act: 'answer' }, { who: bob });
  for (let number = 1; number <= 51; number += 1) await enquiries.keep('export', anna, `${number}`);
  const first = await annas.view('/history', 'history');
  expect([first.acts.length, first.acts[0]?.detail, first.acts.at(-1)?.detail]).toEqual([50, '51', '2']);
  const second = await annas.view(first.next ?? '', 'history');
  expect(second.acts).toMatchObject([{ detail: '1' }, { act: 'answer', by: bob, reference: referenceOf(id) }]);
  expect(second.next).toBeUndefined();
});
