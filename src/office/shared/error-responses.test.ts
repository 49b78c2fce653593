import { expect, it } from 'vitest';
import { anna, startTestOffice, startOfficeWithEnquiry } from '../testing/office-under-test.ts';

it('a note that cannot be saved stands in the page that says so, with a form that sends it again', async () => {
  const { enquiries, people, enquiryPath, act } = await startOfficeWithEnquiry();
  const locked = { ...enquiries, applyAction: () => Promise.reject(new Error('database is locked')) };
  const { browserOf } = await startTestOffice({}, { enquiries: locked, people });
  const [action, note] = [`${enquiryPath}/note`, 'She rang back'];
  const [status, { again }] = await (await browserOf(anna)).postForView('message', action, { seen: '0', note });
  expect([status, again]).toEqual([500, { action, fields: { seen: ['0'], note: [note] } }]);
  expect(await act('note', { note })).toEqual([303, `${enquiryPath}?done=note#notice`]);
});
