import { afterEach, describe, expect, it, vi } from 'vitest';
import { site } from '../content/words.ts';
import { referenceOf } from '../enquiries/core/reference.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startOperator, startOperatorWithWebhook } from './testing/operator.ts';

afterEach(() => vi.useRealTimers());

describe('enquiries show', () => {
  it('shows one in full: what is due, and why one is quarantined', async () => {
    const { receive, receiveSpam, run, runJson } = await startOperator();
    const id = await receive();
    const { code, out } = await run('enquiries', 'show', id);
    expect(code).toBe(0);
    for (const text of [id, referenceOf(id), ...Object.values(fields), 'due now']) expect(out).toContain(text);
    expect(await runJson('enquiries', 'show', id)).toMatchObject({ id, ...fields });

    const spam = await receiveSpam();
    const command = `enquiries release ${referenceOf(spam)}`;
    const quarantined = new RegExp(`^Handling:  set aside\n[^]*^Mail: .*\\(${command}\\)\nReason:    the hidden`, 'm');
    expect((await run('enquiries', 'show', spam)).out).toMatch(quarantined);
    const none = { code: 1, out: '', err: 'There is no enquiry nobody.\n' };
    expect(await run('enquiries', 'show', 'nobody')).toEqual(none);
  });

  it('shows the time that is left to answer, and then since when it is over or when that was done', async () => {
    const received = Date.parse('2026-06-10T12:00:00Z');
    const after = (hours: number) => vi.setSystemTime(received + hours * 3_600_000);
    vi.useFakeTimers({ toFake: ['Date'], now: received });
    const { receive, run } = await startOperator();
    const reference = referenceOf(await receive());
    const show = async () => (await run('enquiries', 'show', reference)).out;
    after(site.replyWithinHours - 3.5);
    expect(await show()).toMatch(/^Handling: {2}waiting, 3 h left$/m);
    after(site.replyWithinHours + 2);
    expect(await show()).toMatch(/^Handling: {2}waiting, overdue since [A-Z][a-z]+day \d\d:\d\d$/m);
    await run('enquiries', 'answer', reference);
    expect(await show()).toMatch(/^Handling: {2}answered \d{4}-\d\d-\d\d \d\d:\d\d$/m);
  });

  it('shows who sees to it and what was done to it, above the visitor’s words', async () => {
    const { enquiries, receive, run, runJson } = await startOperator();
    const id = await receive();
    const by = { who: 'anna@example.com' };
    await enquiries.act(id, { act: 'assign', to: 'bob@example.com' }, by);
    await enquiries.act(id, { act: 'note', text: 'Called.\r\nEmail: \u001B[2Jnobody@\u202Eexample.com' }, by);
    await run('enquiries', 'answer', id);
    const { out } = await run('enquiries', 'show', id);
    expect(out).toMatch(/^Assigned: {2}bob@example\.com$/m);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    const done = [
      `Done:      ${time}  anna@example\\.com assigned it to bob@example\\.com`,
      `           ${time}  anna@example\\.com wrote: Called\\. Email:  \\[2Jnobody@example\\.com`,
      `           ${time}  the command marked it as answered`,
    ];
    expect(out).toMatch(new RegExp(`^${done.join('\n')}\n\n${fields.message}\n$`, 'm'));
    expect(await runJson('enquiries', 'show', id)).toMatchObject({
      assignedTo: 'bob@example.com',
      handling: 'answered',
      activity: [{ act: 'assign' }, { act: 'note', by: by.who }, { act: 'answer', by: 'the command' }],
    });
  });

  it('shows what became of the mail, the acknowledgement and each call of the webhook', async () => {
    const { enquiries, receive, run, runJson, answer } = await startOperatorWithWebhook({ ACKNOWLEDGE: 'true' });
    answer(410);
    const id = await receive();
    await enquiries.deliverDue();
    const { out } = await run('enquiries', 'show', id);
    expect(out).toMatch(/^Mail: {6}delivered \d{4}-.*$/m);
    expect(out).toMatch(/^Visitor: {3}acknowledgement delivered \d{4}-.*$/m);
    expect(out).toMatch(/^Webhook: {3}enquiry\.received failed after 1 attempt\nReason: {4}.*410 Gone$/m);
    const { deliveries } = (await runJson('enquiries', 'show', id)) as { deliveries: { channel: string }[] };
    const channels = deliveries.map(({ channel }) => channel);
    expect(channels.toSorted()).toEqual(['acknowledgement', 'mail', 'webhook']);
  });

  it('shows of what a person set aside that it was delivered before', async () => {
    const { enquiries, receive, run } = await startOperator();
    const id = await receive();
    await enquiries.deliverDue();
    await enquiries.act(id, { act: 'set aside' }, { who: 'anna@example.com' });
    const mail = /^Mail: {6}quarantined, after it was delivered \d{4}-.*\nReason: {4}somebody in the office said/m;
    expect((await run('enquiries', 'show', id)).out).toMatch(mail);
  });
});
