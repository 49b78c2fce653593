import { expect, test } from 'vitest';

import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { mainText, readDocument, textsOf } from '../testing/read-document.tsx';
import {
  enquiryView,
  hoursAgo,
  sampleAct,
  sampleDelivered,
  sampleDelivery,
  sampleStored,
} from '../testing/sample-views.ts';
import type { View } from '../testing/views.ts';

test.each<[string, Partial<StoredEnquiry>, string[]]>([
  ['waiting', {}, ['answer', 'retry', 'spam', 'assign', 'note']],
  ['answered', { handling: 'answered' }, ['reopen', 'retry', 'spam', 'assign', 'note']],
  [
    'set aside',
    { handling: 'set aside', delivery: sampleDelivery({ state: 'quarantined' }) },
    ['release', 'assign', 'note'],
  ],
  ['on its way', { delivery: sampleDelivery({ state: 'due' }) }, ['answer', 'spam', 'assign', 'note']],
])('an enquiry that is %s offers what can be done with it', (_state, changes, acts) => {
  expect(actsOf(enquiryView(sampleStored(1, changes)))).toEqual(acts);
});

test('every act says which version of the enquiry was seen', () => {
  const elements = readDocument(enquiryView(sampleStored(1, { version: 41 })));
  const seen = elements.filter(({ attributes }) => attributes['name'] === 'seen');
  expect(seen.map(({ attributes }) => attributes['value'])).toEqual(Array(5).fill('41'));
});

test('an address in a message is text, and so is that of the sender', () => {
  const message = 'See https://evil.example and mail me@evil.example';
  const view = enquiryView(sampleStored(1, { message, email: 'eve@evil.example' }), { reply: 'mailto:the-reply' });
  const links = readDocument(view).filter(({ tag }) => tag === 'a');
  expect(links.filter(({ text }) => text.includes('evil.example'))).toEqual([]);
  const outside = links.map(({ attributes }) => attributes['href'] ?? '').filter((href) => !/^[/#]/.test(href));
  expect(outside).toEqual(['mailto:the-reply']);
});

test('the lines of a message stay lines, and each has its own reading direction', () => {
  const elements = readDocument(enquiryView(sampleStored(1, { message: 'one\n\ntwo' })));
  const words = elements.find(({ tag }) => tag === 'pre');
  expect(words?.attributes['dir']).toBe('auto');
});

test('characters that nobody would see stand in the page as marks, and in its title in brackets', () => {
  const elements = readDocument(enquiryView(sampleStored(1, { subject: 'invoice\u202Efdp.exe' })));
  expect(textsOf(elements, 'h1')).toEqual(['invoiceU+202Efdp.exe']);
  expect(textsOf(elements, 'title')[0]).toMatch(/^invoice\[U\+202E\]fdp\.exe, /);
  const marks = elements.filter(({ tag }) => tag === 'abbr');
  expect(marks.map(({ attributes }) => attributes['title'])).toEqual(['right-to-left override']);
});

test('what became of each delivery is said in words', () => {
  const failed = sampleDelivery({
    state: 'failed',
    attempts: 12,
    deliveredAt: null,
    lastReason: '550 no such mailbox',
  });
  const again = sampleDelivery({
    state: 'due',
    attempts: 2,
    dueAt: hoursAgo(-1),
    deliveredAt: null,
    lastReason: 'busy',
  });
  const deliveries = [
    sampleDelivered('mail', '', failed),
    sampleDelivered('acknowledgement'),
    sampleDelivered('webhook', 'enquiry.received', again),
  ];
  const text = mainText(enquiryView(sampleStored(1), { deliveries }));
  expect(text).toMatch(/Mail to you: given up after 12 attempts\. ?The answer was: 550 no such mailbox/);
  expect(text).toMatch(/Acknowledgement to the visitor: sent, [A-Z]\w+ \d\d:\d\d\./);
  expect(text).toMatch(
    /webhook \(new enquiry\): not sent yet after 2 attempts; the next one is due [A-Z]\w+ \d\d:\d\d/,
  );
});

test('who did what is told, with the words of a note', () => {
  const activity = [
    sampleAct({ id: '1', act: 'assign', detail: 'anna@example.com' }),
    sampleAct({ id: '2', act: 'note', detail: 'Called back.' }),
  ];
  const text = mainText(enquiryView(sampleStored(1), { activity }));
  expect(text).toContain('ben@example.com assigned it to anna@example.com');
  expect(text).toMatch(/ben@example\.com wrote a note on it ?Called back\./);
});

test('a note that was typed and not saved is in its field again', () => {
  expect(textsOf(readDocument(enquiryView(sampleStored(1), { note: 'half a no' })), 'textarea')).toEqual(['half a no']);
});

test('others of the same address are found, and all of a person can be erased', () => {
  const view = enquiryView(sampleStored(1, { email: 'ada+x@example.com' }), { fromSameAddress: 3 });
  const links = readDocument(view).filter(({ tag }) => tag === 'a');
  const hrefOf = (words: string) => links.find(({ text }) => text === words)?.attributes['href'];
  expect(hrefOf('3 enquiries from this address')).toBe('/search?words=ada%2Bx%40example.com');
  expect(hrefOf('Erase this person…')).toBe('/erase?email=ada%2Bx%40example.com');
});

test('who is assigned stays chosen, even if that person is gone', () => {
  const elements = readDocument(enquiryView(sampleStored(1, { assignedTo: 'gone@example.com' })));
  const chosen = elements.filter(({ tag, attributes }) => tag === 'option' && 'selected' in attributes);
  expect(chosen.map(({ text }) => text)).toEqual(['gone@example.com']);
});

function actsOf(view: View<'enquiry'>): (string | undefined)[] {
  return readDocument(view)
    .map(({ attributes }) => /^\/enquiries\/[^/]+\/(\w+)$/.exec(attributes['action'] ?? '')?.[1])
    .filter((act) => act !== undefined);
}
