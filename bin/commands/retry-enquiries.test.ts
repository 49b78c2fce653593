import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../../enquiries/testing/smtp-peer.ts';
import { refusal } from '../../enquiries/testing/smtp-peer.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries retry', () => {
  it('queues what is named, and tells what is unknown', async () => {
    const { composition, receive, run } = await startOperator();
    const id = await receive();
    await composition.enquiries.deliverDue();
    expect(await run('enquiries', 'retry', id)).toEqual({ code: 0, out: '1 mail is queued again.\n', err: '' });
    expect(await composition.enquiries.find({ id })).toMatchObject([{ delivery: { state: 'due', attempts: 0 } }]);
    const { code, out } = await run('enquiries', 'retry', id, 'nobody', '--json');
    expect([code, JSON.parse(out)]).toEqual([1, { queued: [id], quarantined: [], unknown: ['nobody'] }]);
  });

  it('queues all that failed, and nothing else', async () => {
    const refuse = (_address: unknown, _session: unknown, done: (fault: Error) => void) => done(refusal(550, 'no'));
    const peer = await startSmtpPeer({ onRcptTo: refuse });
    const { composition, receive, run } = await startOperator({ SMTP_URL: peer.url });
    expect((await run('enquiries', 'retry', '--failed')).out).toBe('0 mails are queued again.\n');
    const failed = [await receive(), await receive()].toReversed();
    await composition.enquiries.deliverDue();
    await receive();
    const { code, out } = await run('enquiries', 'retry', '--failed', '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { queued: failed, quarantined: [], unknown: [] }]);
    expect(await composition.enquiries.count({ state: 'failed' })).toBe(0);
  });

  it('leaves alone what is quarantined, and says so', async () => {
    const { composition, receive, run } = await startOperator();
    await receive();
    const spam = await receive({ message: fields.message });
    const { code, out, err } = await run('enquiries', 'retry', spam);
    expect([code, out]).toEqual([1, '0 mails are queued again.\n']);
    expect(err).toContain(spam);
    expect(await composition.enquiries.find({ id: spam })).toMatchObject([{ delivery: { state: 'quarantined' } }]);
  });

  it('takes ids or --failed, not both and not neither', async () => {
    const { run } = await startOperator();
    expect((await run('enquiries', 'retry')).code).toBe(2);
    expect((await run('enquiries', 'retry', 'x', '--failed')).code).toBe(2);
  });
});
