import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { createCoreUnderTest, permanentRefusal, temporaryRefusal } from '../testing/core-under-test.ts';
import { createReceivedMail, day } from '../testing/samples.ts';

const anna = { actor: 'anna@ours.example' };
const delivered = { delivered: true } as const;
const brokenOff = { delivered: false, permanent: false, possiblySent: true, reason: 'Connection closed' } as const;

/** Creates an enquiry of which an answer waits to be sent, merged into an answered one. The answer meets these outcomes. */
async function mergeAnswered(...outcomes: SendOutcome[]) {
  const core = createCoreUnderTest({ outcomes: [delivered, delivered, ...outcomes] });
  const [source, target] = [await core.receive(), await core.receive()];
  await core.deliver();
  const find = async (id: string) => {
    const found = await core.found(id);
    if (found === undefined) throw new Error('it is not there');
    return found;
  };
  const reply = async (id: string) => {
    const { version } = await find(id);
    const result = await core.enquiries.sendReply(id, { text: 'Yes.', by: anna.actor, version });
    return result.outcome === 'accepted' ? result.id : result.outcome;
  };
  await core.act(target, 'close');
  const replyId = await reply(source);
  const merge = () => core.enquiries.mergeEnquiries(source, target, anna);
  await merge();
  const states = async () => [(await find(source)).status, (await find(target)).status];
  const decide = (action: 'send again' | 'was sent' | 'undo reply', id = target) =>
    core.enquiries.applyAction(id, { action, replyId }, anna);
  return { ...core, source, target, replyId, find, reply, merge, states, decide };
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
    expect(await enquiries.readDeliveryHealth()).toMatchObject({ unsentReplies: 1 });
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
    expect([await decide('was sent'), await states()]).toEqual(['done', ['closed', 'closed']]);
  });

  it('goes to the address that was corrected there, and nowhere once that is spam', async () => {
    const { target, deliver, decide, enquiries, sent } = await mergeAnswered(permanentRefusal);
    await deliver();
    await enquiries.applyAction(target, { action: 'correct address', email: 'ada@example.org' }, anna);
    await decide('send again');
    await deliver();
    expect(sent.at(-1)).toMatchObject({ to: ['ada@example.org'], subject: expect.stringContaining('A quotation') });
    const spam = await mergeAnswered();
    await spam.act(spam.target, 'set aside');
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
    const { target, enquiries, deliver, find, states } = await mergeAnswered();
    const mail = createReceivedMail({ references: [(await find(target)).messageId] });
    await enquiries.receiveMail(mail, async () => {});
    await deliver();
    expect(await states()).toEqual(['closed', 'open']);
  });
});

it.each(['source', 'target'] as const)('two that wait are merged once an answer to the %s is sent', async (named) => {
  const { receive, deliver, find, reply, enquiries } = await mergeAnswered();
  const [source, target] = [await receive(), await receive()];
  await reply(named === 'source' ? source : target);
  expect(await enquiries.mergeEnquiries(source, target, anna)).toBe('invalid');
  await deliver();
  expect(await enquiries.mergeEnquiries(source, target, anna)).toBe('done');
  expect(await find(target)).toMatchObject({ status: 'open' });
});

describe('an enquiry that was merged into another', () => {
  it.each(['written again', 'came back', 'set aside', 'assign'] as const)('permits no "%s"', async (name) => {
    const { source, act, find } = await mergeAnswered();
    expect([await act(source, name), (await find(source)).status]).toEqual(['invalid', 'closed']);
  });

  it('gets no answer of its own, and has its answers back once it is opened', async () => {
    const { source, reply, act, deliver, find, merge } = await mergeAnswered(permanentRefusal);
    expect([await reply(source), await merge()]).toEqual(['invalid', 'invalid']);
    await act(source, 'reopen');
    await deliver();
    const replies = [{ delivery: { state: 'failed' } }];
    expect(await find(source)).toMatchObject({ status: 'open', mergedInto: null, replies });
  });

  it('has notes about it written where its conversation is', async () => {
    const { source, target, enquiries } = await mergeAnswered();
    await enquiries.applyAction(source, { action: 'note', text: 'Call her' }, anna);
    expect((await enquiries.listEvents({ enquiryId: target })).at(-1)).toMatchObject({ detail: 'Call her' });
  });
});
