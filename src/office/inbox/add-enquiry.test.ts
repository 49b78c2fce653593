import { expect, it } from 'vitest';
import { insertMessage } from '../../enquiries/save-transition.ts';
import { sampleFields } from '../../enquiries/testing/samples.ts';
import { anna, startOfficeWithEnquiry } from '../testing/office-under-test.ts';

const path = '/enquiries/new';

/** Starts an office with a mail in Other mail. */
async function startWithMail(author: string, text = 'Hello') {
  const office = await startOfficeWithEnquiry();
  const mailId = '01a1fc16-0000-7000-8000-000000000001';
  const mail = { id: mailId, author, text, subject: 'Re: bridges', sentAt: office.clock.now() };
  const shape = { direction: 'in', kind: 'message', messageId: '<1@x>', hash: '1' } as const;
  await insertMessage(office.database, null, { ...mail, ...shape });
  return { ...office, mailId, mailPath: `/mail/${mailId}` };
}

it('an enquiry is taken down with the fields of the form, for whoever takes it down', async () => {
  const { annasBrowser, enquiries } = await startOfficeWithEnquiry();
  const [status, location] = await annasBrowser.submitForm(path, {
    ...sampleFields,
    message: 'She called.',
    mine: 'on',
  });
  const [made] = await enquiries.list({ limit: 1 });
  expect([status, location]).toEqual([303, `/enquiries/${made?.id}?done=add-enquiry`]);
  expect(made).toMatchObject({ ...sampleFields, message: 'She called.', assignee: anna });
});

it.each([
  ['is not valid', 422, { email: 'Ada' }],
  ['came back after signing in', 200, { resumed: 'yes' }],
])('what %s is shown again, and not saved', async (_what, expected, changes) => {
  const { annasBrowser, enquiries } = await startOfficeWithEnquiry();
  const [status, view] = await annasBrowser.postForView('add enquiry', path, { ...sampleFields, ...changes });
  expect([status, view.values.message, view.notice?.kind]).toEqual([expected, sampleFields.message, 'problem']);
  expect(Object.keys(view.errors ?? {})).toEqual('email' in changes ? ['email'] : []);
  expect(await enquiries.count({})).toBe(1);
});

it('a mail without an address leads to the form, and is with what a person has filled in', async () => {
  const long = 'Hello'.repeat(3000);
  const { annasBrowser, mailPath, mailId, enquiries } = await startWithMail('', long);
  expect(await annasBrowser.submitForm(`${mailPath}/enquiry`)).toEqual([303, `${path}?mail=${mailId}`]);
  const { values } = await annasBrowser.getView(`${path}?mail=${mailId}`, 'add enquiry');
  expect(values).toMatchObject({ email: '', subject: 'Re: bridges', message: long.slice(0, 10_000) });
  const confirmed = { ...sampleFields, mail: mailId };
  expect((await annasBrowser.submitForm(path, confirmed))[0]).toBe(303);
  const [made] = await enquiries.list({ limit: 1 });
  expect(made?.messages).toMatchObject([{ isNoted: true }, { text: long }]);
  expect((await annasBrowser.submitForm(path, confirmed))[0]).toBe(404);
});

it('the page of a mail offers the enquiries of its author, or those that are searched for, and puts it into one', async () => {
  const { annasBrowser, mailPath, id, enquiries } = await startWithMail(sampleFields.email);
  await enquiries.addEnquiry({
    fields: { ...sampleFields, email: 'cleo@example.org', subject: 'Zebras' },
    actor: anna,
  });
  const find = async (query: string) => (await annasBrowser.getView(mailPath + query, 'mail')).targets;
  expect(await find('')).toMatchObject([{ id }]);
  const [zebras] = await find('?find=zebra');
  expect(zebras).toMatchObject({ subject: 'Zebras' });
  const into = zebras?.id ?? '';
  expect(await annasBrowser.submitForm(`${mailPath}/put-in`, { into })).toEqual([
    303,
    `/enquiries/${into}?done=put-in`,
  ]);
  expect((await annasBrowser.submitForm(`${mailPath}/put-in`, { into }))[0]).toBe(404);
});
