import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, test, vi } from 'vitest';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { streamEnquiryCsv } from '../enquiries/export-csv.ts';
import { createReceivedEnquiry, hour, sampleFields, spamFields } from '../enquiries/testing/samples.ts';
import { createCoreUnderTest, submitEnquiry } from '../enquiries/testing/core-under-test.ts';
import { insertSamples, never, target } from '../enquiries/testing/test-store.ts';
import { createRecordedLog } from '../start/testing/test-server.ts';
import { countFirstAnswers } from './answer-counts.ts';
import { addCount, maxRowsPerDay, mergeRareSourcesBefore, saveCounts, type PageCount } from './page-counts.ts';
import { createPeriod, formatDayRange } from './period.ts';
import type { StatisticsReport } from './report.ts';
import { bestRemark, listCells, maxTableRows, rankRows } from './report-table.ts';
import { createStatistics } from './statistics.ts';
import { createAccountRepository } from '../accounts/people.ts';
import { classifyViewReport, maxReportsPerMinute, maxViewReportsPerMinute } from './view-counter.ts';
import { parseVisitSource } from './visit.ts';

const pagePaths = ['/', '/about', '/contact'];
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const report = (query: string) => ({ parameters: new URLSearchParams(query), userAgent, pagePaths });
const today = '2025-01-01';
const view = (changes: Partial<PageCount> = {}): PageCount => {
  return { day: today, kind: 'view', page: '/', detail: '', host: '', campaign: '', number: 1, visits: 0, ...changes };
};
const toCounts = (...counts: PageCount[]) => {
  const all = new Map<string, PageCount>();
  for (const count of counts) addCount(all, count);
  return all;
};

function openStatistics(databases = openTemporarySqlite()) {
  const clock = { time: new Date(`${today}T12:00:00Z`), now: () => clock.time };
  const { log, lines } = createRecordedLog();
  const { listReportReaders, setReportReader } = createAccountRepository({ database: databases.database, clock });
  const statistics = createStatistics({ database: databases.database, target, clock, log, listReportReaders });
  const list = () => databases.database.selectFrom('page_counts').selectAll().orderBy('id').execute();
  return { ...databases, statistics, setReportReader, clock, list, log: () => lines.join('') };
}

function openStatisticsAndCore() {
  const databaseDependencies = openTemporarySqlite();
  return { ...createCoreUnderTest({ databaseDependencies }), ...openStatistics(databaseDependencies) };
}

const findTable = ({ tables }: StatisticsReport, name: keyof StatisticsReport['tables']) => listCells(tables[name]);

describe('a report of a browser', () => {
  const seen = (page: string) => ({ kind: 'view', page });
  const visited = (host: string) => ({ ...seen('/'), visits: 1, host, campaign: '' });
  const formStep = (page: string, detail: string) => ({ kind: 'form', page, detail });
  const press = (page: string, detail: string) => ({ kind: 'press', page, detail });
  const leftOut = (detail: string) => ({ kind: 'left out', detail });
  it.each<[what: string, query: string, counted: object[]]>([
    ['a page', 'page=/about&from=/', [seen('/about')]],
    ['a visit', 'page=/&host=WWW.Example.com', [visited('example.com')]],
    ['a visit from nowhere', 'page=/&host=', [visited('direct')]],
    ['a host that is none', 'page=/&host=<b>', [visited('other')]],
    ['the form', 'page=/contact&from=/about', [seen('/contact'), formStep('/about', 'opened')]],
    ['a form from nowhere', 'page=/contact&step=begun', [formStep('/contact', 'begun')]],
    [
      'refused fields',
      'page=/contact&from=/&step=refused+email+x',
      [formStep('/', 'refused'), formStep('/', 'refused: email')],
    ],
    ['a press on the telephone number', 'page=/about&from=/&step=phone', [press('/about', 'phone')]],
    ['a press on the contact page, for the page before it', 'page=/contact&from=/&step=email', [press('/', 'email')]],
    ['a press with fields that it has not', 'page=/&step=website+name+x', [press('/', 'website')]],
    ['an unknown step', 'page=/contact&step=x', []],
    ['an unknown page', 'page=/admin.php', [leftOut('unknown page')]],
    ['nothing', '', [leftOut('unknown page')]],
  ])('counts as what it is: %s', (_what, query, counted) => expect(classifyViewReport(report(query))).toEqual(counted));

  it('has a campaign of known characters, cut and in lower case', () => {
    const query = `page=/&host=&utm_source=Linked<b>In&utm_medium=${'x'.repeat(50)}&utm_campaign=%20&utm_term=secret`;
    expect(classifyViewReport(report(query))).toMatchObject([{ campaign: `linkedbin / ${'x'.repeat(40)}` }]);
  });

  it.each([
    '',
    'Mozilla/5.0 Chrome/131.0.0.0 Safari/537.36 GTmetrix',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'curl/8.5.0',
  ])('is left out from a robot: %j', (robot) =>
    expect(classifyViewReport({ ...report('page=/'), userAgent: robot })).toEqual([leftOut('robot')]),
  );
});

test.each<[header: unknown, origin: object | null]>([
  ['from=/about&first=/&host=www.a.org&utm_source=a', { page: '/about', firstPage: '/', host: 'a.org', campaign: 'a' }],
  ['from=/secret&first=//evil&name=Ada', { page: '/contact', firstPage: '', host: '', campaign: '' }],
  ['', null],
  [['from=/'], null],
])('an enquiry tells of its visit what is known alone: %j', (header, origin) =>
  expect(parseVisitSource(header, pagePaths)).toEqual(origin),
);

describe.each(databaseCases)('counts in %s', (_name, open) => {
  it('of two servers add up, and keep nothing but a day', async () => {
    const databases = await open();
    const servers = [openStatistics(databases as never), openStatistics(databases as never)];
    for (const { statistics } of servers)
      for (let each = 0; each < 3; each += 1) statistics.count(report('page=/&host='), 'a');
    await Promise.all(servers.map(({ statistics }) => statistics.save()));
    expect(await servers[0]?.list()).toEqual([
      { id: `${today}\nview\n/\n\ndirect\n`, ...view({ host: 'direct', number: 6, visits: 6 }) },
    ]);
  });

  it('of more sources than a day may have become "other", and those known already go on', async () => {
    const { database } = await open();
    const many = Array.from({ length: maxRowsPerDay }, (_, at) => view({ host: `a${at}.example` }));
    await saveCounts(database, toCounts(...many));
    const later = ['b.example', 'c.example', 'a7.example'].map((host) => view({ host }));
    await saveCounts(database, toCounts(...later));
    const stored = database.selectFrom('page_counts').select(['host', 'number']);
    expect(await stored.where('host', 'in', ['b.example', 'other', 'a7.example']).orderBy('host').execute()).toEqual([
      { host: 'a7.example', number: 2 },
      { host: 'other', number: 2 },
    ]);
  });

  it('of rare websites and campaigns become "other" in time, and their sums stay', async () => {
    const { database } = await open();
    const [rare, common] = [view({ host: 'rare.example', visits: 4 }), view({ host: 'common.example', visits: 5 })];
    const campaign = view({ host: 'common.example', campaign: 'x', visits: 3 });
    const later = view({ host: 'later.example', visits: 1, day: '2025-01-02' });
    await saveCounts(database, toCounts(rare, common, campaign, later, view({ host: 'direct', visits: 1 })));
    await mergeRareSourcesBefore(database, '2025-01-02');
    const all = database.selectFrom('page_counts').select(['host', 'campaign', 'visits']).orderBy('host');
    expect(await all.orderBy('campaign').execute()).toEqual([
      { host: 'common.example', campaign: '', visits: 5 },
      { host: 'common.example', campaign: 'other', visits: 3 },
      { host: 'direct', campaign: '', visits: 1 },
      { host: 'later.example', campaign: '', visits: 1 },
      { host: 'other', campaign: '', visits: 4 },
    ]);
  });

  it('of visits stand once each in the report, however many sources there are, with no first page of fewer than five', async () => {
    const { database, statistics } = openStatistics((await open()) as never);
    const flood = Array.from({ length: maxRowsPerDay - 4 }, (_, at) => view({ host: `a${at}.example`, visits: 1 }));
    const [mail, typed] = [{ host: 'direct', campaign: 'mail' }, { host: 'direct' }];
    const visits = [
      { ...mail, visits: 7 },
      { ...mail, page: '/about', visits: 4 },
      { ...typed, visits: 5 },
    ];
    await saveCounts(database, toCounts(...flood, ...visits.map(view)));
    const shown = await statistics.readReport('month', null);
    const sources = findTable(shown, 'sources');
    expect(sources.slice(0, 2).map((row) => row.slice(0, 4))).toEqual([
      ['Campaign mail', 0, '0.0', 11],
      ['direct', 0, '0.0', 5],
    ]);
    expect(sources).toHaveLength(maxTableRows + 1);
    expect(sources.reduce((total, [, , , number]) => total + Number(number), 0)).toBe(flood.length + 16);
    expect(findTable(shown, 'firstPages').slice(0, 4)).toEqual([
      ['Campaign mail', '/', 7],
      ['Campaign mail', 'other', 4],
      ['direct', '/', 5],
      [expect.any(String), 'other', 1],
    ]);
  });

  it('of first answers are made once, by the promise, and outlive the enquiry', async () => {
    const { database, store } = await open();
    const samples = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => createReceivedEnquiry(number));
    const ids = samples.map(({ id }) => id);
    const [answered = '', late = '', ended = '', reopened = '', ...others] = ids;
    const [bounced = '', spam = '', merged = '', unsent = ''] = others;
    await insertSamples(store, ...samples);
    const answer = { direction: 'out', author: 'a', text: '', message_id: '', superseded: 0 } as const;
    const answers = Object.entries({ [answered]: 3, [late]: 30, [bounced]: 1, [spam]: 1 }).map(([id, hours]) => {
      const sent = { id: `answer to ${id}`, enquiry_id: id, sent_at: new Date(Date.UTC(2025, 0, 1, 12 + hours)) };
      return { ...answer, ...sent, bounce_reason: id === bounced ? 'no such box' : null };
    });
    await database.insertInto('messages').values(answers).execute();
    const actor = { actor: 'anna@ours.example' };
    for (const id of [ended, reopened, merged]) await store.applyAction(id, { action: 'close' }, actor);
    await store.applyAction(reopened, { action: 'reopen' }, actor);
    await database.updateTable('enquiries').set({ status: 'spam', due_at: null }).where('id', '=', spam).execute();
    await database.updateTable('enquiries').set({ merged_into: late }).where('id', '=', merged).execute();
    await store.sendReply(unsent, { text: 'Soon.', by: actor.actor, version: 0, files: [] });
    await countFirstAnswers({ database, target }, new Date());
    const notYet = database.selectFrom('enquiries').select('id').where('answer_counted', '=', 0).orderBy('id');
    expect((await notYet.execute()).map(({ id }) => id)).toEqual([ended, reopened, bounced, spam, merged, unsent]);
    for (let times = 0; times < 2; times += 1)
      await Promise.all([1, 2].map(() => countFirstAnswers({ database, target }, never)));
    await store.erase({ id: answered });
    const counts = database.selectFrom('answer_counts').select(['month', 'hours', 'kept', 'number']).orderBy('hours');
    expect(await counts.limit(2).execute()).toEqual([
      { month: '2025-01', hours: 3, kept: 1, number: 1 },
      { month: '2025-01', hours: 29, kept: 0, number: 1 },
    ]);
    expect((await notYet.execute()).map(({ id }) => id)).toEqual([reopened, bounced, spam, merged, unsent]);
  });
});

it('first answers are looked for each minute without a look at the spam', async () => {
  const { database, path, ensureOpen } = openTemporarySqlite();
  await ensureOpen();
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await countFirstAnswers({ database, target }, never);
  const query = prepared.mock.calls.map(([text]) => text).find((text) => text.includes('answer_counted'));
  using file = new DatabaseSync(path);
  const plan = file.prepare(`EXPLAIN QUERY PLAN ${query}`).all();
  expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('USING INDEX enquiries_uncounted'));
});

it.each([
  ['the day after the last', '2027-04-01', 0],
  ['not when the clock has leapt, which makes all look old', '2027-04-02', 1],
])('old counts are deleted %s', async (_what, day, left) => {
  const { statistics, clock, list, database } = openStatistics();
  await saveCounts(database, toCounts(view()));
  clock.time = new Date('2027-03-31T12:00:00Z');
  await statistics.maintain();
  clock.time = new Date(`${day}T12:00:00Z`);
  await statistics.maintain();
  expect(await list()).toHaveLength(left);
});

it('a flood from many senders is left out with all of its minute, and said', async () => {
  const { statistics, list } = openStatistics();
  for (let each = 0; each <= maxReportsPerMinute; each += 1) statistics.count(report('page=/'), `sender ${each}`);
  await statistics.save();
  expect(await list()).toMatchObject([{ kind: 'left out', detail: 'flood', number: maxReportsPerMinute + 1 }]);
});

it('what one sender floods us with is left out, whatever it says, and a minute of everybody else counts', async () => {
  const { statistics, list } = openStatistics();
  for (let each = 0; each < 100 * 60; each += 1) statistics.count(report('page=/'), 'a flood');
  for (let each = 0; each < 200; each += 1) statistics.count(report('page=/about'), `visitor ${each}`);
  await statistics.save();
  const left = { kind: 'left out', detail: 'flood', number: 100 * 60 - maxViewReportsPerMinute };
  const [ofFlood, ofOthers] = [maxViewReportsPerMinute, 200].map((number) => ({ kind: 'view', number }));
  expect(await list()).toMatchObject([left, ofFlood, ofOthers]);
  statistics.count(report('page=/contact'), 'a flood');
  await statistics.save();
  expect((await list()).at(-1)).toMatchObject({ page: '/contact', number: 1 });
});

it('what could not be stored is lost, which the log says, and the next counts that are stored', async () => {
  const databases = openTemporarySqlite();
  const { statistics, list, log, database } = openStatistics(databases);
  await database.schema.alterTable('page_counts').renameTo('away').execute();
  statistics.count(report('page=/'), 'a');
  await statistics.save();
  expect(log()).toContain('views could not be stored');
  await database.schema.alterTable('away').renameTo('page_counts').execute();
  for (let times = 0; times < 2; times += 1) {
    statistics.count(report('page=/about'), 'a');
    await statistics.save();
  }
  expect(await list()).toMatchObject([
    { detail: 'not stored', number: 1 },
    { kind: 'view', page: '/about', number: 2 },
  ]);
});

describe('the statistics', () => {
  it('lead from page to enquiry, and to what became of it', async () => {
    const { enquiries, act, statistics, clock } = openStatisticsAndCore();
    const steps = ['contact&from=/about', 'contact&from=/about&step=begun', 'contact&from=/about&step=phone'];
    const queries = ['about&host=lnkd.in&utm_source=post', ...steps];
    for (const query of queries) statistics.count(report(`page=/${query}`), 'a');
    await statistics.save();
    const visitSource = parseVisitSource('from=/about&first=/about&host=lnkd.in&utm_source=post', pagePaths);
    const sent = await enquiries.receive({ ...sampleFields }, { visitSource });
    await act(sent.outcome === 'accepted' ? sent.id : '', { action: 'close', reason: 'By telephone' });
    await submitEnquiry(enquiries);
    await submitEnquiry(enquiries, spamFields);
    const csv = (await Array.fromAsync(streamEnquiryCsv(enquiries.stream({}), new Map()))).join('');
    expect(csv).toContain(',"/about","/about","lnkd.in","post","closed"\r\n');
    clock.time = new Date(clock.time.getTime() + 2 * hour);
    const shown = await statistics.readReport('month', null);
    expect(findTable(shown, 'summary')).toEqual([
      ['Visits', 1, 0, '1 more'],
      ['Enquiries', 2, 0, '2 more'],
      ['Answered in time', '1 of 1', '', '1 still open'],
      ['Enquiries of 100 visits', '200.0', '', ''],
    ]);
    const [became, waits] = ['1 By telephone', '1 open'];
    expect(findTable(shown, 'pages')).toEqual([
      ['/about', 1, '100.0', 1, 1, 1, 1, became, ''],
      ['not known', 1, '', 0, 0, 0, 0, waits, ''],
      ['/contact', 0, '', 1, 0, 0, 0, '', ''],
    ]);
    expect(findTable(shown, 'sources')).toEqual([
      ['Campaign post', 1, '100.0', 1, became, ''],
      ['not known', 1, '', 0, waits, ''],
    ]);
    expect(findTable(shown, 'steps').map(([, times]) => times)).toEqual([1, 1, 0, 1]);
    expect(findTable(shown, 'presses')).toEqual([['Phone number', 1]]);
    expect(findTable(shown, 'days')).toEqual([['Wed 1 January', 2, 1, 2]]);
    expect(findTable(shown, 'answers')).toEqual([['January 2025', '100 %', 1, 1, 0, '1 h', '1 h']]);
  });

  it.each([
    [
      'a rate, and what the worst loses by its own',
      [
        [9, 300],
        [1, 900],
        [0, 0],
      ],
      [bestRemark, /bring 6 more/, ''],
    ],
    [
      'not by chance',
      [
        [2, 20],
        [1, 100],
      ],
      ['', ''],
    ],
  ] as const)('remark on %s', (_what, numbers, remarks) => {
    const rows = numbers.map(([enquiries, views]) => ({ enquiries, views }));
    const matchers = remarks.map((remark) => expect.stringMatching(remark === '' ? /^$/ : remark));
    expect(rankRows(rows, ({ views }) => views).map(({ remark }) => remark)).toEqual(matchers);
  });

  it('count who was kept waiting too long for a promise that was broken', async () => {
    const { enquiries, statistics, clock } = openStatisticsAndCore();
    await submitEnquiry(enquiries);
    clock.time = new Date(clock.time.getTime() + 25 * hour);
    const shown = await statistics.readReport('month', null);
    expect(findTable(shown, 'answers')).toEqual([['January 2025', '0 %', 0, 0, 1, '', '']]);
    expect(findTable(shown, 'summary')[2]).toEqual(['Answered in time', '0 of 1', '', '1 late']);
  });

  it('say of a year what each month was, and of answers the median, the slowest and the share, rounded to no promise', async () => {
    const { statistics, database, clock } = openStatistics();
    clock.time = new Date('2025-02-03T12:00:00Z');
    await saveCounts(database, toCounts(view({ visits: 1 })));
    const counts = [
      { id: 'kept', month: '2025-01', hours: 1, kept: 1, number: 299 },
      { id: 'late', month: '2025-01', hours: 60, kept: 0, number: 1 },
    ] as const;
    await database.insertInto('answer_counts').values(counts).execute();
    const shown = await statistics.readReport('year', null);
    expect(findTable(shown, 'days')).toEqual([['January 2025', 1, 1, 0]]);
    expect(findTable(shown, 'answers')).toEqual([['January 2025', '99 %', 300, 299, 0, '2 h', '3 days']]);
  });

  it('are mailed once a month, to who wants them', async () => {
    const { statistics, setReportReader, clock, database, deliver, sent } = openStatisticsAndCore();
    const person = { email: 'anna@ours.example', handle: 'a', added_at: clock.now(), roles: '' };
    await database.insertInto('people').values(person).execute();
    await setReportReader(person.email, true);
    await statistics.maintain();
    await deliver();
    expect(sent).toEqual([]);
    clock.time = new Date('2025-02-01T00:00:01Z');
    for (let times = 0; times < 2; times += 1) await statistics.maintain();
    const dueAt = new Date('2025-01-01T00:00:00Z');
    await database.updateTable('deliveries').set({ due_at: dueAt }).execute();
    await deliver();
    expect(sent).toMatchObject([{ to: [person.email], subject: 'Statistics of January 2025: Ours' }]);
    expect(sent[0]?.text.split('\n').slice(0, 3)).toEqual([
      'Enquiries: none (the month before: none)',
      'Pages that led to enquiries: none',
      'Where visits came from: none',
    ]);
  });
});

it.each([
  ['week', null, '2025-01-08', '6 to 8 January 2025', '30 December 2024 to 1 January 2025', null],
  ['month', null, '2025-03-31', '1 to 31 March 2025', '1 to 28 February 2025', null],
  ['month', '2025-02-10', '2025-03-15', '1 to 28 February 2025', '1 to 31 January 2025', '2025-03-01'],
  ['year', '2024-07-01', '2025-03-15', '1 January to 31 December 2024', '1 January to 31 December 2023', '2025-01-01'],
  ['month', '2025-99-99', '2025-03-01', '1 March 2025', '1 February 2025', null],
  ['month', '2099-01-01', '2025-03-01', '1 March 2025', '1 February 2025', null],
] as const)('a period of a %s has its days, and as many before: %s, on %s', (unit, day, now, shown, before, next) => {
  const period = createPeriod(unit, day, now);
  expect([formatDayRange(period), formatDayRange(period.before), period.next]).toEqual([shown, before, next]);
});
