import { expect, it } from 'vitest';
import { viewOf } from '../testing/browser.ts';
import { anna, startInbox, startWithOne } from '../testing/inbox-under-test.ts';

it('a note that cannot be saved stands in the page that says so, with a form that sends it again', async () => {
  const { enquiries, people, page, annas } = await startWithOne();
  const locked = { ...enquiries, act: () => Promise.reject(new Error('database is locked')) };
  const { browserOf } = await startInbox({}, { enquiries: locked, people });
  const answer = await (await browserOf(anna)).post(`${page}/note`, { seen: '0', note: 'She rang back' });
  const { again } = await viewOf(answer, 'message');
  const sent = { seen: '0', note: 'She rang back' };
  expect([answer.status, again]).toEqual([500, { to: `${page}/note`, sent: { seen: ['0'], note: ['She rang back'] } }]);
  expect(await annas.press(`${page}/note`, sent)).toEqual([303, `${page}?done=note`]);
});
