import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { createCoreUnderTest, permanentRefusal, temporaryRefusal } from '../testing/core-under-test.ts';
import { createReceivedMail, day, sampleFields } from '../testing/samples.ts';

const delivered = { delivered: true } as const;
const brokenOff = { delivered: false, permanent: false, possiblySent: true, reason: 'Connection closed' } as const;

/** Creates an enquiry of which an answer waits to be sent, merged into an answered one. The answer meets these outcomes. */
async function mergeAnswered(...outcomes: SendOutcome[]) {
  const core = createCoreUnderTest({ outcomes: [delivered, delivered, ...outcomes] });
  const [source, target] = [await core.receive(), await core.receive()];
  await core.deliver();
  await core.act(target, 'close');
  const replyId = await core.reply(source);
  expect(await core.merge(source, target)).toBe('done');
  const states = async () => [(await core.find(source)).status, (await core.find(target)).status];
  const decide = (action: 'send again' | 'confirm sent' | 'undo reply', id = target) =>
    core.act(id, { action, replyId });
  return { ...core, source, target, replyId, states, decide };
}

describe('an answer of an enquiry that was merged since', () => {
  it.each([
    [delivered, 'closed', 'delivered'],
    [permanentRefusal, 'open', 'failed'],
    [brokenOff, 'open', 'unconfirmed'],
  ] as const)('after %j leaves the other enquiry %s, and its own closed', async (outcome, status, state) => {
    const { target, deliver, find, states } = await mergeAnswered(outcome);
    expect(await states()).toEqual(['closed', 'open']);
    await deliver();
    expect(await states()).toEqual(['closed', status]);
    expect((await find(target)).replies).toMatchObject([{ delivery: { state } }]);
  });

  it('that did not go out is told of with the other enquiry, where one decides about it', async () => {
    const { target, source, deliver, enquiries, decide, states, sent, find } = await mergeAnswered(permanentRefusal);
    await deliver();
    expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ unsentReplies: 1 });
    await enquiries.queueDigestDelivery(new Date());
    await deliver();
    expect(sent.at(-1)?.text).toMatch(/did not go out, or perhaps did not: 1\n\n(.*)/);
    expect(sent.at(-1)?.text).toContain((await find(target)).reference);
    expect([await decide('send again', source), await decide('send again')]).toEqual(['invalid', 'done']);
    await deliver();
    expect(await states()).toEqual(['closed', 'closed']);
    expect((await find(source)).replies).toMatchObject([{ delivery: { state: 'delivered' } }]);
  });

  it('that was sent, as a person knows, closes the other enquiry', async () => {
    const { deliver, decide, states } = await mergeAnswered(brokenOff);
    await deliver();
    expect([await decide('confirm sent'), await states()]).toEqual(['done', ['closed', 'closed']]);
  });

  it('goes to the address that was corrected there, and nowhere once that is spam', async () => {
    const { target, deliver, decide, act, sent } = await mergeAnswered(permanentRefusal);
    await deliver();
    await act(target, { action: 'correct address', email: 'ada@example.org' });
    await decide('send again');
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: ['ada@example.org'], subject: expect.stringContaining('A quotation') });
    const spam = await mergeAnswered();
    await spam.act(spam.target, 'mark as spam');
    expect(await spam.deliver()).toEqual({ failed: 1 });
  });

  it.each(['source', 'target'] as const)('is taken back by the %s, refused once or not', async (named) => {
    const core = await mergeAnswered(temporaryRefusal);
    await core.deliver();
    expect(await core.decide('undo reply', core[named])).toBe('done');
    core.advanceClock(day);
    expect([await core.deliver(), await core.states()]).toEqual([{}, ['closed', 'open']]);
  });

  it('closes nothing if the visitor has written since to the other enquiry', async () => {
    const { target, receiveMail, deliver, find, states } = await mergeAnswered();
    await receiveMail(createReceivedMail({ references: [(await find(target)).messageId] }));
    await deliver();
    expect(await states()).toEqual(['closed', 'open']);
  });
});

describe('two that wait', () => {
  async function startWithTwo(...outcomes: SendOutcome[]) {
    const core = createCoreUnderTest({ outcomes: [delivered, delivered, ...outcomes] });
    const [source, target] = [await core.receive(), await core.receive()];
    await core.deliver();
    return { ...core, source, target };
  }

  it('and are merged wait still once an answer counts as sent that may have been sent before', async () => {
    const { source, target, deliver, find, reply, merge, act } = await startWithTwo(brokenOff);
    const replyId = await reply(source);
    await deliver();
    await merge(source, target);
    expect(await act(target, { action: 'confirm sent', replyId })).toBe('done');
    expect(await find(target)).toMatchObject({ status: 'open' });
  });

  it.each(['source', 'target'] as const)('are merged once an answer to the %s is sent', async (named) => {
    const { source, target, deliver, find, reply, merge } = await startWithTwo();
    await reply({ source, target }[named]);
    expect(await merge(source, target)).toBe('invalid');
    await deliver();
    expect(await merge(source, target)).toBe('done');
    expect(await find(target)).toMatchObject({ status: 'open' });
  });
});

describe('an enquiry that was merged into another', () => {
  it('has its messages and its promise there', async () => {
    const { source, target, find } = await mergeAnswered();
    expect(await find(source)).toMatchObject({ status: 'closed', mergedInto: target });
    expect(await find(target)).toMatchObject({ status: 'open', messages: [{}, {}, { text: 'Yes.' }] });
  });

  it('is open there once the visitor replies to it', async () => {
    const { source, receiveMail, deliver, find, states } = await mergeAnswered();
    await deliver();
    expect(await states()).toEqual(['closed', 'closed']);
    const references = [(await find(source)).messageId];
    expect(await receiveMail(createReceivedMail({ references }))).toBe('reply');
    expect(await states()).toEqual(['closed', 'open']);
  });

  it.each(['record message', 'record bounce', 'mark as spam', 'assign'] as const)('permits no "%s"', async (name) => {
    const { source, act, find } = await mergeAnswered();
    expect([await act(source, name), (await find(source)).status]).toEqual(['invalid', 'closed']);
  });

  it('gets no answer of its own, and has its messages back once it is opened', async () => {
    const { source, target, reply, act, deliver, find, merge } = await mergeAnswered(permanentRefusal);
    expect([await reply(source), await merge(source, target)]).toEqual(['invalid', 'invalid']);
    expect(await act(source, 'reopen')).toBe('done');
    await deliver();
    const replies = [{ delivery: { state: 'failed' } }];
    expect(await find(source)).toMatchObject({ status: 'open', mergedInto: null, replies });
    expect((await find(target)).messages).toHaveLength(1);
  });

  it('has notes about it written where its conversation is', async () => {
    const { source, target, act, enquiries } = await mergeAnswered();
    await act(source, { action: 'note', text: 'Call her' });
    expect((await enquiries.listEvents({ enquiryId: target })).at(-1)).toMatchObject({ detail: 'Call her' });
  });

  it('is erased with it', async () => {
    const { source, target, enquiries } = await mergeAnswered();
    expect(new Set((await enquiries.erase({ id: target })).ids)).toEqual(new Set([source, target]));
  });
});

it('an enquiry of somebody else is merged into none', async () => {
  const { receive, merge } = createCoreUnderTest();
  const other = await receive({ ...sampleFields, email: 'mallory@example.net' });
  expect(await merge(other, await receive())).toBe('invalid');
});
