import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { listEnquirySubjects } from '../content/enquiry-subjects.ts';
import * as content from '../content/release-content.ts';
import { formatCsvRow, streamEnquiryCsv } from '../enquiries/export-csv.ts';
import { insertMessage } from '../enquiries/save-transition.ts';
import { formatReference } from '../enquiries/reference.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { executeStatement, createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { createReceivedMail, sampleFields } from '../enquiries/testing/samples.ts';
import { refuse, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { parseFilter } from './select-enquiries.ts';
import { startCommandTest, startCommandTestWithWebhook } from './testing/command-test.ts';

const anna = { actor: 'anna@example.com' };
const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;

it('an enquiry on the command line has to be named by its id where a word stands for several, and nothing is done', async () => {
  const { enquiries, receive, run } = await startCommandTest();
  const only = await receive({ email: 'else@example.com' });
  const ids = [await receive(), await receive()].toReversed();
  const err = `${sampleFields.email} stands for 2 enquiries. Name one by its id: ${ids.join(', ')}.\n`;
  expect(await run('enquiries', 'retry', only, sampleFields.email)).toEqual({ code: 1, out: '', err });
  expect(await enquiries.listEvents({ enquiryId: only })).toEqual([]);
});

describe('a time on the command line', () => {
  it.each([
    // The day of 23 hours on which summer time begins.
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['2026-03-01 15:06', '2026-03-01T20:06:00.000Z', '2026-03-01T20:06:00.000Z'],
    ['2026-03-01T15:06:07.5Z', '2026-03-01T15:06:07.500Z', '2026-03-01T15:06:07.500Z'],
    ['2026-03-01T15:06+02:00', '2026-03-01T13:06:00.000Z', '2026-03-01T13:06:00.000Z'],
  ])('%s is of the operator’s time zone, a day to its end', (text, start, end) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect([parseFilter({ from: text }), parseFilter({ until: text })]).toEqual([
      { receivedFrom: new Date(start) },
      { receivedBefore: new Date(end) },
    ]);
  });

  it.each(['2026-02-30', '2026-02-30T10:00', '2026-3-1', '01.03.2026', 'today', '', '2026-03-01T25:00'])(
    '%j is none',
    (text) => expect(() => parseFilter({ until: text })).toThrow(/^--until takes a day like/),
  );
});

describe('enquiries list', () => {
  it('shows the newest first, a line each, and why one is spam', async () => {
    const { receive, receiveSpam, run } = await startCommandTest();
    const first = await receive();
    const second = await receive({ name: 'B'.repeat(24), subject: 'x'.repeat(100) });
    const head = /^REFERENCE +RECEIVED +STATUS +MAIL +NAME +SUBJECT\n/.source;
    const newest = `${formatReference(second)}  ${time}  open    due   B{24}  x{39}…\n`;
    const oldest = `${formatReference(first)}  .*Ada Example +A quotation\n`;
    const listed = { code: 0, out: expect.stringMatching(new RegExp(`${head}${newest}${oldest}$`)), err: '' };
    expect(await run('enquiries', 'list')).toEqual(listed);
    const row = `REASON\n${formatReference(await receiveSpam())}  .*  spam  +withheld  .*the hidden field.*\n$`;
    expect((await run('enquiries', 'list', '--state', 'quarantined')).out).toMatch(new RegExp(row));
  });

  it('tells how many there are where it shows not all', async () => {
    const { receive, run, runJson } = await startCommandTest();
    const ids = [await receive(), await receive(), await receive()].toReversed();
    const { err } = await run('enquiries', 'list', '--limit', '2');
    expect(err).toBe('These are the newest 2 of 3: --limit shows more.\n');
    expect(await runJson('enquiries', 'list', '--limit', '2')).toMatchObject(ids.slice(0, 2).map((id) => ({ id })));
    expect((await run('enquiries', 'list', '--limit', '3')).err).toBe('');
  });
});

describe('enquiries show', () => {
  it('shows one in full: what is due, why it is withheld, and that it was delivered before', async () => {
    const { enquiries, outbox, receive, receiveSpam, run, runJson } = await startCommandTest();
    const id = await receive();
    const show = async (word: string) => (await run('enquiries', 'show', word)).out;
    for (const text of [id, formatReference(id), ...Object.values(sampleFields), 'due now'])
      expect(await show(id)).toContain(text);
    expect(await runJson('enquiries', 'show', id)).toMatchObject({ id, ...sampleFields });
    const spam = await receiveSpam();
    expect(await show(spam)).toMatch(/^Status: {4}spam\n[^]*^Spam: {6}the hidden/m);
    await outbox.deliverDue();
    await enquiries.applyAction(id, { action: 'mark as spam' }, anna);
    const before = /^Spam: {6}somebody in the office said[^]*^Mail: {6}delivered \d{4}-/m;
    expect(await show(id)).toMatch(before);
    const none = { code: 1, out: '', err: 'There is no enquiry nobody.\n' };
    expect(await run('enquiries', 'show', 'nobody')).toEqual(none);
  });

  it('shows who sees to it and what was done to it, above the visitor’s words', async () => {
    const { enquiries, receive, run, runJson } = await startCommandTest();
    const id = await receive();
    await enquiries.applyAction(id, { action: 'assign', to: 'bob@example.com' }, anna);
    const text = 'Called.\r\nEmail: \u001B[2Jnobody@\u202Eexample.com';
    await enquiries.applyAction(id, { action: 'note', text }, anna);
    await run('enquiries', 'retry', id);
    const { out } = await run('enquiries', 'show', id);
    expect(out).toMatch(/^Assigned: {2}bob@example\.com$/m);
    const done = [
      `Done:      ${time}  anna@example\\.com assigned it to bob@example\\.com`,
      `           ${time}  anna@example\\.com wrote: Called\\. Email: \\[2Jnobody@example\\.com`,
      `           ${time}  the command had the mail sent again`,
    ];
    expect(out).toMatch(new RegExp(`^${done.join('\n')}\n\n${sampleFields.message}\n$`, 'm'));
    const events = [{ action: 'assign' }, { action: 'note', ...anna }, { action: 'retry', actor: 'the command' }];
    expect(await runJson('enquiries', 'show', id)).toMatchObject({ assignee: 'bob@example.com', events });
  });

  it('shows and exports who may not have written a message', async () => {
    const { enquiries, receive, run, database } = await startCommandTest();
    const id = await receive();
    const mail = { id: 'm', author: 'ben', text: 'Yes.', messageId: '<1@x>', sentAt: new Date('2999-01-01') };
    const doubts = { claimsOffice: true, isUnverified: true, direction: 'in', kind: 'message' } as const;
    await insertMessage(database.database, id, { ...mail, ...doubts });
    expect((await run('enquiries', 'show', id)).out).toContain('ben wrote, perhaps not a colleague, not verified:');
    const csv = (await Array.fromAsync(streamEnquiryCsv(enquiries.stream({}), new Map()))).join('');
    expect(csv).toContain('ben (received, perhaps not by a colleague, not verified):');
  });

  it('shows what was answered, by whom, and how far that has come', async () => {
    const { enquiries, receive, run } = await startCommandTest();
    const id = await receive();
    await enquiries.sendReply(id, { text: 'Dear Ada,\nyes.', by: anna.actor, version: 0 });
    const { out } = await run('enquiries', 'show', id);
    expect(out).toMatch(/^Reply: {5}due now$/m);
    const reply = `^${time}  anna@example\\.com replied:\n  Dear Ada,\n  yes\\.\n\n${sampleFields.message}`;
    expect(out).toMatch(new RegExp(reply, 'm'));
  });

  it('shows what became of the mail, the acknowledgement and each call of the webhook', async () => {
    const { outbox, receive, run, answer } = await startCommandTestWithWebhook({ ACKNOWLEDGE: 'true' });
    answer(410);
    const id = await receive();
    await outbox.deliverDue();
    const { out } = await run('enquiries', 'show', id);
    expect(out).toMatch(/^Mail: {6}delivered \d{4}-.*$/m);
    expect(out).toMatch(/^Visitor: {3}acknowledgement delivered \d{4}-.*$/m);
    expect(out).toMatch(/^Webhook: {3}enquiry\.received failed after 1 attempt\nReason: {4}.*410 Gone$/m);
  });
});

const due = { mail: { state: 'due', attempts: 0 } };
/** With what each says, how JSON calls the lists of those that it was done to and was not, why not, and what is so then. */
it.each<[act: string, one: string, done: string, refused: string, why: string, is: object]>([
  ['retry', '1 mail is queued again.', 'queued', 'spam', 'is spam: "enquiries not-spam" sends it', due],
  ['not-spam', '1 enquiry is open.', 'opened', 'notSpam', 'is not spam', due],
])('enquiries %s does it to what is named, keeps who did, and tells what it could not be done to', async (...given) => {
  const [act, one, done, not, why, is] = given;
  const { enquiries, outbox, receive, receiveSpam, run } = await startCommandTest();
  const receiveGood = act === 'not-spam' ? receiveSpam : receive;
  const good = [await receiveGood(), await receiveGood(), await receiveGood()] as const;
  const [id, ...others] = good;
  const other = await (act === 'retry' ? receiveSpam() : receive());
  await outbox.deliverDue();
  expect(await run('enquiries', act, formatReference(id))).toEqual({ code: 0, out: `${one}\n`, err: '' });
  expect(await enquiries.find({ id })).toMatchObject([is]);
  const event = { action: act.replace('-', ' '), actor: 'the command' };
  expect((await enquiries.listEvents({ enquiryId: id })).at(-1)).toMatchObject(event);

  const before = await enquiries.find({ id: other });
  const err = `${other} ${why}.\nThere is no enquiry nobody.\n`;
  const none = expect.stringMatching(/^0 (?:enquiries|mails) are .*\n$/);
  expect(await run('enquiries', act, other, 'nobody')).toEqual({ code: 1, out: none, err });
  const mixed = await run('enquiries', act, formatReference(others[0]), ...others, other, 'nobody', '--json');
  expect([mixed.code, mixed.err]).toEqual([1, '']);
  expect(JSON.parse(mixed.out)).toEqual({ [done]: others, [not]: [other], unknown: ['nobody'] });
  expect(await enquiries.find({ id: other })).toEqual(before);
});

describe('a filter', () => {
  it('opens all spam that passes it, and nothing else, under the names of earlier releases too', async () => {
    const { enquiries, receiveSpam, run, runJson } = await startCommandTest();
    const opened = await receiveSpam();
    await run('enquiries', 'not-spam', opened);
    await receiveSpam();
    const first = await receiveSpam({ company: 'Bristol Docks' });
    const found = [await receiveSpam({ company: 'Docks' }), first];
    const nothing = { opened: [], notSpam: [], unknown: [] };
    expect(await runJson('enquiries', 'release', '--state', 'waiting')).toEqual(nothing);
    expect(await runJson('enquiries', 'not-spam', '--text', 'docks')).toEqual({ ...nothing, opened: found });
    expect((await run('enquiries', 'release', '--state', 'quarantined')).out).toBe('1 enquiry is open.\n');
    expect(await enquiries.find({ id: opened })).toMatchObject([{ version: 1 }]);
    expect(await enquiries.count({ status: 'spam' })).toBe(0);
  });

  it('lets all be sent again that failed, and nothing else', async () => {
    const peer = await startTestSmtpServer({ onRcptTo: refuse(550) });
    const { enquiries, outbox, receive, runJson } = await startCommandTest({ SMTP_URL: peer.url });
    const failed = [await receive(), await receive()].toReversed();
    await outbox.deliverDue();
    await receive();
    expect(await runJson('enquiries', 'retry', '--failed')).toEqual({ queued: failed, spam: [], unknown: [] });
    expect(await enquiries.count({ mailState: 'failed' })).toBe(0);
  });
});

describe('enquiries erase', () => {
  it('shows what it would erase, and with --yes erases one enquiry or all of one person', async () => {
    const { enquiries, receive, run, runJson } = await startCommandTest();
    const id = await receive();
    await receive();
    const other = await receive({ email: 'else@example.com' });
    const shown = await run('enquiries', 'erase', sampleFields.email);
    expect([shown.code, shown.out]).toEqual([2, expect.stringContaining(formatReference(id))]);
    expect(shown.err).toContain('--yes to erase 2 enquiries;');
    expect(await runJson('enquiries', 'erase', id)).toMatchObject({ wouldErase: [id], enquiries: 1 });
    expect(await enquiries.count({})).toBe(3);
    const erased = await run('enquiries', 'erase', sampleFields.email.toUpperCase(), '--yes');
    expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/\nErased 2 enquiries\.\n$/), err: '' });
    expect(await runJson('enquiries', 'erase', formatReference(other), '--yes')).toMatchObject({ erased: [other] });
    const none = { code: 1, out: '', err: `No enquiry matches ${other}.\n` };
    expect(await run('enquiries', 'erase', other, '--yes')).toEqual(none);
  });

  it('shows and erases of a person also what is in no enquiry of theirs', async () => {
    const { enquiries, run, runJson } = await startCommandTest();
    await enquiries.receiveMail(createReceivedMail(), async () => {});
    const shown = await run('enquiries', 'erase', sampleFields.email);
    expect([shown.code, shown.out]).toEqual([2, 'No enquiry matches.\n']);
    expect(shown.err).toContain('--yes to erase 1 other mail;');
    const erased = { erased: [], enquiries: 0, messages: 0, otherMails: 1, mentions: 0 };
    expect(await runJson('enquiries', 'erase', sampleFields.email, '--yes')).toEqual(erased);
    expect(await run('enquiries', 'erase', sampleFields.email, '--yes')).toMatchObject({ code: 1 });
  });

  it('shows the newest 50 of what the filters let pass, and with --yes erases that alone', async () => {
    const { enquiries, receive, receiveSpam, run } = await startCommandTest();
    const id = await receive();
    for (let count = 0; count < 52; count += 1) await receiveSpam();
    const call = ['enquiries', 'erase', '--state', 'spam', '--until', '2999-01-01'];
    const { code, out, err } = await run(...call);
    expect([code, err]).toEqual([2, expect.stringContaining('--yes to erase 52 enquiries;')]);
    expect(out).toMatch(/^(?:.+  withheld  .+\n){50}and 2 more, older ones\.\n$/);
    expect(await enquiries.count({})).toBe(53);
    expect((await run(...call, '--yes')).code).toBe(0);
    expect(await enquiries.list({ limit: 10 })).toMatchObject([{ id }]);
    expect(await run(...call, '--yes')).toEqual({ code: 0, out: 'No enquiry matches.\n', err: '' });
  });
});

it('enquiries purge shows what it erases: that about which nobody has written since', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:00Z') });
  const { enquiries, receive, runJson } = await startCommandTest();
  const [written, silent] = [await receive(), await receive()];
  vi.setSystemTime('2026-03-01T12:00:00Z');
  await enquiries.applyAction(written, { action: 'record message' }, anna);
  vi.setSystemTime('2026-03-20T12:00:00Z');
  const purge = ['enquiries', 'purge', '--older-than', '60'];
  expect(await runJson(...purge)).toMatchObject({ enquiries: 1, purged: false });
  expect(await runJson(...purge, '--yes')).toMatchObject({ enquiries: 1, purged: true });
  expect(await enquiries.find({ ids: [written, silent] })).toMatchObject([{ id: written }]);
});

it('enquiries purge shows how many and how old, and with --yes erases what is older than the days or RETENTION_DAYS', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { enquiries, receive, run, runJson } = await startCommandTest({ RETENTION_DAYS: '15' });
  for (const day of ['05-01', '05-11', '05-21', '05-31']) {
    vi.setSystemTime(`2026-${day}T12:00:00Z`);
    await receive();
  }
  vi.setSystemTime('2026-06-10T12:00:00Z');
  const older = ['enquiries', 'purge', '--older-than', '25'];
  const stretch = String.raw`received 2026-05-01 \d\d:\d\d to 2026-05-11 \d\d:\d\d`;
  const out = expect.stringMatching(`^2 enquiries older than 25 days, ${stretch}\\.\n2 of them not mailed`);
  expect(await run(...older)).toEqual({ code: 2, out, err: expect.stringContaining('--yes to erase 2 enquiries;') });
  const [lastMessageBefore, oldest, newest] = ['05-16', '05-01', '05-11'].map((day) => `2026-${day}T12:00:00.000Z`);
  const json = { lastMessageBefore, enquiries: 2, oldest, newest };
  expect(await runJson(...older)).toEqual({ ...json, purged: false });
  expect(await enquiries.count({})).toBe(4);
  expect(await runJson(...older, '--yes')).toEqual({ ...json, purged: true });
  const erased = /^1 enquiry older .*\n1 of them not mailed.*\nErased 1 enquiry\.\n$/;
  expect((await run('enquiries', 'purge', '--yes')).out).toMatch(erased);
  expect(await enquiries.count({})).toBe(1);
  const none = { code: 0, out: 'No enquiry is older than 15 days.\n', err: '' };
  expect(await run('enquiries', 'purge')).toEqual(none);
});

describe('enquiries export', () => {
  /** The cells of one row, read as RFC 4180 says. */
  const cellsOf = (row: string): string[] =>
    [...row.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));

  it('writes CSV, a row for each enquiry, with what it was begun about', async () => {
    const { receive, run } = await startCommandTest();
    const [[key, subject] = ['', '']] = listEnquirySubjects(content);
    const name = '=HYPERLINK("http://evil.example")';
    const id = await receive({ name, company: '', subject, message: 'one,"two"\n-3' });
    const { out } = await run('enquiries', 'export');
    const [head = '', ...rest] = out.split('\r\n');
    const columns = 'id,received,name,email,company,subject,message,mail,attempts,reason,reference,handling,answered';
    const later =
      'assigned,about,end reason,hidden,replies,messages,files,form opened from,visit began on,came from,campaign,status';
    expect(head).toBe(`\uFEFF"${`${columns},${later}`.split(',').join('","')}"`);
    const received = [id, expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)];
    const said = [`'${name}`, sampleFields.email, '', subject, 'one,"two"\n-3'];
    const state = ['due', '0', '', formatReference(id), 'waiting', '', '', key, ...Array(9).fill(''), 'open'];
    expect(cellsOf(rest.join('\r\n'))).toEqual([...received, ...said, ...state]);
  });

  it('shows what hides in a line as a mark, and names all that hides in a column', async () => {
    const { receive, run } = await startCommandTest();
    await receive({ subject: 'annexe\u202Efdp.exe', message: 'a\u200Bb' });
    const cells = cellsOf((await run('enquiries', 'export')).out);
    expect(cells).toEqual(expect.arrayContaining(['annexe[U+202E]fdp.exe', 'a\u200Bb']));
    expect(cells.at(-9)).toBe('U+202E (right-to-left override), U+200B (zero-width space)');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1'])(
    'never starts a cell as a formula: %j',
    (cell) => expect(cellsOf(formatCsvRow([cell]))).toEqual([`'${cell}`]),
  );

  it('writes cells that read back as they were, quotation marks, commas and line breaks too', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'ß', "'", ' ') });
    const row = fc.array(cell, { minLength: 1 });
    const readsBack = fc.property(row, (cells) => {
      expect(cellsOf(formatCsvRow(cells))).toEqual(cells);
    });
    fc.assert(readsBack);
  });

  it('writes the files of messages into a folder, by the reference, and names them wherever it shows the enquiry', async () => {
    const { enquiries, receive, run, runJson } = await startCommandTest();
    const id = await receive();
    const file = { name: 'Offer.pdf', type: 'application/pdf', size: 2_500_000, body: Buffer.from('%PDF') };
    await enquiries.sendReply(id, { text: 'Yes.', by: 'anna@example.com', version: 0, files: [file, file] });
    const folder = join(createTemporaryDirectory(), 'files');
    expect(cellsOf((await run('enquiries', 'export', '--files', folder)).out).at(-6)).toBe('Offer.pdf\nOffer.pdf');
    const names = [1, 2].map((number) => `${formatReference(id)}-${number}-Offer.pdf`);
    expect(names.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['%PDF', '%PDF']);
    expect((await run('enquiries', 'show', id)).out).toContain('File:      Offer.pdf, 2.4 MB\n');
    const files = [{ name: 'Offer.pdf', size: 2_500_000 }, {}];
    expect(await runJson('enquiries', 'show', id)).toMatchObject({ files });
  });

  it('writes a JSON array of any length, and takes the filters of the list', async () => {
    const { receive, runJson } = await startCommandTest();
    expect(await runJson('enquiries', 'export')).toEqual([]);
    await receive();
    const id = await receive({ name: 'Bob' });
    expect(await runJson('enquiries', 'export', '--text', 'bob')).toMatchObject([{ id }]);
    expect(await runJson('enquiries', 'export')).toMatchObject([{ name: 'Bob' }, { name: 'Ada Example' }]);
  });
});

it('an empty PostgreSQL database is not given tables by a command that reads', async () => {
  const { runWith } = await startCommandTest();
  const env = { DATABASE_URL: await createTemporaryPostgres() };
  const { code, err } = await runWith({ env }, 'enquiries', 'list');
  expect([code, err]).toEqual([1, expect.stringContaining('it is empty; start the server')]);
  expect(await executeStatement(env.DATABASE_URL, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});
