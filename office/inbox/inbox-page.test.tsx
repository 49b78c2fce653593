import { describe, expect, test } from 'vitest';

import { site } from '../../content/words.ts';
import { readDocument, textsOf } from '../testing/read-document.tsx';
import {
  accountView,
  contactFactsView,
  enquiryView,
  eraseView,
  historyView,
  listView,
  now,
  sampleAct,
  sampleStored,
} from '../testing/sample-views.ts';
import type { AnyView } from '../testing/views.ts';

const door = { theme: 'light' as const, address: '/', now };
const enquiry = sampleStored(1);
const pages: readonly { start: string; view: AnyView }[] = [
  { start: 'Waiting', view: listView({ items: [enquiry] }) },
  { start: 'Search: bridge', view: listView({ folder: 'search', words: 'bridge' }) },
  { start: 'A quotation, ', view: enquiryView(enquiry, { activity: [sampleAct()] }) },
  { start: 'Erase this enquiry?', view: eraseView({ enquiry }, [enquiry]) },
  { start: 'Contact facts', view: contactFactsView() },
  { start: 'History', view: historyView({ acts: [sampleAct()] }) },
  { start: 'Account', view: accountView() },
  { start: 'Sign in', view: { ...door, page: 'sign in', to: '/waiting' } },
  { start: 'Your invitation', view: { ...door, page: 'invitation', person: 'anna@example.com', token: 'a b' } },
  { start: 'Gone', view: { ...door, page: 'message', title: 'Gone', advice: 'It was erased.' } },
];

describe.each(pages)('the page $start', ({ start, view }) => {
  const elements = readDocument(view);

  test('says in its title what it is, then whose inbox', () => {
    const [title = ''] = textsOf(elements, 'title');
    expect(title.startsWith(start)).toBe(true);
    expect(title.endsWith(` – Inbox – ${site.name}`)).toBe(true);
  });

  test('has one heading of the first rank, leaves no rank out, and no id twice', () => {
    const ranks = elements.map(({ tag }) => Number(/^h([1-6])$/.exec(tag)?.[1])).filter((rank) => !Number.isNaN(rank));
    expect(ranks.filter((rank) => rank === 1)).toHaveLength(1);
    expect(ranks[0]).toBe(1);
    ranks.forEach((rank, index) => expect(rank).toBeLessThanOrEqual((ranks[index - 1] ?? 0) + 1));
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('names every field and control', () => {
    const labels = new Set(elements.filter(({ tag }) => tag === 'label').map(({ attributes }) => attributes['for']));
    const unnamed = elements.filter(({ tag, attributes, text }) => {
      if (tag === 'button') return (attributes['aria-label'] ?? text) === '';
      const isField = /^(input|select|textarea)$/.test(tag) && !/hidden|checkbox/.test(attributes['type'] ?? '');
      return isField && !labels.has(attributes['id']);
    });
    expect(unnamed).toEqual([]);
  });

  test('is kept out of search results, has the theme that was chosen, and no style of its own', () => {
    expect(elements.find(({ attributes }) => attributes['name'] === 'robots')?.attributes['content']).toBe('noindex');
    expect(elements[0]?.attributes).toEqual({ lang: 'en-GB', class: view.theme });
    expect(elements.filter(({ tag, attributes }) => tag === 'style' || 'style' in attributes)).toEqual([]);
  });

  test('runs a script only where it asks for a passkey, and says so where none runs', () => {
    const asksForPasskey = view.page === 'sign in' || view.page === 'invitation';
    const scripts = elements.filter(({ tag }) => tag === 'script').map(({ attributes }) => attributes['src']);
    expect(scripts).toEqual(asksForPasskey ? ['/passkey.js'] : []);
    expect(textsOf(elements, 'noscript').join('')).toMatch(asksForPasskey ? /Passkeys need scripts/ : /^$/);
    expect(
      elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => name.startsWith('on')),
    ).toEqual([]);
  });
});

test('the navigation counts what is in each folder, and marks the one that is shown', () => {
  const links = readDocument(listView({ folder: 'answered' })).filter(({ tag }) => tag === 'a');
  const texts = links.map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['Waiting 3 1 overdue', 'Answered 1,204', 'Set aside 7', 'Not delivered 1']),
  );
  const current = links.filter(({ attributes }) => attributes['aria-current'] === 'page');
  expect(current.map(({ text }) => text)).toEqual(['Answered 1,204']);
});

test.each([
  ['dark', 'Light Mode', 'light'],
  ['light', 'Dark Mode', 'dark'],
] as const)('in the %s theme the button reads %s', (theme, label, value) => {
  const button = readDocument(listView({ theme })).find(({ attributes }) => attributes['name'] === 'theme');
  expect(button).toMatchObject({ text: label, attributes: { value } });
});

test('what became of an act is a live region before everything else, with what others did', () => {
  const notice = { kind: 'problem' as const, text: 'Nothing was changed.', details: ['ben@example.com answered it'] };
  const elements = readDocument(listView({ notice }));
  const region = elements.findIndex(({ attributes }) => attributes['role'] === 'alert');
  expect(elements[region]?.text).toBe('Nothing was changed.ben@example.com answered it');
  expect(region).toBeLessThan(elements.findIndex(({ tag }) => tag === 'h1'));
});

test('what was typed before a session ended goes on with the person, marked as such', () => {
  const typed = { note: 'half a no', seen: '3', resumed: 'no' };
  const elements = readDocument({ ...door, page: 'sign in', to: '/enquiries/1/note', typed });
  expect(elements.find(({ attributes }) => attributes['id'] === 'resume')?.attributes).toMatchObject({
    method: 'post',
    action: '/enquiries/1/note',
  });
  const fields = elements
    .filter(({ tag }) => tag === 'input')
    .map(({ attributes }) => [attributes['name'], attributes['value']]);
  expect(Object.fromEntries(fields)).toEqual({ note: 'half a no', seen: '3', resumed: 'yes' });
});

test('the token of an invitation is sent back at an address of its own', () => {
  const view = pages.find(({ view }) => view.page === 'invitation')?.view;
  const button = readDocument(view as AnyView).find(({ tag }) => tag === 'button');
  expect(button?.attributes).toMatchObject({ 'data-ceremony': 'create', 'data-action': '/invitation/a%20b' });
});

test('a contact fact that was not taken says why, at its field and above the form', () => {
  const [fact, ...others] = contactFactsView().facts;
  const facts = fact ? [{ ...fact, value: 'nobody', fault: 'Enter an address like name@example.com' }, ...others] : [];
  const elements = readDocument(contactFactsView({ facts }));
  const field = elements.find(({ attributes }) => attributes['id'] === 'email')?.attributes;
  expect(field).toMatchObject({
    value: 'nobody',
    'aria-invalid': 'true',
    'aria-describedby': 'email-fault email-hint',
  });
  expect(elements.find(({ attributes }) => attributes['href'] === '#email')?.text).toContain('name@example.com');
  expect(textsOf(elements, 'title')[0]).toMatch(/^Contact facts, not saved/);
});

test('the form of the contact facts says what it has shown', () => {
  const hidden = readDocument(contactFactsView()).filter(({ attributes }) => attributes['type'] === 'hidden');
  expect(hidden.map(({ attributes }) => [attributes['name'], attributes['value']])).toEqual(
    expect.arrayContaining([
      ['shown-email', ''],
      ['shown-phone', '+44 117 496 0000'],
    ]),
  );
});

test('what several people erase is asked about first, and says how many go', () => {
  const view = eraseView({ several: ['a:1', 'b:2'], back: '/set-aside' }, [enquiry, sampleStored(2)]);
  const elements = readDocument(view);
  expect(textsOf(elements, 'h1')).toEqual(['Erase 2 enquiries?']);
  const sent = elements
    .filter(({ tag, attributes }) => tag === 'input' && attributes['type'] === 'hidden')
    .map(({ attributes }) => `${attributes['name']}=${attributes['value']}`);
  expect(sent).toEqual(
    expect.arrayContaining(['chosen=a:1', 'chosen=b:2', 'act=erase', 'confirmed=yes', 'back=/set-aside']),
  );
});
