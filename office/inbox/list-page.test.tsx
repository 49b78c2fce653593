import { expect, test } from 'vitest';

import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { mainText, readDocument, textsOf, valuesOf } from '../testing/read-document.tsx';
import { hoursAgo, listView, sampleDelivery, sampleStored } from '../testing/sample-views.ts';
import type { View } from '../testing/views.ts';
import type { Folder } from './folders.ts';

/** The page of a list with one enquiry that is so. */
const viewWith = (changes: Partial<StoredEnquiry>, view: Partial<View<'list'>> = {}) =>
  listView({ items: [sampleStored(1, changes)], ...view });

test('the time that is left comes before everything else of an enquiry that waits', () => {
  expect(mainText(viewWith({ receivedAt: hoursAgo(20.5) }))).toMatch(/Choose A quotation ?3 h left ?A quotation/);
});

test('overdue is said in words, in the list and beside the folder', () => {
  const view = viewWith({ receivedAt: hoursAgo(31) });
  expect(mainText(view)).toMatch(/overdue since [A-Z]\w+day \d\d:\d\d/);
  expect(textsOf(readDocument(view), 'a')).toContain('Waiting 3 1 overdue');
});

test.each<[Folder, string]>([
  ['waiting', 'answer spam erase assign'],
  ['answered', 'reopen erase'],
  ['set-aside', 'release erase'],
  ['not-delivered', 'retry answer spam erase assign'],
  ['search', 'answer spam release erase assign'],
])('%s offers the acts that make sense there', (folder, acts) => {
  const elements = readDocument(viewWith({}, { folder }));
  expect(valuesOf(elements, 'value', { name: 'act' }).join(' ')).toBe(acts);
});

test('a ticked enquiry is sent with the version that the page shows, and with the way back', () => {
  const elements = readDocument(viewWith({ version: 7 }, { address: '/waiting?after=x' }));
  expect(valuesOf(elements, 'value', { name: 'chosen' })).toEqual([`${sampleStored(1).id}:7`]);
  expect(valuesOf(elements, 'value', { name: 'back' })).toContain('/waiting?after=x');
});

test('what looks like spam says why, and a mail that was refused too', () => {
  const spam = sampleDelivery({ state: 'quarantined', lastReason: 'the hidden field was filled in' });
  const setAside = mainText(viewWith({ handling: 'set aside', delivery: spam }, { folder: 'set-aside' }));
  expect(setAside).toContain('Set aside because the hidden field was filled in');
  const delivery = sampleDelivery({ state: 'failed', attempts: 12, lastReason: '550 no such mailbox' });
  expect(mainText(viewWith({ delivery }))).toContain('Mail given up after 12 attempts. 550 no such mailbox');
});

test.each<[Partial<View<'list'>>, string]>([
  [{ folder: 'waiting' }, 'Nothing is waiting'],
  [{ folder: 'answered' }, 'Nothing is answered yet'],
  [{ folder: 'set-aside' }, 'Nothing is set aside'],
  [{ folder: 'not-delivered' }, 'Every mail was delivered'],
  [{ folder: 'search', words: 'bridge' }, 'Nothing was found'],
  [{ folder: 'search' }, 'What are you looking for?'],
])('an empty page says what will be there: %o', (changes, heading) => {
  const elements = readDocument(listView(changes));
  expect([textsOf(elements, 'h2'), textsOf(elements, 'fieldset')]).toEqual([[heading], []]);
});

test.each<[Partial<View<'list'>>, string]>([
  [{ folder: 'set-aside' }, '/export?folder=set-aside&words='],
  [{ folder: 'search', words: 'a&b' }, '/export?folder=search&words=a%26b'],
])('the export is of what the page shows: %o', (view, address) => {
  expect(valuesOf(readDocument(viewWith({}, view)), 'href')).toContain(address);
});

test('further pages are links', () => {
  const elements = readDocument(viewWith({}, { next: '/waiting?after=1', first: '/waiting' }));
  const links = elements.filter(({ tag, text }) => tag === 'a' && /^(First|Next) page$/.test(text));
  expect(valuesOf(links, 'href')).toEqual(['/waiting', '/waiting?after=1']);
});
