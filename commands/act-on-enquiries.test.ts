import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startOperator } from './testing/operator.ts';

type Case = [act: string, one: string, none: string, done: string, refused: string, why: string, is: object];

const due = { delivery: { state: 'due', attempts: 0 } };
const enquiries = (one: string, none: string) => [`1 enquiry ${one}.`, `0 enquiries ${none}.`] as const;
const again = ['1 mail is queued again.', '0 mails are queued again.'] as const;
const answered = { handling: 'answered', answeredAt: expect.any(Date) };
const waiting = { handling: 'waiting', answeredAt: null };
const why = 'is quarantined: "enquiries release" sends it';
/** With what each says, how JSON calls the lists of those that it was done to and was not, why not, and what is so then. */
const cases: Case[] = [
  ['answer', ...enquiries('is answered', 'are answered'), 'answered', 'notWaiting', 'is not waiting', answered],
  ['reopen', ...enquiries('waits again', 'wait again'), 'reopened', 'notAnswered', 'is not answered', waiting],
  ['retry', ...again, 'queued', 'quarantined', why, due],
  ['release', ...enquiries('is released', 'are released'), 'released', 'notQuarantined', 'is not quarantined', due],
];

/** Two enquiries with which the act can be done, and another one. */
async function startFor(act: string) {
  const operator = await startOperator();
  const { enquiries, receive, receiveSpam } = operator;
  const receiveGood = act === 'release' ? receiveSpam : receive;
  const good = [await receiveGood(), await receiveGood()] as const;
  const other = await (act === 'answer' || act === 'retry' ? receiveSpam() : receive());
  await enquiries.deliverDue();
  if (act === 'reopen') for (const id of good) await enquiries.act(id, { act: 'answer' }, { who: 'anna' });
  return { ...operator, good, other };
}

describe.each(cases)('enquiries %s', (act, one, none, done, not, why, is) => {
  it('does it to what is named, and keeps that the command did', async () => {
    const { enquiries, good, run } = await startFor(act);
    const [id] = good;
    expect(await run('enquiries', act, referenceOf(id))).toEqual({ code: 0, out: `${one}\n`, err: '' });
    expect(await enquiries.find({ id })).toMatchObject([is]);
    expect((await enquiries.activity({ enquiryId: id })).at(-1)).toMatchObject({ act, by: 'the command' });
  });

  it('tells what it could not be done to, or what is unknown', async () => {
    const { enquiries, good, other, run } = await startFor(act);
    const before = await enquiries.find({ id: other });
    const err = `${other} ${why}.\nThere is no enquiry nobody.\n`;
    expect(await run('enquiries', act, other, 'nobody')).toEqual({ code: 1, out: `${none}\n`, err });
    const mixed = await run('enquiries', act, referenceOf(good[0]), good[0], other, 'nobody', good[1], '--json');
    expect([mixed.code, mixed.err]).toEqual([1, '']);
    expect(JSON.parse(mixed.out)).toEqual({ [done]: good, [not]: [other], unknown: ['nobody'] });
    expect(await enquiries.find({ id: other })).toEqual(before);
  });
});

describe('a filter', () => {
  it('lets of what waits all be answered that passes it, and nothing else', async () => {
    const { enquiries, receive, receiveSpam, run, runJson } = await startOperator();
    const answered = await receive();
    await run('enquiries', 'answer', answered);
    await receiveSpam();
    await receive();
    const found = [await receive({ company: 'Bristol Docks' }), await receive({ company: 'Docks' })].toReversed();
    const nothing = { answered: [], notWaiting: [], unknown: [] };
    expect(await runJson('enquiries', 'answer', '--state', 'answered')).toEqual(nothing);
    expect(await runJson('enquiries', 'answer', '--text', 'docks')).toEqual({ ...nothing, answered: found });
    expect((await run('enquiries', 'answer', '--until', '2999-01-01')).out).toBe('1 enquiry is answered.\n');
    expect(await enquiries.find({ id: answered })).toMatchObject([{ version: 1 }]);
    expect(await enquiries.count({ handling: 'set aside' })).toBe(1);
  });

  it('lets only be released what is set aside', async () => {
    const { enquiries, receive, receiveSpam, runJson } = await startOperator();
    const id = await receive();
    const spam = [await receiveSpam(), await receiveSpam()].toReversed();
    await enquiries.deliverDue();
    const release = (...filter: string[]) => runJson('enquiries', 'release', ...filter);
    const nothing = { released: [], notQuarantined: [], unknown: [] };
    expect(await release('--state', 'delivered')).toEqual(nothing);
    expect(await release('--until', '2000-01-01')).toEqual(nothing);
    expect(await release('--from', '2000-01-01')).toEqual({ ...nothing, released: spam });
    expect(await enquiries.find({ id })).toMatchObject([{ version: 0, delivery: { state: 'delivered' } }]);
  });

  it('lets all be sent again that failed, and nothing else', async () => {
    const peer = await startSmtpPeer({ onRcptTo: (_address, _session, done) => done(refusal(550, 'no')) });
    const { enquiries, receive, runJson } = await startOperator({ SMTP_URL: peer.url });
    const failed = [await receive(), await receive()].toReversed();
    await enquiries.deliverDue();
    await receive();
    expect(await runJson('enquiries', 'retry', '--failed')).toEqual({ queued: failed, quarantined: [], unknown: [] });
    expect(await enquiries.count({ state: 'failed' })).toBe(0);
  });
});

it('enquiries note keeps a note on an enquiry', async () => {
  const { enquiries, receive, run, runJson } = await startOperator();
  const id = await receive();
  const noted = { code: 0, out: '1 enquiry has the note.\n', err: '' };
  expect(await run('enquiries', 'note', referenceOf(id), ' Called back. ')).toEqual(noted);
  expect(await runJson('enquiries', 'note', id, 'Wrote.')).toEqual({ noted: [id], unknown: [] });
  const kept = ['Called back.', 'Wrote.'].map((detail) => ({ act: 'note', by: 'the command', detail }));
  expect(await enquiries.activity({ enquiryId: id })).toMatchObject(kept);
  const unknown = { code: 1, err: 'There is no enquiry nobody.\n' };
  expect(await run('enquiries', 'note', 'nobody', 'x')).toMatchObject(unknown);
});
