import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeReplyMail } from './reply.ts';
import { readMail } from '../../outbox/testing/read-mail.ts';
import { formatReference } from '../reference.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { Enquiry, StoredReply } from '../model.ts';
import { mailRoute } from '../testing/core-under-test.ts';
import {
  sampleFields,
  createSampleDelivery,
  createSampleEnquiry,
  createSampleMessage,
  createStoredEnquiry,
} from '../testing/samples.ts';

const receivedAt = new Date('2025-07-01T14:05:09Z');
const reference = formatReference(createSampleEnquiry(1).id);

const delivery = (state: Delivery['state'] = 'due') => createSampleDelivery(receivedAt, { state, deliveredAt: null });

/** Composes the second of two replies. */
function compose(changes: Partial<Enquiry> = {}, first: Delivery['state'] = 'delivered') {
  const written = { ...createSampleMessage({ by: 'anna@ours.example', direction: 'out' }), enquiryId: '1' };
  const [firstAt, at] = [1, 2].map((minutes) => new Date(receivedAt.getTime() + minutes * 60_000)) as [Date, Date];
  const text = 'Dear Ada,\n\nyes.\n-- \nAnna';
  const ids = (id: string) => ({ id, messageId: `<${id}@ours.example>` });
  const replies: [StoredReply, StoredReply] = [
    { ...written, ...ids('reply.1'), at: firstAt, text: 'Yes.', delivery: delivery(first) },
    { ...written, ...ids('reply.2'), at, text, delivery: delivery() },
  ];
  const { id, messageId } = ids('enquiry.1');
  const asked = createSampleMessage({ id, messageId, at: receivedAt, text: changes.message ?? sampleFields.message });
  const enquiry = createStoredEnquiry(1, { receivedAt, messages: [asked, ...replies], messageId, ...changes });
  return composeReplyMail(enquiry, replies[1], { ...mailRoute, to: ['office@ours.example', 'else@ours.example'] });
}

it('a reply is plain text as it was written, above what the visitor wrote, from us to them, answered to the office', async () => {
  const mail = await readMail(compose({ message: 'Good morning,\n\nplease call.' }));
  expect(mail).toMatchObject({
    from: mailRoute.from,
    to: [{ address: sampleFields.email }],
    replyTo: [{ name: mailRoute.siteName, address: 'office@ours.example' }],
    subject: `Re: ${sampleFields.subject} [${reference}]`,
  });
  expect(mail.html).toBeUndefined();
  expect(mail.text).toBe(
    `Dear Ada,\n\nyes.\n-- \nAnna\n\nTuesday, 1 July 2025 at 15:05:09 BST, ${sampleFields.name} wrote:\n> Good morning,\n>\n> please call.\n`,
  );
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'no' }));
});

it('a reply follows the enquiry and each answer that was delivered before it', () => {
  expect(compose().references).toEqual(['<enquiry.1@ours.example>', '<reply.1@ours.example>']);
  expect(compose({}, 'failed').references).toEqual(['<enquiry.1@ours.example>']);
});

it.each([
  ['Re: RE: re: A quotation', `Re: A quotation [${reference}]`],
  ['=?utf-8?q?=0D=0ABcc:?=', `Re: = ?utf-8?q?=0D=0ABcc:?= [${reference}]`],
  ['annexe\u202Efdp.exe', `Re: annexe[U+202E]fdp.exe [${reference}]`],
])('a reply to %j has the subject %j, and no header that nobody wrote', async (subject, shown) => {
  const mail = await readMail(compose({ subject, name: '"A" <b@example.com>, =?utf-8?q?x?=' }));
  expect([mail.subject, mail.to]).toEqual([shown, [{ name: '', address: sampleFields.email }]]);
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
});

const received = fc.record({
  by: fc.constantFrom(sampleFields.email, 'Ada@Example.com', 'mallory@example.net', 'anna@ours.example'),
  kind: fc.constantFrom('message', 'automatic', 'bounce' as const),
  isUnverified: fc.boolean(),
  claimsOffice: fc.boolean(),
});

it('nothing but the last words of the visitor is quoted to them, whoever else has written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(received, { maxLength: 5 }), async (mails) => {
      const messages = mails.map((mail, index) => {
        const ids = { id: `m${index}`, enquiryId: 'e', messageId: `<m${index}@x.example>` };
        return createSampleMessage({ ...ids, ...mail, at: receivedAt, text: `words-${index}.` });
      });
      const first = createSampleMessage({ id: 'a', enquiryId: 'e', text: 'words-first.', at: receivedAt });
      const at = new Date(receivedAt.getTime() + 60_000);
      const reply: StoredReply = { ...first, id: 'reply.1', direction: 'out', text: 'Yes.', at, delivery: delivery() };
      const enquiry = createStoredEnquiry(1, { messages: [first, ...messages, reply] });
      const { text, references } = composeReplyMail(enquiry, reply, { ...mailRoute, to: ['office@ours.example'] });
      const theirs = messages.filter(
        (one) => /^ada@/i.test(one.by) && one.kind === 'message' && !one.isUnverified && !one.claimsOffice,
      );
      expect(text.match(/words-\w+/g)).toEqual([(theirs.at(-1) ?? first).text.slice(0, -1)]);
      expect(references?.filter((id) => id.startsWith('<m'))).toEqual(theirs.map(({ messageId }) => messageId));
    }),
  );
});

it('a reply to what nobody has proved to be from the visitor quotes nothing', () => {
  const mail = createSampleMessage({ id: 'a', enquiryId: 'e', isUnverified: true, at: receivedAt });
  const reply: StoredReply = { ...mail, id: 'reply.1', direction: 'out', text: 'Yes.', delivery: delivery() };
  const enquiry = createStoredEnquiry(1, { messages: [mail, reply] });
  expect(composeReplyMail(enquiry, reply, { ...mailRoute, to: ['office@ours.example'] }).text).toBe('Yes.\n');
});
