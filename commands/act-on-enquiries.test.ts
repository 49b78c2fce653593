import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startOperator } from './testing/operator.ts';

describe('enquiries answer', () => {
  it('marks what waits, keeps that the command did, and tells what did not wait', async () => {
    const { enquiries, receive, receiveSpam, run } = await startOperator();
    const [id, spam] = [await receive(), await receiveSpam()];
    const reference = referenceOf(id);
    expect(await run('enquiries', 'answer', reference)).toEqual({ code: 0, out: '1 enquiry is answered.\n', err: '' });
    expect(await enquiries.find({ id })).toMatchObject([{ handling: 'answered', answeredAt: expect.any(Date) }]);
    expect(await enquiries.activity({ enquiryId: id })).toMatchObject([{ act: 'answer', by: 'the command' }]);

    const err = `${reference} is not waiting.\nThere is no enquiry nobody.\n`;
    const none = { code: 1, out: '0 enquiries are answered.\n', err };
    expect(await run('enquiries', 'answer', reference, 'nobody')).toEqual(none);
    const other = await receive();
    const mixed = await run('enquiries', 'answer', id, spam, other, 'nobody', '--json');
    expect([mixed.code, mixed.err]).toEqual([1, '']);
    expect(JSON.parse(mixed.out)).toEqual({ answered: [other], notWaiting: [id, spam], unknown: ['nobody'] });
  });

  it('marks of what passes a filter all that waits, and nothing else', async () => {
    const { enquiries, receive, receiveSpam, run, runJson } = await startOperator();
    const answered = await receive();
    await run('enquiries', 'answer', answered);
    await receiveSpam();
    await receive();
    const found = [await receive({ company: 'Bristol Docks' }), await receive({ company: 'Docks' })].toReversed();
    const nothing = { answered: [], notWaiting: [], unknown: [] };
    expect(await runJson('enquiries', 'answer', '--state', 'answered')).toEqual(nothing);
    expect(await runJson('enquiries', 'answer', '--text', 'docks')).toEqual({ ...nothing, answered: found });
    const rest = { code: 0, out: '1 enquiry is answered.\n', err: '' };
    expect(await run('enquiries', 'answer', '--until', '2999-01-01')).toEqual(rest);
    expect(await enquiries.find({ id: answered })).toMatchObject([{ version: 1 }]);
    expect(await enquiries.count({ handling: 'set aside' })).toBe(1);
  });
});

describe('enquiries reopen', () => {
  it('lets what was answered wait again, and tells what was not', async () => {
    const { enquiries, receive, run } = await startOperator();
    const [id, other] = [await receive(), await receive()];
    await run('enquiries', 'answer', id);
    const mixed = await run('enquiries', 'reopen', referenceOf(id), other, 'nobody', '--json');
    expect([mixed.code, mixed.err]).toEqual([1, '']);
    expect(JSON.parse(mixed.out)).toEqual({ reopened: [id], notAnswered: [other], unknown: ['nobody'] });
    expect(await enquiries.find({ id })).toMatchObject([{ handling: 'waiting', answeredAt: null }]);
    await run('enquiries', 'answer', id);
    expect(await run('enquiries', 'reopen', id)).toEqual({ code: 0, out: '1 enquiry waits again.\n', err: '' });
  });
});

describe('enquiries note', () => {
  it('keeps a note on an enquiry', async () => {
    const { enquiries, receive, run, runJson } = await startOperator();
    const id = await receive();
    const noted = { code: 0, out: '1 enquiry has the note.\n', err: '' };
    expect(await run('enquiries', 'note', referenceOf(id), ' Called back. ')).toEqual(noted);
    expect(await runJson('enquiries', 'note', id, 'Wrote.')).toEqual({ noted: [id], unknown: [] });
    expect(await enquiries.activity({ enquiryId: id })).toMatchObject([
      { act: 'note', by: 'the command', detail: 'Called back.' },
      { act: 'note', by: 'the command', detail: 'Wrote.' },
    ]);
    expect(await run('enquiries', 'note', 'nobody', 'x')).toMatchObject({
      code: 1,
      err: 'There is no enquiry nobody.\n',
    });
  });
});

describe('enquiries retry', () => {
  it('queues what is named, and tells what is quarantined or unknown', async () => {
    const operator = await startOperator();
    const { enquiries, run } = operator;
    const spam = await operator.receiveSpam();
    const id = await operator.receive();
    await enquiries.deliverDue();
    expect(await run('enquiries', 'retry', referenceOf(id))).toEqual({
      code: 0,
      out: '1 mail is queued again.\n',
      err: '',
    });
    expect(await enquiries.find({ id })).toMatchObject([{ delivery: { state: 'due', attempts: 0 } }]);
    const mixed = await run('enquiries', 'retry', id, referenceOf(id), spam, 'nobody', '--json');
    expect([mixed.code, mixed.err]).toEqual([1, '']);
    expect(JSON.parse(mixed.out)).toEqual({ queued: [id], quarantined: [spam], unknown: ['nobody'] });
    const err = `${spam} is quarantined: "enquiries release" sends it.\n`;
    expect(await run('enquiries', 'retry', spam)).toEqual({ code: 1, out: '0 mails are queued again.\n', err });
    expect(await enquiries.count({ state: 'quarantined' })).toBe(1);
  });

  it('queues all that failed, and nothing else', async () => {
    const peer = await startSmtpPeer({ onRcptTo: (_address, _session, done) => done(refusal(550, 'no')) });
    const { enquiries, receive, runJson } = await startOperator({ SMTP_URL: peer.url });
    const failed = [await receive(), await receive()].toReversed();
    await enquiries.deliverDue();
    await receive();
    expect(await runJson('enquiries', 'retry', '--failed')).toEqual({ queued: failed, quarantined: [], unknown: [] });
    expect(await enquiries.count({ state: 'failed' })).toBe(0);
  });
});

describe('enquiries release', () => {
  it('queues what was taken for spam, and tells what was not', async () => {
    const operator = await startOperator();
    const spam = await operator.receiveSpam();
    const id = await operator.receive();
    const refused = `${id} is not quarantined.\nThere is no enquiry nobody.\n`;
    const none = { code: 1, out: '0 enquiries are released.\n', err: refused };
    expect(await operator.run('enquiries', 'release', id, 'nobody')).toEqual(none);
    const mixed = await operator.run('enquiries', 'release', id, 'nobody', referenceOf(spam), '--json');
    expect([mixed.code, mixed.err]).toEqual([1, '']);
    expect(JSON.parse(mixed.out)).toEqual({ released: [spam], notQuarantined: [id], unknown: ['nobody'] });
    expect(await operator.enquiries.find({ id: spam })).toMatchObject([{ delivery: { state: 'due' } }]);
    const other = await operator.receiveSpam();
    const one = { code: 0, out: '1 enquiry is released.\n', err: '' };
    expect(await operator.run('enquiries', 'release', other)).toEqual(one);
  });

  it('releases of what passes a filter only what is set aside', async () => {
    const { enquiries, receive, receiveSpam, runJson } = await startOperator();
    const id = await receive();
    const spam = [await receiveSpam(), await receiveSpam()].toReversed();
    await enquiries.deliverDue();
    const nothing = { released: [], notQuarantined: [], unknown: [] };
    expect(await runJson('enquiries', 'release', '--state', 'delivered')).toEqual(nothing);
    expect(await runJson('enquiries', 'release', '--state', 'waiting')).toEqual(nothing);
    expect(await runJson('enquiries', 'release', '--until', '2000-01-01')).toEqual(nothing);
    const all = { ...nothing, released: spam };
    expect(await runJson('enquiries', 'release', '--from', '2000-01-01')).toEqual(all);
    expect(await enquiries.find({ id })).toMatchObject([{ version: 0, delivery: { state: 'delivered' } }]);
  });
});
