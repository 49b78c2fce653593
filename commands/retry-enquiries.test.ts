import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startOperator } from './testing/operator.ts';

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
