import { describe, expect, test } from 'vitest';

import { site } from '../../content/words.ts';
import { readDocument, textsOf, valuesOf } from '../testing/read-document.tsx';
import {
  accountView,
  contactFactsView,
  enquiryView,
  eraseView,
  exportView,
  historyView,
  listView,
  now,
  sampleAct,
  sampleStored,
} from '../testing/sample-views.ts';
import type { AnyView } from '../testing/views.ts';
import type { ContactFact } from '../words/contact-facts-page.tsx';

const door = { theme: 'light' as const, address: '/', now };
const enquiry = sampleStored(1);
const invitation = { ...door, page: 'invitation' } as const;
const pages: readonly { start: string; view: AnyView }[] = [
  { start: 'Waiting', view: listView({ items: [enquiry] }) },
  { start: 'Search: bridge', view: listView({ folder: 'search', words: 'bridge' }) },
  { start: 'A quotation, ', view: enquiryView(enquiry, { activity: [sampleAct()] }) },
  { start: 'Erase this enquiry?', view: eraseView({ enquiry }, [enquiry]) },
  { start: 'Export 1 enquiry?', view: exportView([enquiry]) },
  { start: 'Contact facts', view: contactFactsView() },
  { start: 'History', view: historyView({ acts: [sampleAct()] }) },
  { start: 'Account', view: accountView() },
  { start: 'Sign in', view: { ...door, page: 'sign in', to: '/waiting' } },
  { start: 'Show your passkey again', view: { ...door, page: 'sign in', to: '/erase', isProof: true } },
  { start: 'Your invitation', view: invitation },
  { start: 'Gone', view: { ...door, page: 'message', title: 'Gone', advice: 'It was erased.' } },
];

describe.each(pages)('the page $start', ({ start, view }) => {
  const elements = readDocument(view);

  test('says in its title what it is, then whose inbox', () => {
    const [title = ''] = textsOf(elements, 'title');
    expect(title.startsWith(start)).toBe(true);
    expect(title.endsWith(` – Inbox – ${site.name}`)).toBe(true);
  });

  test('is kept out of search results, has the theme that was chosen, and no style of its own', () => {
    expect(valuesOf(elements, 'content', { name: 'robots' })).toEqual(['noindex']);
    expect(elements[0]?.attributes).toEqual({ lang: 'en-GB', class: view.theme });
    expect([textsOf(elements, 'style'), valuesOf(elements, 'style')]).toEqual([[], []]);
  });

  test('runs a script only where it asks for a passkey, and says so where none runs', () => {
    const asksForPasskey = view.page === 'sign in' || view.page === 'invitation';
    const scripts = elements.filter(({ tag }) => tag === 'script');
    expect(scripts.map(({ attributes }) => attributes['src'])).toEqual(asksForPasskey ? ['/passkey.js'] : []);
    expect(textsOf(elements, 'noscript').join('')).toMatch(asksForPasskey ? /Passkeys need scripts/ : /^$/);
    const names = elements.flatMap(({ attributes }) => Object.keys(attributes));
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
  });
});

test('the navigation counts what is in each folder, and marks the one that is shown', () => {
  const links = readDocument(listView({ folder: 'answered' })).filter(({ tag }) => tag === 'a');
  const texts = ['Waiting 3 1 overdue', 'Answered 1,204', 'Set aside 7', 'Not delivered 1'];
  expect(textsOf(links, 'a')).toEqual(expect.arrayContaining(texts));
  const current = links.filter(({ attributes }) => attributes['aria-current'] === 'page');
  expect(textsOf(current, 'a')).toEqual(['Answered 1,204']);
});

test('the button of the theme chooses the other one', () => {
  for (const [theme, other] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const)
    expect(valuesOf(readDocument(listView({ theme })), 'value', { name: 'theme' })).toEqual([other]);
});

test('what became of an act is a live region before everything else, with what others did', () => {
  const notice = { kind: 'problem' as const, text: 'Nothing was changed.', details: ['ben@example.com answered it'] };
  const elements = readDocument(listView({ notice }));
  const region = elements.findIndex(({ attributes }) => attributes['role'] === 'alert');
  expect(elements[region]?.text).toBe('Nothing was changed.ben@example.com answered it');
  expect(region).toBeLessThan(elements.findIndex(({ tag }) => tag === 'h1'));
});

/** The names and values of the fields that are sent unseen. */
const hiddenIn = (view: AnyView) =>
  readDocument(view)
    .filter(({ attributes }) => attributes['type'] === 'hidden')
    .map(({ attributes }) => `${attributes['name']}=${attributes['value']}`);

test('what was typed before a session ended goes on with the person, marked as such', () => {
  const typed = { note: 'half a no', seen: '3', resumed: 'no' };
  const view = { ...door, page: 'sign in', to: '/enquiries/1/note', typed } as const;
  const form = readDocument(view).find(({ attributes }) => attributes['id'] === 'resume');
  expect(form?.attributes).toMatchObject({ method: 'post', action: '/enquiries/1/note' });
  expect(hiddenIn(view)).toEqual(['note=half a no', 'seen=3', 'resumed=yes']);
});

test('a contact fact that was not taken says why, at its field and above the form', () => {
  const [fact, ...others] = contactFactsView().facts as [ContactFact, ...ContactFact[]];
  const facts = [{ ...fact, value: 'nobody', fault: 'Enter an address like name@example.com' }, ...others];
  const elements = readDocument(contactFactsView({ facts }));
  const described = { 'aria-invalid': 'true', 'aria-describedby': 'email-fault email-hint' };
  const field = elements.find(({ attributes }) => attributes['id'] === 'email');
  expect(field?.attributes).toMatchObject({ value: 'nobody', ...described });
  expect(elements.find(({ attributes }) => attributes['href'] === '#email')?.text).toContain('name@example.com');
  expect(textsOf(elements, 'title')[0]).toMatch(/^Contact facts, not saved/);
});

test('the form of the contact facts says what it has shown', () => {
  const shown = ['shown-email=', 'shown-phone=+44 117 496 0000'];
  expect(hiddenIn(contactFactsView())).toEqual(expect.arrayContaining(shown));
});

test('what several people erase is asked about first, and says how many go', () => {
  const view = eraseView({ several: ['a:1', 'b:2'], back: '/set-aside' }, [enquiry, sampleStored(2)]);
  expect(textsOf(readDocument(view), 'h1')).toEqual(['Erase 2 enquiries?']);
  const sent = ['chosen=a:1', 'chosen=b:2', 'act=erase', 'confirmed=yes', 'back=/set-aside'];
  expect(hiddenIn(view)).toEqual(expect.arrayContaining(sent));
});
