import { expect, test } from 'vitest';

import { mainText, readDocument, textsOf } from '../testing/read-document.tsx';
import { hoursAgo, listView, sampleDelivery, sampleStored } from '../testing/sample-views.ts';
import type { View } from '../testing/views.ts';
import type { Folder } from './folders.ts';

test('the time that is left comes before everything else of an enquiry that waits', () => {
  const text = mainText(listView({ items: [sampleStored(1, { receivedAt: hoursAgo(20.5) })] }));
  expect(text).toMatch(/Choose A quotation ?3 h left ?A quotation/);
});

test('overdue is said in words, in the list and beside the folder', () => {
  const view = listView({ items: [sampleStored(1, { receivedAt: hoursAgo(31) })] });
  expect(mainText(view)).toMatch(/overdue since [A-Z]\w+day \d\d:\d\d/);
  expect(textsOf(readDocument(view), 'a')).toContain('Waiting 3 1 overdue');
});

test.each<[Folder, string[]]>([
  ['waiting', ['answer', 'spam', 'erase', 'assign']],
  ['answered', ['reopen', 'erase']],
  ['set-aside', ['release', 'erase']],
  ['not-delivered', ['retry', 'answer', 'spam', 'erase', 'assign']],
  ['search', ['answer', 'spam', 'release', 'erase', 'assign']],
])('%s offers the acts that make sense there', (folder, acts) => {
  const elements = readDocument(listView({ folder, items: [sampleStored(1)] }));
  expect(elements.filter(({ attributes }) => attributes['name'] === 'act').map((it) => it.attributes['value'])).toEqual(
    acts,
  );
});

test('a ticked enquiry is sent with the version that the page shows, and with the way back', () => {
  const enquiry = sampleStored(1, { version: 7 });
  const fields = readDocument(listView({ items: [enquiry], address: '/waiting?after=x' })).filter(
    ({ tag }) => tag === 'input',
  );
  const valuesOf = (name: string) =>
    fields.filter(({ attributes }) => attributes['name'] === name).map(({ attributes }) => attributes['value']);
  expect(valuesOf('chosen')).toEqual([`${enquiry.id}:7`]);
  expect(valuesOf('back')).toContain('/waiting?after=x');
});

test('what looks like spam says why', () => {
  const delivery = sampleDelivery({ state: 'quarantined', lastReason: 'the hidden field was filled in' });
  const items = [sampleStored(1, { handling: 'set aside', delivery })];
  expect(mainText(listView({ folder: 'set-aside', items }))).toContain(
    'Set aside because the hidden field was filled in',
  );
});

test('a mail that was refused says so, with the words of the mail server', () => {
  const delivery = sampleDelivery({ state: 'failed', attempts: 12, lastReason: '550 no such mailbox' });
  const text = mainText(listView({ folder: 'not-delivered', items: [sampleStored(1, { delivery })] }));
  expect(text).toContain('Mail given up after 12 attempts. 550 no such mailbox');
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
  expect(textsOf(elements, 'h2')).toEqual([heading]);
  expect(textsOf(elements, 'fieldset')).toEqual([]);
});

test('the export is of what the page shows', () => {
  const linksTo = (view: View<'list'>) => readDocument(view).map(({ attributes }) => attributes['href']);
  const items = [sampleStored(1)];
  expect(linksTo(listView({ items, folder: 'set-aside' }))).toContain('/export?folder=set-aside&words=');
  expect(linksTo(listView({ items, folder: 'search', words: 'a&b' }))).toContain('/export?folder=search&words=a%26b');
});

test('further pages are links', () => {
  const elements = readDocument(listView({ items: [sampleStored(1)], next: '/waiting?after=1', first: '/waiting' }));
  const links = elements
    .filter(({ text }) => /^(First|Next) page$/.test(text) && text)
    .filter(({ tag }) => tag === 'a');
  expect(links.map(({ attributes }) => attributes['href'])).toEqual(['/waiting', '/waiting?after=1']);
});
