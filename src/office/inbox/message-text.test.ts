import { expect, it } from 'vitest';
import type { StoredMessage } from '../../enquiries/model.ts';
import { createSampleMessage, createStoredEnquiry } from '../../enquiries/testing/samples.ts';
import { listMessageParts } from './message-text.tsx';

const words = 'I accept your offer of May.';

it.each<[isQuoted: boolean, who: string, changes: Partial<StoredMessage>]>([
  [true, 'we', { direction: 'out', by: 'anna@ours.example' }],
  [true, 'the visitor', {}],
  [false, 'a third person', { by: 'mallory@example.net' }],
  [false, 'somebody with the visitor’s address, not verified,', { isUnverified: true }],
  [false, 'somebody with an address of ours', { claimsOffice: true, by: 'anna@ours.example' }],
  [false, 'a program', { kind: 'automatic' }],
])('that a quotation is folded is %s if %s wrote its words before', (isQuoted, _who, changes) => {
  const { id, messages } = createStoredEnquiry(1);
  const before = createSampleMessage({ id: 'b', enquiryId: id, text: words, ...changes });
  const text = `Hello\n\nFrom: A\nSent: B\nSubject: C\n\n${words}`;
  const enquiry = createStoredEnquiry(1, {
    messages: [...messages, before, createSampleMessage({ id: 'c', enquiryId: id, text })],
  });
  const parts = listMessageParts(enquiry, new Set(enquiry.messages.map((message) => message.id))).get('c');
  expect(parts?.find((part) => part.text.includes(words))).toMatchObject({ isQuoted });
});
