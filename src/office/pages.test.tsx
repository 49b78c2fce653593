import fc from 'fast-check';
import { type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { getResponseTarget } from '../content/assemble-content.ts';
import * as content from '../content/release-content.ts';
import { computeDueTime } from '../enquiries/response-target.ts';
import type { EventName } from '../enquiries/change.ts';
import type { StoredEnquiry, StoredMessage } from '../enquiries/model.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { allRoles } from '../accounts/roles.ts';
import { createSampleDelivery, createSampleMessage, createStoredEnquiry } from '../enquiries/testing/samples.ts';
import { listElements } from '../start/testing/html.ts';
import type { Folder } from './inbox/folders.ts';
import { navigation } from './office.ts';
import { renderPage } from './shared/send-page.tsx';
import { type AnyView, pageComponents, type View } from './testing/views.ts';

/** Current time of the tests, a Thursday. */
const now = new Date('2026-03-12T14:10:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);
const delivered = createSampleDelivery(hoursAgo(1));
const refusal = { state: 'failed', deliveredAt: null, attempts: 12, lastReason: '550 no such box' } as const;
const failed = createSampleDelivery(hoursAgo(1), refusal);

/** Returns an open enquiry, received an hour ago. */
const stored = (changes: Partial<StoredEnquiry> = {}) =>
  createStoredEnquiry(1, { receivedAt: hoursAgo(1), version: 3, ...changes });

const possibleAssignees = ['anna@example.com', 'ben@example.com'];
const door = { theme: 'light' as const, url: '/', now };
const open = { open: 3, overdue: 1, dueToday: 2, assigned: 2, snoozed: 4 };
const counts = { ...open, closed: 1204, spam: 7, undelivered: 1, otherMail: 5 };
const names = new Map<string, string>();
const currentUser = { person: 'anna@example.com', personName: '', names, roles: allRoles, usesKeys: false };
const office = { ...door, ...currentUser, notice: undefined, counts };

const list = (changes: Partial<View<'list'>> = {}, enquiry: Partial<StoredEnquiry> = {}): View<'list'> => ({
  ...office,
  page: 'list',
  folder: 'open',
  query: '',
  items: [stored(enquiry)],
  reminders: {},
  tickedIds: [],
  closedTogether: [],
  possibleAssignees,
  ...changes,
});
const enquiryPage = (changes: Partial<StoredEnquiry> = {}, view: Partial<View<'enquiry'>> = {}): View<'enquiry'> => ({
  ...office,
  page: 'enquiry',
  enquiry: stored(changes),
  deliveries: [],
  events: [],
  possibleAssignees,
  otherEnquiries: [],
  proposedRecipients: [],
  nextEnquiry: undefined,
  isMailboxRead: false,
  shownId: null,
  unsentFiles: [],
  mailtoUrl: 'mailto:the-reply',
  reminder: undefined,
  ...view,
});
const delivery = (kind: string, event: string, one: Delivery): Delivery => {
  return { ...one, id: kind + event, kind, payload: { event } };
};

/** Returns the elements of a page as a browser parses them, each with its text on one line. */
function elementsIn(view: AnyView) {
  const { page, theme, url, now: time, ...props } = view;
  const Page = pageComponents[page] as ComponentType<object>;
  const shown = 'counts' in props ? { ...navigation, ...props } : undefined;
  const script = page === 'sign in' || page === 'invitation' ? 'passkey' : undefined;
  const html = renderPage(<Page {...props} />, { theme, url, now: time, content, currentUser: shown, script });
  return listElements(html).map((it) => {
    const attributes: Record<string, string> = Object.fromEntries(it.attrs.map(({ name, value }) => [name, value]));
    return { tag: it.tagName, attributes, text: textIn(it).replaceAll(/\s+/g, ' ').trim() };
  });
}

function textIn(node: Tree.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}

const textsOf = (view: AnyView, tag: string) => elementsIn(view).flatMap((it) => (it.tag === tag ? [it.text] : []));
const mainOf = (view: AnyView) => textsOf(view, 'main').join(' ');
/** Returns the values of an attribute, of elements with this name if one is given. */
const valuesOf = (view: AnyView, attribute: string, name?: string) =>
  elementsIn(view).flatMap(({ attributes }) =>
    name === undefined || attributes['name'] === name ? (attributes[attribute] ?? []) : [],
  );

/** Views of every page. */
const everyPage: readonly AnyView[] = [
  ...pagesWith('x'),
  { ...office, page: 'account', passkeys: [], sessions: [] },
  { ...office, page: 'help', title: 'Help', html: '' },
  { ...door, page: 'sign in', returnPath: '/erase', isReauthentication: true },
  { ...door, page: 'invitation' },
];

describe.each(everyPage)('the page $page', (view) => {
  it('says in its title what its heading says, then whose office, and is kept out of search results', () => {
    const [[title = ''], [heading = '']] = [textsOf(view, 'title'), textsOf(view, 'h1')];
    expect(heading).not.toBe('');
    expect([title.startsWith(heading), title.endsWith(` – Office – ${content.site.name}`)]).toEqual([true, true]);
    expect(valuesOf(view, 'content', 'robots')).toEqual(['noindex']);
  });

  it('has the theme that was chosen, no style of its own, and a script only where it asks for a passkey', () => {
    expect(valuesOf(view, 'lang')).toEqual(['en-GB']);
    expect(valuesOf(view, 'class')[0]).toBe('light');
    expect([textsOf(view, 'style'), valuesOf(view, 'style')]).toEqual([[], []]);
    const asksForPasskey = view.page === 'sign in' || view.page === 'invitation';
    expect(valuesOf(view, 'src').filter((src) => src.endsWith('.js'))).toEqual(asksForPasskey ? ['/passkey.js'] : []);
    expect(textsOf(view, 'script')).toHaveLength(asksForPasskey ? 1 : 0);
  });
});

describe('a list', () => {
  it('counts in its navigation what is in each folder, and marks the one that is shown', () => {
    const links = elementsIn(list({ folder: 'closed' })).filter(({ tag }) => tag === 'a');
    const texts = ['Open 3 1 overdue', 'Mine 2', 'Later 4', 'Closed 1,204', 'Spam 7', 'Mail not sent 1'];
    expect(links.map(({ text }) => text)).toEqual(expect.arrayContaining(texts));
    const current = links.filter(({ attributes }) => attributes['aria-current'] === 'page');
    expect(current.map(({ text }) => text)).toEqual(['Closed 1,204']);
  });

  it('tells what became of an act in a live region before everything else', () => {
    const notice = { kind: 'problem' as const, text: 'Nothing was changed.', details: ['ben@example.com answered it'] };
    const elements = elementsIn(list({ notice }));
    const region = elements.findIndex(({ attributes }) => attributes['role'] === 'alert');
    expect(elements[region]?.text).toBe('Nothing was changed.ben@example.com answered it');
    expect(region).toBeLessThan(elements.findIndex(({ tag }) => tag === 'h1'));
  });

  it('says once, above the enquiries of a day, by when to reply', () => {
    const items = [500, 30, 20.5, 20.4].map((hours, at) => {
      const receivedAt = hoursAgo(hours);
      const { dueAt } = computeDueTime(receivedAt, getResponseTarget(content));
      return createStoredEnquiry(at + 1, { receivedAt, waitingSince: receivedAt, dueAt });
    });
    const view = list({ items });
    expect(textsOf(view, 'h2')).toEqual(['Overdue', 'Today']);
    expect(mainOf(view)).toMatch(/1 overdue, 2 due today/);
    expect(mainOf(view)).toMatch(/Today ?Choose A quotation ?17:30/);
  });

  it('says once why several are spam', () => {
    const [spamReason, dueAt] = ['the hidden field was filled in', null];
    const items = [1, 2].map((number) => createStoredEnquiry(number, { status: 'spam', spamReason, dueAt }));
    expect(mainOf(list({ folder: 'spam', items })).split(spamReason)).toHaveLength(2);
  });

  it.each([
    ['open', 'Reply to A quotation'],
    ['closed', 'Write again to A quotation'],
    ['spam', 'Not spam: A quotation'],
  ] as const)('has one main action for an enquiry that is %s', (status, label) => {
    const view = list({ folder: 'search' }, { status, dueAt: status === 'open' ? hoursAgo(-1) : null });
    expect(valuesOf(view, 'aria-label')).toContain(label);
  });

  it('names people, as far as they gave a name', () => {
    const names = new Map([['anna@example.com', 'Anna Bell']]);
    expect(textsOf(list({ names }, { assignee: 'anna@example.com' }), 'li').join(' ')).toContain('for Anna Bell');
    expect(textsOf(list({ names }), 'option')).toEqual(expect.arrayContaining(['Anna Bell', 'ben@example.com']));
  });

  it('tells every time in the zone of the office, wherever the server is', () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    // 09:10 in London, and 23:10 in Kiritimati.
    const receivedAt = hoursAgo(5);
    const dueAt = hoursAgo(-19);
    expect(mainOf(list({}, { receivedAt, dueAt, waitingSince: receivedAt }))).toMatch(/Tomorrow.*09:10/);
  });

  it('says that the acknowledgement came back, so that the address may be wrong, and so does the page of the enquiry', () => {
    const acknowledgement = { ...failed, lastReason: '550 no such visitor' };
    expect(mainOf(list({}, { acknowledgement }))).toContain('Address may be wrong');
    expect(mainOf(enquiryPage({ acknowledgement }))).toMatch(/Their address may be wrong: ?550 no such visitor/);
  });

  const theirs = createSampleMessage({ id: 't', at: hoursAgo(1), text: 'Call me.\n\nOn Monday Anna wrote:\n> Yes.' });
  const ours = createSampleMessage({
    id: 'o',
    at: hoursAgo(2),
    direction: 'out',
    by: 'anna@example.com',
    text: 'Yes.',
  });
  it.each<[string, readonly StoredMessage[], RegExp]>([
    ['who wrote back', [ours, theirs], /wrote .*replied ?A quotation.*Call me\. ?Reply/],
    ['what we wrote', [theirs, ours], /quotation, [-\w]+ ?anna: Yes\. ?Reply/],
    ['what was not answered yet', [theirs], /^(?!.*replied).*Call me\. ?Reply/],
    ['who has perhaps written', [ours, { ...theirs, isUnverified: true }], /not verified: ada@example\.com.*Call me/],
  ])('shows %s in the words of the newest message, without what it quotes', (_who, messages, words) => {
    expect(mainOf(list({}, { messages }))).toMatch(words);
  });

  it('has one primary button, that of the first which nobody has opened, and says of each that it is unread', () => {
    const items = [false, true, true].map((isUnread, at) => createStoredEnquiry(at + 1, { isUnread }));
    const view = list({ items });
    const primary = elementsIn(view).filter(({ attributes }) => attributes['class']?.includes('button-primary'));
    expect(primary.map(({ attributes }) => attributes['href'])).toEqual([`/enquiries/${items[1]?.id}#answer`]);
    expect(mainOf(view).match(/Unread/g)).toHaveLength(2);
  });

  it('says when the office opens where it does not within the response time', () => {
    const receivedAt = new Date('2026-03-13T18:00:00Z');
    const changes = { receivedAt, waitingSince: receivedAt, dueAt: new Date('2026-03-14T18:00:00Z') };
    expect(textsOf(list({}, changes), 'h2')).toEqual(['Monday, by 09:00the office is closed until then']);
  });

  it('marks what its reader asked to be reminded of', () => {
    const { id } = stored();
    const remind = (hours: number, unlessWritten = false) => ({
      reminders: { [id]: { at: hoursAgo(hours), unlessWritten } },
    });
    expect(mainOf(list(remind(1)))).toContain('You asked to be reminded');
    expect(mainOf(list({ folder: 'later', ...remind(-1) }))).toContain('Reminder Thursday 15:10');
    expect(mainOf(list(remind(-1, true)))).not.toContain('You asked');
    const silent = list(remind(1, true), { status: 'closed', dueAt: null });
    expect(mainOf(silent)).toContain('They have not written. Write again');
    expect(valuesOf(silent, 'href')).toContain(`/enquiries/${id}#answer`);
    expect(mainOf(list())).not.toMatch(/You asked|Reminder/);
  });

  it.each<[Folder, string]>([
    ['open', 'close assign mark-as-spam erase'],
    ['closed', 'reopen erase'],
    ['spam', 'not-spam erase'],
    ['not-delivered', 'close assign retry mark-as-spam erase'],
    ['search', 'close not-spam assign mark-as-spam erase'],
  ])('of %s offers the actions that make sense there, and none where it is empty', (folder, acts) => {
    expect(valuesOf(list({ folder }), 'value', 'action').join(' ')).toBe(acts);
    expect(textsOf(list({ folder, items: [] }), 'fieldset')).toEqual([]);
  });

  it('exports what it shows, and leads to its further pages', () => {
    const view = list({ folder: 'search', query: 'a&b', nextPageUrl: '/search?after=1', firstPageUrl: '/search' });
    const addresses = ['/export?folder=search&words=a%26b', '/search?after=1', '/search'];
    expect(valuesOf(view, 'href')).toEqual(expect.arrayContaining(addresses));
  });
});

it('what nobody has answered shows in a list and in other mail who may not have written it', () => {
  const message = createSampleMessage({ by: 'mallory@example.net', byName: 'Ada', isUnverified: true });
  const answer = createSampleMessage({ direction: 'out' });
  const shownWith = (...messages: StoredMessage[]) => mainOf(list({}, { messages }));
  const claim = createSampleMessage({ claimsOffice: true });
  expect(shownWith(answer, message, claim)).toMatch(/not verified: mallory@example.net.*Perhaps replied/);
  expect(shownWith(message, answer)).not.toMatch(/not verified|mallory/);
  const head = { ...office, page: 'other mail', nextPageUrl: undefined } as const;
  expect(mainOf({ ...head, mails: [message] })).toContain('Not verified: Ada');
  expect(mainOf({ ...office, page: 'mail', mail: message, files: [], query: '', targets: [] })).toContain(
    'Not verified: Ada mallory',
  );
});

describe('the page of an enquiry', () => {
  it.each<[string, Partial<StoredEnquiry>, string]>([
    [
      'open',
      {},
      'reply saved-reply note correct-address close assign assign remind retry mark-as-spam record-reply label-privacy-request',
    ],
    [
      'closed',
      { status: 'closed' },
      'reply saved-reply note correct-address reopen assign assign remind retry mark-as-spam record-message record-bounce label-privacy-request',
    ],
    ['spam', { status: 'spam', dueAt: null }, 'note not-spam assign assign'],
    [
      'on its way',
      { mail: { ...delivered, state: 'due' } },
      'reply saved-reply note correct-address close assign assign remind mark-as-spam record-reply label-privacy-request',
    ],
  ])('that is %s offers what can be done with it, and says which version was seen', (_state, changes, acts) => {
    const view = enquiryPage({ ...changes, version: 41 });
    const forms = elementsIn(view).map(({ attributes }) => attributes['formaction'] ?? attributes['action'] ?? '');
    const offered = forms.flatMap((to) => /^\/enquiries\/[^/]+\/([\w-]+)(?:#\w+)?$/.exec(to)?.[1] ?? []);
    expect(offered.join(' ')).toBe(acts);
    expect(new Set(valuesOf(view, 'value', 'seen'))).toEqual(new Set(['41']));
  });

  const answered = (changes: Partial<StoredMessage> = {}) => {
    const changed = { direction: 'out', by: 'anna@example.com', at: hoursAgo(9), ...changes } as const;
    return createSampleMessage({ id: changed.text ?? 'a', enquiryId: stored().id, text: 'An answer', ...changed });
  };
  const foldsOf = (view: AnyView) =>
    elementsIn(view).flatMap(({ tag, attributes, text }) =>
      tag === 'details' ? [`${'open' in attributes ? 'open' : 'folded'}: ${text}`] : [],
    );

  it('has messages, notes and other acts in one order, and only the newest message unfolded', () => {
    const events = [createEvent('note', hoursAgo(8)), createEvent('assign', hoursAgo(6))];
    const messages = [answered(), answered({ at: hoursAgo(7), text: 'Newest' })];
    const view = enquiryPage({ messages }, { events });
    expect(mainOf(view)).toMatch(/An answer.*wrote a note.*Newest.*assigned it to/);
    expect(foldsOf(view).filter((fold) => fold.includes('anna@example.com replied'))).toEqual([
      expect.stringMatching(/^folded: .*An answer/),
      expect.stringMatching(/^open: .*Newest/),
    ]);
    expect(valuesOf(view, 'href')).toContain('#newest');
  });

  it('shows the newest long messages whole, of the others the beginning, and one of them whole that is asked for', () => {
    const messages = Array.from({ length: 20 }, (_, at) =>
      answered({ id: `m${at}`, at: hoursAgo(20 - at), text: `${'x '.repeat(49_000)}end${at}` }),
    );
    const findEnds = (shownId: string | null) => mainOf(enquiryPage({ messages }, { shownId })).match(/end\d+/g);
    expect(findEnds(null)).toEqual(['end18', 'end19']);
    expect(findEnds('m3')).toEqual(['end3', 'end19']);
    expect(valuesOf(enquiryPage({ messages }), 'href')).toContain(`/enquiries/${stored().id}?message=m3#shown`);
  });

  it('folds the middle of a long conversation, unless an answer there was not sent', () => {
    const messages = Array.from({ length: 12 }, (_, at) => answered({ text: `${at}`, at: hoursAgo(20 - at) }));
    expect(foldsOf(enquiryPage({ messages }))).toContainEqual(expect.stringMatching(/^folded: 9 more between these/));
    const unsent = messages.with(4, answered({ at: hoursAgo(16), delivery: { ...failed, kind: 'reply' } }));
    expect(foldsOf(enquiryPage({ messages: unsent }))).toContainEqual(expect.stringMatching(/^open: 9 more/));
  });

  const asked = (hours: number) => createSampleMessage({ id: `${hours}`, at: hoursAgo(hours), text: `Asked ${hours}` });
  it.each<[string, StoredMessage, Partial<StoredEnquiry>, string]>([
    ['all since the last answer', answered(), {}, '8 7 5'],
    ['what an answer that came back was about', answered({ bounceReason: '550 no' }), {}, '12 11 8 7 5'],
    ['what an answer that failed was about', answered({ delivery: failed }), {}, '12 11 8 7 5'],
    ['what waited before it was merged', answered(), { waitingSince: hoursAgo(11) }, '11 8 7 5'],
  ])('opens %s, with nothing between', (_what, answer, changes, opened) => {
    const messages = [asked(12), asked(11), answer, asked(8), asked(7), asked(5)];
    const events = [createEvent('assign', hoursAgo(6)), createEvent('assign', hoursAgo(6.5))];
    const view = enquiryPage({ messages, waitingSince: hoursAgo(8), ...changes }, { events });
    const open = foldsOf(view).flatMap((fold) => /^open: .*Asked (\d+)$/.exec(fold)?.[1] ?? []);
    expect([open.join(' '), foldsOf(view).join(' ')]).toEqual([opened, expect.not.stringMatching(/more between/)]);
  });

  it.each([
    ['on its way', 'due', ['folded: Write again']],
    ['failed', 'failed', []],
  ] as const)('folds the form for another reply while one is %s', (_what, state, expected) => {
    const folds = foldsOf(enquiryPage({ replies: [{ ...answered(), delivery: { ...delivered, state } }] }));
    expect(folds.map((one) => one.slice(0, 19)).filter((one) => one.includes('Write again'))).toEqual(expected);
  });

  it('says of a bounce what the mail server said, and so does the reply that came back', () => {
    const bounce = createSampleMessage({ id: 'b', at: hoursAgo(1), kind: 'bounce', by: 'daemon@mx', text: 'Report' });
    const view = enquiryPage({ messages: [answered({ bounceReason: '550 no' }), bounce], emailProblem: '550 no' });
    expect(foldsOf(view)).toContainEqual(expect.stringMatching(/^folded: .?Our mail came back: 550 no/));
    for (const words of ['This reply came back: 550 no', 'Mail to this address comes back: 550 no'])
      expect(mainOf(view)).toContain(words);
  });

  it('folds an automatic mail, and says what it is, as of an answer from a mail program', () => {
    const automatic = createSampleMessage({ at: hoursAgo(1), kind: 'automatic', byName: 'Ada' });
    for (const [deliveryReport, title] of [
      [null, 'An automatic mail from Ada'],
      ['delayed', 'Not delivered yet; the mail server goes on trying'],
      ['unproved', 'Perhaps a mail of ours did not arrive. A report that anybody can write'],
    ] as const) {
      const view = enquiryPage({ messages: [answered(), { ...automatic, deliveryReport }] });
      expect(foldsOf(view)).toContainEqual(expect.stringMatching(new RegExp(`^folded: .?${title}`)));
      expect(mainOf(view)).toContain('replied from a mail program');
    }
  });

  it('says of a message that a program sent it, and shows what is written into its quotation', () => {
    const question = 'Dear Ada,\n\nwould you rather meet in May?\n\nHow many will you be?\n\nYours\nAnna';
    const quotation = `On 1/1/2026 10:00, <a@b.example> wrote:\n${question.replace('May?', 'May? In June.')}`;
    const changes = { at: hoursAgo(1), isSentByProgram: true, text: `See below.\n\n${quotation}` };
    const view = enquiryPage({
      messages: [answered({ text: question }), createSampleMessage({ id: 'd', ...changes })],
    });
    expect(mainOf(view)).toMatch(/sent by a program.*See below\..*In June\./);
    const quoted = foldsOf(view).filter((fold) => fold.startsWith('folded: Quoted text'));
    expect(quoted.join(' ')).toMatch(/How many will you be\?/);
    expect(quoted.join(' ')).not.toMatch(/In June|See below/);
  });

  const doubtful = (changes: Partial<StoredMessage>) =>
    createSampleMessage({ id: 'd', enquiryId: stored().id, at: hoursAgo(3), byName: 'Ada Example', ...changes });
  const claim = doubtful({ claimsOffice: true, by: 'Ben@example.com', byName: 'The boss' });
  const names = new Map([['ben@example.com', 'Ben Roe']]);

  it.each([
    ['a stranger', { by: 'mallory@example.net' }, 'mallory@example.net', 'not the visitor’s address'],
    ['who is not verified', { isUnverified: true }, 'Not verified: Ada', 'Perhaps somebody else wrote this'],
    ['who says to be a colleague', claim, 'Says it is from Ben Roe', 'Anybody can put a colleague’s address'],
    ['a program that says so', { ...claim, kind: 'automatic' }, 'mail that says it is from Ben Roe', 'Anybody'],
  ] as const)('tells apart a message of %s', (_who, changes, title, words) => {
    const view = enquiryPage({ messages: [doubtful(changes), answered({ at: hoursAgo(1) })] }, { names });
    expect(foldsOf(view)).toContainEqual(expect.stringMatching(new RegExp(`^folded: .*${title}`)));
    expect(mainOf(view)).toContain(words);
    expect(mainOf(view)).not.toContain('The boss');
  });

  it('offers to take for a reply what says that it is from the office, but no program’s, and none in spam', () => {
    const pressesIn = (message: StoredMessage, changes: Partial<StoredEnquiry> = {}) =>
      valuesOf(enquiryPage({ messages: [message], ...changes }), 'formaction').filter((to) => /confirm/.test(to));
    const press = [`/enquiries/${stored().id}/confirm-reply`];
    expect([pressesIn(claim), pressesIn(claim, { status: 'closed' })]).toEqual([press, press]);
    expect(valuesOf(enquiryPage({ messages: [claim] }), 'value', 'message')).toEqual(['d']);
    expect([pressesIn({ ...claim, kind: 'automatic' }), pressesIn(claim, { status: 'spam' })]).toEqual([[], []]);
  });

  it('offers to undo a reply as long as it waits to be sent', () => {
    const due: Delivery = { ...delivered, kind: 'reply', state: 'due', dueAt: hoursAgo(-1) };
    for (const [state, buttons] of [
      [{ attempts: 0 }, ['Undo the reply']],
      [{ attempts: 1, lastReason: '451' }, ['Undo the reply']],
      [{ dueAt: now }, []],
      [{ isLeased: true }, []],
      [{ payload: { mayBeSent: 'yes' } }, []],
    ] as const) {
      const labels = valuesOf(enquiryPage({ messages: [answered({ delivery: { ...due, ...state } })] }), 'aria-label');
      expect(labels.filter((label) => label.startsWith('Undo'))).toEqual(buttons);
    }
  });

  it('says where replies arrive, and folds what only people could tell if the mailbox is read', () => {
    expect(mainOf(enquiryPage())).toContain('arrives in the office’s mailbox');
    const view = enquiryPage({}, { isMailboxRead: true });
    expect(mainOf(view)).toContain('What they write back appears here');
    expect(foldsOf(view)).toContainEqual('folded: It happened elsewhereReplied elsewhere');
  });

  it('says once more beside the field why an answer was refused', () => {
    const view = enquiryPage({}, { notice: { kind: 'problem', text: 'Write something.', fieldName: 'text' } });
    const described = { 'aria-invalid': 'true', 'aria-describedby': 'field-notice answer-hint' };
    expect(elementsIn(view).find(({ tag }) => tag === 'textarea')?.attributes).toMatchObject(described);
    expect(mainOf(view).split('Write something.')).toHaveLength(3);
  });

  it('decides about the answers of an enquiry that was merged into it', () => {
    const view = enquiryPage({ messages: [answered({ enquiryId: 'other', delivery: failed })] });
    expect(valuesOf(view, 'formaction')).toContainEqual(expect.stringMatching(/send-again$/));
  });

  it('leads to the enquiry into which it was merged, and offers no form of its own', () => {
    const view = enquiryPage({ status: 'closed', mergedInto: 'other', messages: [answered({ delivery: failed })] });
    expect(valuesOf(view, 'href')).toContain('/enquiries/other');
    expect(valuesOf(view, 'value', 'seen')).toEqual([]);
  });

  it('makes no link of an address in a message, or of that of the sender', () => {
    const message = 'See https://evil.example and mail me@evil.example';
    const outside = valuesOf(enquiryPage({ message, email: 'eve@evil.example' }), 'href');
    expect(outside.filter((href) => !/^[/#]/.test(href))).toEqual(['mailto:the-reply']);
  });

  it('shows characters that nobody would see as marks, and lines in their own reading direction', () => {
    const view = enquiryPage({ subject: 'invoice\u202Efdp.exe' });
    expect(textsOf(view, 'h1')).toEqual(['invoiceU+202Efdp.exe']);
    expect(textsOf(view, 'title')[0]).toMatch(/^invoice\[U\+202E\]fdp\.exe, /);
    expect(elementsIn(view).find(({ tag }) => tag === 'pre')?.attributes['dir']).toBe('auto');
  });

  it('says in words what became of each delivery', () => {
    const again: Delivery = { ...failed, state: 'due', attempts: 2, dueAt: hoursAgo(-1) };
    const deliveries = [
      delivery('mail', '', failed),
      delivery('acknowledgement', '', delivered),
      delivery('webhook', 'enquiry.received', again),
    ];
    const text = mainOf(enquiryPage({}, { deliveries }));
    for (const words of [
      /Mail to you: given up after 12 attempts\. ?The answer was: 550 no such box/,
      /Acknowledgement to the visitor: sent, [A-Z]\w+ \d\d:\d\d\./,
      /connected program \(new enquiry\): not sent yet after 2 attempts; the next one is due [A-Z]\w+ \d\d:\d\d/,
    ])
      expect(text).toMatch(words);
  });

  it('offers who is in the conversation for a copy, ticked as it is proposed or as it was chosen', () => {
    const proposed = ['bob@example.net', 'cleo@example.net'].map((address, index) => {
      return { name: 'A\u202Eb', address, isPreset: index === 0, isReplyTo: index === 1 };
    });
    const ticked = (copyTo?: string) =>
      elementsIn(enquiryPage({}, { proposedRecipients: proposed, copyTo })).flatMap(({ attributes }) =>
        attributes['name'] === 'copyTo' && (attributes['type'] !== 'checkbox' || 'checked' in attributes)
          ? attributes['value']
          : [],
      );
    expect(ticked()).toEqual(['bob@example.net', '']);
    expect(ticked('')).toEqual(['']);
    expect(ticked('CLEO@example.net, dan')).toEqual(['cleo@example.net', 'dan']);
    const shown = mainOf(enquiryPage({}, { proposedRecipients: proposed }));
    expect(shown).toContain('AU+202Eb cleo@example.net, where their last mail asks for the answer');
  });

  it('says whom else a mail went to, and who of them has not got it', () => {
    const recipients = ['bob@example.net', 'cleo@example.net'].map((address) => ({ name: '', address }));
    const state = (one: 'delivered' | 'failed') => ({ state: one, reason: '550 gone', isCopy: true }) as const;
    const recipientStates = { 'bob@example.net': state('failed'), 'cleo@example.net': state('delivered') };
    const delivered = createSampleDelivery(now, { recipientStates });
    const received = createSampleMessage({ recipients, replyTo: 'desk@example.net' });
    const reply = createSampleMessage({ id: '2', direction: 'out', recipients, delivery: delivered });
    const shown = mainOf(enquiryPage({ messages: [received, reply] }));
    expect(shown).toContain('To bob@example.net, cleo@example.net. It asks for the answer at desk@example.net');
    expect(shown).toContain('Cc bob@example.net (not delivered: 550 gone), cleo@example.net');
  });

  it('leads to others of the same address, and keeps who is assigned chosen, even if that person is gone', () => {
    const changes = { email: 'ada+x@example.com', assignee: 'gone@example.com' };
    const view = enquiryPage(changes, { otherEnquiries: [stored()] });
    const erasing = [`/enquiries/${stored().id}/erase`, '/erase?email=ada%2Bx%40example.com'];
    const addresses = ['/search?words=ada%2Bx%40example.com', ...erasing];
    expect(valuesOf(view, 'href')).toEqual(expect.arrayContaining(addresses));
    const chosen = elementsIn(view).filter(({ attributes }) => 'selected' in attributes);
    expect(chosen.map(({ text }) => text)).toContain('gone@example.com');
  });
});

it.each([
  ['/erase', { email: 'ada@example.com' }, ['ada@example.com']],
  ['/actions', { chosen: ['a:0', 'b:1'], action: 'erase' }, ['a:0', 'b:1', 'erase']],
])('the page that asks says that nobody can bring back what is erased, and sends a yes to %s', (to, fields, sent) => {
  const asked = { formAction: to, fields, returnPath: '/search', enquiries: [stored()], count: 1 };
  const view: AnyView = { ...office, page: 'erase', ...asked };
  const form = elementsIn(view).find(({ attributes }) => attributes['action'] === to);
  const hidden = elementsIn(view).filter(({ attributes }) => attributes['type'] === 'hidden');
  expect(form?.text).toContain('Erase 1 enquiry for good');
  expect(hidden.map(({ attributes }) => attributes['value'])).toEqual(expect.arrayContaining(sent));
  expect(mainOf(view)).toContain('nobody can bring it back');
});

function createEvent(action: EventName, time: Date, text = 'anna@example.com') {
  return { id: action, at: time, actor: text, action, detail: text, note: text, enquiryId: 'x', version: 1 };
}

/** Returns the views of all pages that show text from outside, with `text` as each of these texts. */
function pagesWith(text: string): AnyView[] {
  const refused: Delivery = { ...failed, lastReason: text };
  const written = { name: text, email: text, company: text, subject: text, message: text, assignee: text };
  const enquiry = stored({ ...written, mail: refused });
  const events = (['note', 'assign', 'export', 'publish', 'roles', 'invite', 'remove'] as const).map((action) =>
    createEvent(action, hoursAgo(2), text),
  );
  const recipient = { name: text, address: text };
  const to = { recipients: [recipient], replyTo: text };
  const mail = createSampleMessage({ by: text, byName: text, subject: text, text: `x${text}`, ...to });
  const file = { id: 'x', messageId: mail.id, name: text, type: text, size: 1, isKept: true };
  const messages = (['message', 'automatic', 'bounce', 'message'] as const).map((kind, at) => ({
    ...mail,
    kind,
    id: `${at}`,
    bounceReason: text,
  }));
  const notice = { kind: 'problem' as const, text, details: [text] };
  const editUrl = '/content/edit#x';
  const field = { title: text, editUrl, before: text, after: `${text}, too`, pictures: [] };
  const changedFiles = [{ file: text, title: text, fields: [field] }];
  const head = { number: 2, at: now, by: text, reason: text };
  const draft = { file: text, title: text, editUrl, savedAt: now };
  const version = [{ file: text, savedAt: now }];
  const schedule = { id: '1', at: now, by: text, reason: text, drafts: version, problem: text };
  const link = { id: '1', by: text, path: text, expiresAt: now };
  const listedPerson = { email: text, addedAt: now, roles: allRoles, passkeys: [], lastSeenAt: now, invitedUntil: now };
  const some = { enquiries: [enquiry], count: 1 };
  const assigning = { person: text, possibleAssignees: [text] };
  const early = { file: text, at: now, key: text, isConfirmed: false };
  const conflicts = [{ key: text, title: text, isTakenBack: false, fields: changedFiles[0]?.fields ?? [] }];
  const undo = { number: 2, summary: head, baseRevision: 3, changedFiles, conflicts };
  const wordings = [{ revision: head, text, pictures: [], canPutBack: true }];
  const toErase = { formAction: '/erase', returnPath: '/search', ...some };
  const toClose = { chosen: [text, 'x'], others: [text], reason: text, returnPath: '/open' };
  return [
    list({ items: [enquiry], query: text, folder: 'search', url: text, notice, ...assigning }),
    list({ items: [stored({ ...enquiry, status: 'spam' })] }),
    list({ items: [], query: text, folder: 'search' }),
    enquiryPage(
      { ...enquiry, messages, emailProblem: text, files: [{ ...file, messageId: '3' }] },
      {
        events,
        otherEnquiries: [{ ...enquiry, closedReason: text }],
        nextEnquiry: enquiry,
        address: text,
        proposedRecipients: [{ ...recipient, isPreset: true, isReplyTo: true }],
        copyTo: 'x@example.net',
        deliveries: [delivery('mail', '', refused), delivery('webhook', text, refused)],
        note: text,
        remark: text,
        reply: text,
      },
    ),
    { ...office, page: 'erase', email: text, fields: { email: text }, ...toErase },
    { ...office, page: 'erase', email: undefined, fields: { chosen: [text] }, ...toErase },
    { ...office, page: 'close', returned: [enquiry], unanswered: [enquiry], ...toClose },
    { ...office, page: 'export', folder: 'search', query: text, ...some },
    {
      ...office,
      page: 'content',
      newest: head,
      shownRevision: undefined,
      differing: [text],
      noticeLinks: [[text, '/x']],
      drafts: [
        { ...draft, by: text, isOwn: false, removedPath: '/x', isOrphaned: true, isScheduled: true },
        { ...draft, by: 'x', isOwn: true, removedPath: undefined, isOrphaned: false, isScheduled: false },
      ],
      schedules: [{ ...schedule, titles: [text], isChanged: true, isOwn: true }],
      missingFacts: [{ name: text, location: text, reason: text, editUrl }],
      links: [link],
      pages: [{ file: text, title: text, path: text }],
      file: text,
    },
    {
      ...office,
      page: 'publish',
      baseRevision: 1,
      changedFiles,
      drafts: [{ file: text, title: text, editUrl, isIncluded: true, scheduledAt: now, early }],
      seenVersions: [text],
      at: text,
      timeZone: 'Europe/London',
      copies: [{ key: text, title: text, sourceTitle: text, text, editUrl, isConfirmed: true }],
      issues: [{ editUrl, text }],
      changesNeedingRelease: [text],
      reason: text,
    },
    { ...office, page: 'revisions', revisions: [head] },
    { ...office, page: 'revision', number: 2, comparedWith: 0, revisions: [head], changedFiles },
    { ...office, page: 'undo', ...undo, canUndo: true, issues: [{ editUrl, text }] },
    { ...office, page: 'field history', title: text, url: '/x', editUrl, known: '', oldestNumber: 2, wordings },
    { ...office, page: 'people', people: [listedPerson] },
    { ...office, page: 'person', values: { email: text, roles: [] }, listedPerson, successors: [text], canMail: true },
    { ...office, page: 'invited', email: text, link: `https://inbox.example.com/invitation#${text}`, expiresAt: now },
    { ...office, page: 'history', events },
    { ...office, page: 'other mail', mails: [mail, { ...mail, id: '2', kind: 'automatic' }], nextPageUrl: undefined },
    { ...office, page: 'mail', mail, files: [file], query: text, targets: [enquiry] },
    { ...office, page: 'add enquiry', values: { name: text, message: text }, errors: { name: text }, mailId: text },
    { ...door, page: 'sign in', returnPath: '/open', replayedFields: { [`x${text}`]: text }, notice },
    { ...door, page: 'message', title: text, advice: text },
  ];
}

describe('whatever stands in any field', () => {
  /** Returns elements with the names of their attributes, without the marks for hidden characters. */
  const structure = (view: AnyView) =>
    elementsIn(view)
      .filter(({ attributes }) => attributes['class'] !== 'mark')
      .map(({ tag, attributes }) => `${tag} ${Object.keys(attributes).sort().join(' ')}`);

  it('gives no page an element or an attribute', () => {
    const harmless = pagesWith('x').map(structure);
    const breakOuts = `<script>alert(1)</script>
"><img src=x onerror=alert(1)>
' autofocus onfocus='alert(1)
</title><svg onload=alert(1)>
</textarea></pre></select></noscript><a href="https://evil.example">x</a>
<!--
]]>
&lt;b&gt;&quot;`.split('\n');
    const part = fc.oneof(fc.constantFrom(...breakOuts), fc.string({ unit: 'binary', minLength: 1 }));
    const property = fc.property(fc.array(part, { minLength: 1 }), (texts) => {
      expect(pagesWith(texts.join('')).map(structure)).toEqual(harmless);
    });
    fc.assert(property, { numRuns: 5, examples: [[breakOuts]] });
  });

  it('no link or form leads anywhere but into the office, or to a reply', () => {
    for (const view of pagesWith('javascript:alert(1)//evil.example'))
      for (const { tag, attributes } of elementsIn(view))
        for (const name of ['href', 'action', 'formaction', 'src'])
          expect(attributes[name] ?? '/', `${tag} of the page ${view.page}`).toMatch(/^(\/(?!\/)|#|mailto:)/);
  });
});
