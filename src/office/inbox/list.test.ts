import { describe, expect, it } from 'vitest';
import { sampleFields } from '../../enquiries/testing/samples.ts';
import { honeypotFieldName } from '../../enquiries/enquiry.ts';
import { formatReference } from '../../enquiries/reference.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { anna, bob, startTestOffice, startOfficeWithEnquiry } from '../testing/office-under-test.ts';

/** Starts an inbox with `count` enquiries, a minute apart, and a signed-in browser. */
async function startWith(count: number) {
  const inbox = await startTestOffice();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push(await inbox.receive({ ...sampleFields, name: `Person ${number}`, message: `Words ${number}` }));
    inbox.advanceClock(60_000);
  }
  return { ...inbox, ids, browser: await inbox.browserOf(anna) };
}

const namesIn = async (browser: TestBrowser, path: string) =>
  (await browser.getView(path, 'list')).items.map(({ name }) => name);

describe('a folder', () => {
  it('shows the counts, the people, and what waits: the oldest first, page by page', async () => {
    const { browser, people, enquiries, ids } = await startWith(52);
    await people.createInvitation('bob@example.com');
    const page = await browser.getView('/open', 'list');
    expect(page).toMatchObject({
      folder: 'open',
      person: anna,
      possibleAssignees: [anna, 'bob@example.com'],
      counts: { open: 52, overdue: 0, dueToday: 0, closed: 0, spam: 0, undelivered: 0, assigned: 0, snoozed: 0 },
    });
    expect([page.items.length, page.items[0]?.name, page.firstPageUrl]).toEqual([50, 'Person 0', undefined]);
    const second = await browser.getView(page.nextPageUrl ?? '', 'list');
    expect(second.items).toMatchObject([{ name: 'Person 50' }, { name: 'Person 51' }]);
    expect([second.nextPageUrl, second.firstPageUrl]).toEqual([undefined, '/open']);
    for (const id of ids.slice(0, 2)) await enquiries.applyAction(id, { action: 'close' }, { actor: anna });
    const full = await browser.getView('/open', 'list');
    expect([full.items.length, full.nextPageUrl]).toEqual([50, undefined]);
  });

  it('has on top what its reader is reminded of, and what they put off elsewhere, but not for others', async () => {
    const { browser, ids, enquiries, browserOf, clock } = await startWith(3);
    const [first = '', second = '', third = ''] = ids;
    const at = new Date(clock.time + 60_000);
    for (const id of [first, third]) await enquiries.applyAction(id, { action: 'remind', at }, { actor: anna });
    const ahead = ['Person 0', 'Person 2'];
    expect([await namesIn(browser, '/open'), await namesIn(browser, '/later')]).toEqual([['Person 1'], ahead]);
    const { counts, reminders } = await browser.getView('/later', 'list');
    expect([counts?.open, counts?.snoozed, reminders[third]?.at]).toEqual([1, 2, at.toISOString()]);
    expect(await namesIn(await browserOf(bob), '/open')).toHaveLength(3);
    clock.time += 60_000;
    expect(await namesIn(browser, '/open')).toEqual([...ahead, 'Person 1']);
    await enquiries.applyAction(second, { action: 'assign', to: anna }, { actor: bob });
    expect([await namesIn(browser, '/later'), await namesIn(browser, '/mine')]).toEqual([[], ['Person 1']]);
  });

  it('shows elsewhere the newest first', async () => {
    const { browser, ids, enquiries, receive } = await startWith(52);
    for (const id of ids) await enquiries.applyAction(id, { action: 'close' }, { actor: anna });
    await receive({ ...sampleFields, name: 'Spam', message: 'Buy', [honeypotFieldName]: 'x' });
    const page = await browser.getView('/closed', 'list');
    expect(page.items[0]).toMatchObject({ name: 'Person 51', status: 'closed' });
    expect(await namesIn(browser, page.nextPageUrl ?? '')).toEqual(['Person 1', 'Person 0']);
    expect(await namesIn(browser, '/spam')).toEqual(['Spam']);
    for (const empty of ['/not-delivered', '/open']) expect(await namesIn(browser, empty)).toEqual([]);
  });
});

it.each([
  ['waiting', 'open'],
  ['answered', 'closed'],
  ['set-aside', 'spam'],
])('an export by the name that a folder had before is of the folder: %s', async (earlier, folder) => {
  const { browser } = await startWith(0);
  expect(await browser.getView(`/export?folder=${earlier}`, 'export')).toMatchObject({ folder });
});

describe('a search', () => {
  it('finds words wherever they stand, page by page, and nothing for no words', async () => {
    const { browser } = await startWith(52);
    expect(await namesIn(browser, '/search?words=person+7')).toEqual(['Person 7']);
    const page = await browser.getView('/search?words=%20Person%20', 'list');
    expect(page).toMatchObject({ folder: 'search', query: 'Person' });
    expect(await namesIn(browser, page.nextPageUrl ?? '')).toEqual(['Person 1', 'Person 0']);
    for (const none of ['/search?words=%20', '/search']) expect(await namesIn(browser, none)).toEqual([]);
  });

  it('takes 200 characters, and none that is invisible in a line', async () => {
    const { browser } = await startWith(0);
    const wordsOf = async (words: string) =>
      (await browser.getView(`/search?words=${encodeURIComponent(words)}`, 'list')).query;
    expect(await wordsOf('x'.repeat(300))).toHaveLength(200);
    expect(await wordsOf('a\u0000\nb')).toBe('a b');
  });
});

describe('an export', () => {
  async function exportOf({ browser, listEvents }: Awaited<ReturnType<typeof startWith>>, query: string) {
    const wished = Object.fromEntries(new URLSearchParams(query));
    const asked = await browser.getView(`/export?${query}`, 'export');
    const answer = await browser.post('/export', wished);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="enquiries-[a-z-]+\.csv"$/);
    expect((await listEvents())[0]).toMatchObject({ action: 'export', actor: anna });
    const rows = (await answer.text()).split('\r\n').slice(1, -1);
    expect(asked.count).toBe(rows.length);
    return rows.map((row) => row.split('","')[2]);
  }

  it('holds all of a folder, and is kept with who took it', async () => {
    const inbox = await startWith(205);
    expect(await exportOf(inbox, 'folder=waiting')).toHaveLength(205);
    expect(await exportOf(inbox, 'folder=answered')).toEqual([]);
  });

  it('says first how many go, and whose, and keeps nothing until then', async () => {
    const { browser, listEvents } = await startWith(21);
    const asked = await browser.getView('/export?folder=waiting', 'export');
    expect([asked.count, asked.enquiries.length]).toEqual([21, 20]);
    expect(asked.enquiries[0]?.name).toMatch(/^Person /);
    expect((await browser.getView('/export?folder=search', 'export')).count).toBe(0);
    expect(await listEvents()).toEqual([]);
  });

  it('holds what a search has found, by a reference too, and keeps nobody’s words', async () => {
    const inbox = await startWith(3);
    expect(await exportOf(inbox, 'folder=search&words=person+2')).toEqual(['Person 2']);
    expect(await exportOf(inbox, `folder=search&words=${formatReference(inbox.ids[1] ?? '')}`)).toEqual(['Person 1']);
    expect(await exportOf(inbox, 'folder=search')).toEqual([]);
    expect((await inbox.listEvents()).map(({ detail }) => detail)).toEqual(['search', 'search', 'search']);
  });
});

it('the history tells who did what to which enquiry, the latest first, page by page', async () => {
  const { annasBrowser, id, enquiries } = await startOfficeWithEnquiry();
  await enquiries.applyAction(id, { action: 'close' }, { actor: bob });
  for (let number = 1; number <= 51; number += 1) await enquiries.recordEvent('export', anna, `${number}`);
  const first = await annasBrowser.getView('/history', 'history');
  expect([first.events.length, first.events[0]?.detail, first.events.at(-1)?.detail]).toEqual([50, '51', '2']);
  const second = await annasBrowser.getView(first.nextPageUrl ?? '', 'history');
  expect(second.events).toMatchObject([
    { detail: '1' },
    { action: 'close', actor: bob, reference: formatReference(id) },
  ]);
  expect(second.nextPageUrl).toBeUndefined();
});
