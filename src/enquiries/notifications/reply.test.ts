import PostalMime from 'postal-mime';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { composeReplyMail } from './reply.ts';
import { toNodemailerMessage } from '../../outbox/smtp-mailer.ts';
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
  const replies: StoredReply[] = [
    {
      ...written,
      at: firstAt,
      id: 'reply.1',
      messageId: '<reply.1@ours.example>',
      text: 'Yes.',
      delivery: delivery(first),
    },
    { ...written, at, id: 'reply.2', messageId: '<reply.2@ours.example>', text, delivery: delivery() },
  ];
  const asked = createSampleMessage({
    at: receivedAt,
    messageId: '<enquiry.1@ours.example>',
    text: changes.message ?? sampleFields.message,
  });
  const enquiry = createStoredEnquiry(1, {
    receivedAt,
    messages: [asked, ...replies],
    messageId: '<enquiry.1@ours.example>',
    ...changes,
  });
  return composeReplyMail(enquiry, replies[1] as StoredReply, {
    ...mailRoute,
    to: ['office@ours.example', 'else@ours.example'],
  });
}

async function readBack(changes: Partial<Enquiry> = {}) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(toNodemailerMessage(compose(changes)));
  return PostalMime.parse(message as Buffer);
}

it('a reply is plain text as it was written, above what the visitor wrote, from us to them, answered to the office', async () => {
  const mail = await readBack({ message: 'Good morning,\n\nplease call.' });
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
  const mail = await readBack({ subject, name: '"A" <b@example.com>, =?utf-8?q?x?=' });
  expect([mail.subject, mail.to, mail.cc, mail.bcc]).toEqual([
    shown,
    [{ name: '', address: sampleFields.email }],
    undefined,
    undefined,
  ]);
});

it.each(['name', 'email', 'subject'])('a reply is never composed with a line break in %s', (field) => {
  expect(() => compose({ [field]: 'a@example.com\r\nBcc: all@example.com' })).toThrow(/line break/);
});
