import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredMessage } from './model.ts';
import { maxRecipients, normaliseRecipients, parseRecipients, proposeRecipients } from './recipients.ts';
import { createSampleMessage, createStoredEnquiry, sampleFields } from './testing/samples.ts';

const office = new Set(['office@ours.example', 'anna@ours.example']);
const toAddress = (address: string, name = '') => ({ name, address });
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Creates a conversation of these messages after one by the form. */
function createConversation(messages: readonly Partial<StoredMessage>[]) {
  const enquiry = createStoredEnquiry(1);
  const written = messages.map((message, index) =>
    createSampleMessage({ enquiryId: enquiry.id, id: `${enquiry.id}-${index}`, ...message }),
  );
  return { ...enquiry, messages: [...enquiry.messages, ...written] };
}

const strangers = Array.from({ length: 12 }, (_, number) => `s${number}@example.org`);
const mailbox = fc.constantFrom('ada@example.com', 'ADA@Example.com', ...office, 'Office@ours.example', ...strangers);
const recipients = fc.array(fc.oneof(mailbox, fc.constantFrom('no address', 'x@y', '"q"@example.org')), {
  maxLength: 14,
});
const message = fc.record({
  direction: fc.constantFrom('in', 'in', 'out'),
  kind: fc.constantFrom('message', 'message', 'automatic', 'bounce'),
  by: mailbox,
  isUnverified: fc.boolean(),
  claimsOffice: fc.boolean(),
  recipients: recipients.map((all) => all.map((one) => toAddress(one))),
  replyTo: fc.oneof(fc.constant(''), mailbox),
}) satisfies fc.Arbitrary<Partial<StoredMessage>>;

describe('who is proposed for a copy', () => {
  it('is nobody by a mail that is known to be forged or not from the visitor, and never the office or the visitor', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
        const proposed = proposeRecipients(createConversation(messages), office);
        const ofVisitor = messages.filter(
          ({ direction, kind, by, isUnverified, claimsOffice }) =>
            direction === 'in' && kind === 'message' && isSame(by, 'ada@example.com') && !isUnverified && !claimsOffice,
        );
        const named = ofVisitor.at(-1)?.recipients ?? [];
        const presets = proposed.filter(({ isPreset }) => isPreset);
        expect(presets.filter((one) => !named.some(({ address }) => isSame(address, one.address)))).toEqual([]);
        expect(presets.length).toBeLessThan(maxRecipients);
        const addresses = proposed.map(({ address }) => address.toLowerCase());
        expect(addresses).toEqual([...new Set(addresses)].filter((one) => /^s\d+@/.test(one)));
        const everybody = messages
          .filter(({ kind }) => kind === 'message')
          .flatMap(({ direction, by, recipients: to, replyTo }) => [
            ...(direction === 'in' ? [by] : []),
            ...to.map(({ address }) => address),
            replyTo,
          ]);
        expect(addresses).toEqual(expect.arrayContaining(everybody.filter((one) => strangers.includes(one))));
      }),
    );
  });

  it('begins with those of the visitor’s last mail, with their names, and where it asks for the answer', () => {
    const bob = toAddress('bob@example.com', 'Bob');
    const conversation = createConversation([
      { recipients: [toAddress('earlier@example.com')] },
      { recipients: [toAddress('office@ours.example'), bob], replyTo: 'desk@example.com' },
      { by: 'eve@example.net', byName: 'Eve', recipients: [toAddress('mallory@example.net')] },
      { isUnverified: true, recipients: [toAddress('trudy@example.net')], replyTo: 'trap@example.net' },
    ]);
    expect(proposeRecipients(conversation, office)).toEqual([
      { ...bob, isPreset: true, isReplyTo: false },
      { ...toAddress('desk@example.com'), isPreset: false, isReplyTo: true },
      ...['trudy@example.net', 'trap@example.net'].map((address) => ({
        ...toAddress(address),
        isPreset: false,
        isReplyTo: false,
      })),
      { ...toAddress('eve@example.net', 'Eve'), isPreset: false, isReplyTo: false },
      { ...toAddress('mallory@example.net'), isPreset: false, isReplyTo: false },
      { ...toAddress('earlier@example.com'), isPreset: false, isReplyTo: false },
    ]);
  });
});

const many = Array.from({ length: maxRecipients }, (_, number) => `p${number}@example.com`);
it.each<[string, readonly string[] | null]>([
  ['', []],
  ['bob@example.com,, BOB@example.com; Ada <ADA@example.com>', ['BOB@example.com']],
  ['"Doe J" <j@example.com>', ['j@example.com']],
  ['"Doe, J" <j@example.com>', null],
  ['bob@example.com eve@example.net', null],
  ['bob', null],
  ['bob@example.com\r\nBcc: eve@example.net', null],
  ['bob@example.com, <eve@example.net>\u0000', null],
  [many.slice(1).join(), many.slice(1)],
  [many.join(), null],
])('the recipients that somebody types as %j are %j', (typed, addresses) => {
  const found = normaliseRecipients(parseRecipients(typed), sampleFields.email);
  expect(found?.map(({ address }) => address) ?? null).toEqual(addresses);
});
