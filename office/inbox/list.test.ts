import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { trapField } from '../../enquiries/core/enquiry.ts';
import { viewOf, type Browser } from '../testing/browser.ts';
import { anna, startInbox, type InboxUnderTest } from '../testing/inbox-under-test.ts';

/** As many enquiries, a minute apart, and a browser of somebody who sees them. */
async function startWith(count: number) {
  const inbox = await startInbox();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push(await inbox.receive({ ...fields, name: `Person ${number}`, message: randomUUID() }));
    inbox.pass(60_000);
  }
  return { ...inbox, ids, browser: await inbox.browserOf(anna) };
}

const namesIn = async (browser: Browser, path: string) =>
  (await viewOf(await browser.get(path), 'list')).items.map(({ name }) => name);

describe('a folder', () => {
  it('shows the counts, the people, and what waits: the oldest first, page by page', async () => {
    const { browser, people, enquiries, ids } = await startWith(52);
    await people.invite('bob@example.com');
    const page = await viewOf(await browser.get('/waiting'), 'list');
    expect(page.items.map(({ name }) => name).slice(0, 2)).toEqual(['Person 0', 'Person 1']);
    expect(page).toMatchObject({
      folder: 'waiting',
      person: anna,
      people: [anna, 'bob@example.com'],
      counts: { waiting: 52, overdue: 0, answered: 0, setAside: 0, undelivered: 0 },
    });
    expect([page.items.length, page.first]).toEqual([50, undefined]);
    const second = await viewOf(await browser.get(page.next ?? ''), 'list');
    expect(second.items.map(({ name }) => name)).toEqual(['Person 50', 'Person 51']);
    expect([second.next, second.first]).toEqual([undefined, '/waiting']);
    for (const id of ids.slice(0, 2)) await enquiries.act(id, { act: 'answer' }, { who: anna });
    const full = await viewOf(await browser.get('/waiting'), 'list');
    expect([full.items.length, full.next]).toEqual([50, undefined]);
  });

  it('shows elsewhere the newest first', async () => {
    const { browser, ids, enquiries, receive } = await startWith(52);
    for (const id of ids) await enquiries.act(id, { act: 'answer' }, { who: anna });
    await receive({ ...fields, name: 'Spam', message: 'Buy', [trapField]: 'x' });
    const page = await viewOf(await browser.get('/answered'), 'list');
    expect(page.items[0]).toMatchObject({ name: 'Person 51', handling: 'answered' });
    expect(await namesIn(browser, page.next ?? '')).toEqual(['Person 1', 'Person 0']);
    expect(await namesIn(browser, '/set-aside')).toEqual(['Spam']);
    expect(await namesIn(browser, '/not-delivered')).toEqual([]);
    expect(await namesIn(browser, '/waiting')).toEqual([]);
  });

  it('tells what was done once, in words of its own', async () => {
    const { browser } = await startWith(1);
    const page = await viewOf(await browser.get('/waiting?done=answer&count=3'), 'list');
    expect(page).toMatchObject({
      address: '/waiting',
      notice: { kind: 'done', text: expect.stringContaining('3 enquiries') },
    });
    for (const query of ['done=%3Cb%3E', 'done=__proto__', 'done=constructor', 'count=3'])
      expect((await viewOf(await browser.get(`/waiting?${query}`), 'list')).notice).toBeUndefined();
  });
});

describe('a search', () => {
  it('finds words wherever they stand, page by page, and nothing for no words', async () => {
    const { browser } = await startWith(52);
    expect(await namesIn(browser, '/search?words=person+7')).toEqual(['Person 7']);
    const page = await viewOf(await browser.get('/search?words=%20Person%20'), 'list');
    expect(page).toMatchObject({ folder: 'search', words: 'Person' });
    expect(await namesIn(browser, page.next ?? '')).toEqual(['Person 1', 'Person 0']);
    expect(await namesIn(browser, '/search?words=%20')).toEqual([]);
    expect(await namesIn(browser, '/search')).toEqual([]);
  });

  it('finds an enquiry by the reference that somebody says on the phone', async () => {
    const { browser, ids, enquiries } = await startWith(3);
    const [enquiry] = await enquiries.find({ id: ids[1] ?? '' });
    const spoken = enquiry?.reference.toLowerCase().replace('-', ' ') ?? '';
    expect(await namesIn(browser, `/search?words=${encodeURIComponent(spoken)}`)).toEqual(['Person 1']);
  });

  it('takes 200 characters, and none that is invisible in a line', async () => {
    const { browser } = await startWith(0);
    const wordsOf = async (words: string) =>
      (await viewOf(await browser.get(`/search?words=${encodeURIComponent(words)}`), 'list')).words;
    expect(await wordsOf('x'.repeat(300))).toHaveLength(200);
    expect(await wordsOf('a\u0000\nb')).toBe('a b');
  });
});

describe('an export', () => {
  const rowsOf = async (inbox: InboxUnderTest, browser: Browser, path: string) => {
    const answer = await browser.get(path);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="enquiries-[a-z-]+\.csv"$/);
    expect(await inbox.enquiries.activity({ limit: 1 })).toMatchObject([{ act: 'export', by: anna }]);
    return (await answer.text())
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split('","')[2]);
  };

  it('holds all of a folder, and is kept with who took it', async () => {
    const { browser, ...inbox } = await startWith(205);
    expect(await rowsOf(inbox, browser, '/export?folder=waiting')).toHaveLength(205);
    expect(await rowsOf(inbox, browser, '/export?folder=answered')).toEqual([]);
  });

  it('is nothing that another site, or another port of this machine, can begin', async () => {
    const { browser, newBrowser, enquiries } = await startWith(1);
    expect((await browser.get('/export?folder=waiting', { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const byLink = await newBrowser().get('/export?folder=waiting', { 'sec-fetch-site': 'cross-site' });
    expect(await byLink.text()).toContain('url=/waiting"');
    expect(await enquiries.activity({ limit: 9 })).toEqual([]);
  });

  it('holds what a search has found, by a reference too, and keeps nobody’s words', async () => {
    const { browser, ids, ...inbox } = await startWith(3);
    expect(await rowsOf(inbox, browser, '/export?folder=search&words=person+2')).toEqual(['Person 2']);
    const [enquiry] = await inbox.enquiries.find({ id: ids[1] ?? '' });
    expect(await rowsOf(inbox, browser, `/export?folder=search&words=${enquiry?.reference}`)).toEqual(['Person 1']);
    expect(await rowsOf(inbox, browser, '/export?folder=search')).toEqual([]);
    const kept = await inbox.enquiries.activity({ limit: 10 });
    expect(kept.map(({ detail }) => detail)).toEqual(['search', 'search', 'search']);
  });
});
