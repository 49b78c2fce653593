import { expect, it } from 'vitest';
import { parseView } from '../testing/browser.ts';
import { anna, startTestOffice, startOfficeWithEnquiry } from '../testing/office-under-test.ts';

it('a note that cannot be saved stands in the page that says so, with a form that sends it again', async () => {
  const { enquiries, people, enquiryPath, annasBrowser } = await startOfficeWithEnquiry();
  const locked = { ...enquiries, applyAction: () => Promise.reject(new Error('database is locked')) };
  const { browserOf } = await startTestOffice({}, { enquiries: locked, people });
  const answer = await (await browserOf(anna)).post(`${enquiryPath}/note`, { seen: '0', note: 'She rang back' });
  const { again } = await parseView(answer, 'message');
  const sent = { seen: '0', note: 'She rang back' };
  expect([answer.status, again]).toEqual([
    500,
    { action: `${enquiryPath}/note`, fields: { seen: ['0'], note: ['She rang back'] } },
  ]);
  expect(await annasBrowser.submitForm(`${enquiryPath}/note`, sent)).toEqual([303, `${enquiryPath}?done=note#notice`]);
});
