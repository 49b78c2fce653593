import { expect, test } from 'vitest';

import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { mainText, readDocument, textsOf, valuesOf } from '../testing/read-document.tsx';
import {
  enquiryView,
  hoursAgo,
  sampleAct,
  sampleDelivered,
  sampleDelivery,
  sampleStored,
} from '../testing/sample-views.ts';
import type { View } from '../testing/views.ts';

/** The page of an enquiry that is so. */
const pageOf = (changes: Partial<StoredEnquiry>, view: Partial<View<'enquiry'>> = {}) =>
  readDocument(enquiryView(sampleStored(1, changes), view));

test.each<[string, Partial<StoredEnquiry>, string]>([
  ['waiting', {}, 'answer retry spam assign note'],
  ['answered', { handling: 'answered' }, 'reopen retry spam assign note'],
  ['set aside', { handling: 'set aside', delivery: sampleDelivery({ state: 'quarantined' }) }, 'release assign note'],
  ['on its way', { delivery: sampleDelivery({ state: 'due' }) }, 'answer spam assign note'],
])(
  'an enquiry that is %s offers what can be done with it, and says which version was seen',
  (_state, changes, acts) => {
    const elements = pageOf({ ...changes, version: 41 });
    const offered = valuesOf(elements, 'action').flatMap((to) => /^\/enquiries\/[^/]+\/(\w+)$/.exec(to)?.[1] ?? []);
    expect(offered.join(' ')).toBe(acts);
    expect(valuesOf(elements, 'value', { name: 'seen' })).toEqual(offered.map(() => '41'));
  },
);

test('an address in a message is text, and so is that of the sender', () => {
  const message = 'See https://evil.example and mail me@evil.example';
  const links = pageOf({ message, email: 'eve@evil.example' }, { reply: 'mailto:the-reply' }).filter(
    ({ tag }) => tag === 'a',
  );
  expect(links.filter(({ text }) => text.includes('evil.example'))).toEqual([]);
  expect(valuesOf(links, 'href').filter((href) => !/^[/#]/.test(href))).toEqual(['mailto:the-reply']);
});

test('the lines of a message stay lines, and each has its own reading direction', () => {
  const elements = pageOf({ message: 'one\n\ntwo' });
  expect(elements.find(({ tag }) => tag === 'pre')?.attributes['dir']).toBe('auto');
});

test('characters that nobody would see stand in the page as marks, and in its title in brackets', () => {
  const elements = pageOf({ subject: 'invoice\u202Efdp.exe' });
  expect(textsOf(elements, 'h1')).toEqual(['invoiceU+202Efdp.exe']);
  expect(textsOf(elements, 'title')[0]).toMatch(/^invoice\[U\+202E\]fdp\.exe, /);
  expect(valuesOf(elements, 'title')).toEqual(['right-to-left override']);
});

test('what became of each delivery is said in words', () => {
  const refused = { deliveredAt: null, attempts: 12, lastReason: '550 no such mailbox' };
  const again = sampleDelivery({ ...refused, state: 'due', attempts: 2, dueAt: hoursAgo(-1) });
  const deliveries = [
    sampleDelivered('mail', '', sampleDelivery({ ...refused, state: 'failed' })),
    sampleDelivered('acknowledgement'),
    sampleDelivered('webhook', 'enquiry.received', again),
  ];
  const text = mainText(enquiryView(sampleStored(1), { deliveries }));
  for (const words of [
    /Mail to you: given up after 12 attempts\. ?The answer was: 550 no such mailbox/,
    /Acknowledgement to the visitor: sent, [A-Z]\w+ \d\d:\d\d\./,
    /webhook \(new enquiry\): not sent yet after 2 attempts; the next one is due [A-Z]\w+ \d\d:\d\d/,
  ])
    expect(text).toMatch(words);
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
  expect(textsOf(pageOf({}, { note: 'half a no' }), 'textarea')).toEqual(['half a no']);
});

test('others of the same address are found, and all of a person can be erased', () => {
  const links = pageOf({ email: 'ada+x@example.com' }, { fromSameAddress: 3 });
  const hrefOf = (words: string) => links.find(({ text }) => text === words)?.attributes['href'];
  expect(hrefOf('3 enquiries from this address')).toBe('/search?words=ada%2Bx%40example.com');
  expect(hrefOf('Erase this person…')).toBe('/erase?email=ada%2Bx%40example.com');
});

test('who is assigned stays chosen, even if that person is gone', () => {
  const options = pageOf({ assignedTo: 'gone@example.com' }).filter(({ attributes }) => 'selected' in attributes);
  expect(textsOf(options, 'option')).toEqual(['gone@example.com']);
});
