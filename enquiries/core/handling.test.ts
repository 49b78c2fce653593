import { describe, expect, it } from 'vitest';
import { trapField } from './enquiry.ts';
import type { PersonsAct } from './handling.ts';
import { coreUnderTest, deliveryOf, receive } from '../testing/core-under-test.ts';
import { fields } from '../testing/samples.ts';
import { scriptedMailer } from '../testing/scripted-mailer.ts';

const anna = { who: 'anna@ours.example' };
const ben = { who: 'ben@ours.example' };

function officeUnderTest() {
  const mailer = scriptedMailer();
  const core = coreUnderTest({ mailer });
  const found = async (id: string) => (await core.enquiries.find({ id }))[0];
  const history = async (id: string) =>
    (await core.enquiries.activity({ enquiryId: id })).map(({ by, act, detail }) => [by, act, detail]);
  const receiveSpam = () => receive(core.enquiries, { ...fields, [trapField]: 'x' });
  return { ...core, mailer, found, history, receiveSpam };
}

describe('handling an enquiry', () => {
  it('waits until somebody says that it is answered, and again when they take that back', async () => {
    const { enquiries, found, history } = officeUnderTest();
    const id = await receive(enquiries);
    expect(await found(id)).toMatchObject({ handling: 'waiting', answeredAt: null, version: 0 });
    expect(await enquiries.act(id, { act: 'answer' }, anna)).toBe('done');
    expect(await found(id)).toMatchObject({ handling: 'answered', answeredAt: expect.any(Date), version: 1 });
    expect(await enquiries.act(id, { act: 'reopen' }, ben)).toBe('done');
    expect(await found(id)).toMatchObject({ handling: 'waiting', answeredAt: null });
    expect(await history(id)).toEqual([
      [anna.who, 'answer', ''],
      [ben.who, 'reopen', ''],
    ]);
  });

  it('changes nothing for somebody who has not seen what another did, but keeps their note', async () => {
    const { enquiries, found, history } = officeUnderTest();
    const id = await receive(enquiries);
    await enquiries.act(id, { act: 'assign', to: anna.who }, { ...anna, seen: 0 });
    expect(await enquiries.act(id, { act: 'assign', to: ben.who }, { ...ben, seen: 0 })).toBe('overtaken');
    expect(await enquiries.act(id, { act: 'note', text: 'Called back' }, { ...ben, seen: 0 })).toBe('done');
    expect(await found(id)).toMatchObject({ assignedTo: anna.who });
    expect(await history(id)).toEqual([
      [anna.who, 'assign', anna.who],
      [ben.who, 'note', 'Called back'],
    ]);
  });

  it('lets one of two who act at the same moment be first, and tells the other', async () => {
    const { enquiries, history } = officeUnderTest();
    const id = await receive(enquiries);
    const acts = ['answer', 'set aside'] as const;
    const both = await Promise.all(acts.map((act) => enquiries.act(id, { act }, { ...anna, seen: 0 })));
    expect(both.toSorted()).toEqual(['done', 'overtaken']);
    expect(await history(id)).toHaveLength(1);
  });

  it('sets aside what a person takes for spam, so that its mail is not sent, until it is released', async () => {
    const { enquiries, found, mailer } = officeUnderTest();
    const id = await receive(enquiries);
    await enquiries.act(id, { act: 'set aside' }, anna);
    await enquiries.deliverDue();
    expect(await found(id)).toMatchObject({ handling: 'set aside', delivery: { state: 'quarantined' } });
    expect((await deliveryOf(enquiries, id))?.lastReason).toContain('spam');
    await enquiries.act(id, { act: 'release' }, ben);
    await enquiries.deliverDue();
    expect(await found(id)).toMatchObject({ handling: 'waiting', delivery: { state: 'delivered' } });
    expect(mailer.sent).toHaveLength(1);
  });

  it('does not mail a second time what was mailed before it was set aside', async () => {
    const { enquiries, found, mailer } = officeUnderTest();
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    await enquiries.act(id, { act: 'set aside' }, anna);
    await enquiries.act(id, { act: 'release' }, anna);
    await enquiries.deliverDue();
    expect(await found(id)).toMatchObject({ handling: 'waiting', delivery: { state: 'delivered' } });
    expect(mailer.sent).toHaveLength(1);
  });

  it('counts what waits, what is overdue, answered, set aside and not delivered', async () => {
    const { enquiries, receiveSpam, pass } = officeUnderTest();
    const [, answered] = [await receive(enquiries), await receive(enquiries)];
    await enquiries.act(answered, { act: 'answer' }, anna);
    pass(25 * 3_600_000);
    await receive(enquiries);
    await receiveSpam();
    expect(await enquiries.officeCounts()).toEqual({
      waiting: 2,
      overdue: 1,
      answered: 1,
      setAside: 1,
      undelivered: 0,
    });
  });

  it.each<[string, PersonsAct]>([
    ['answered twice', { act: 'answer' }],
    ['released though nobody set it aside', { act: 'release' }],
  ])('is not possible where it is %s', async (_what, act) => {
    const { enquiries } = officeUnderTest();
    const id = await receive(enquiries);
    await enquiries.act(id, { act: 'answer' }, anna);
    expect(await enquiries.act(id, act, anna)).toBe('not possible');
    expect(await enquiries.act('nobody', act, anna)).toBe('unknown');
  });

  it('erases what was done and noted with the enquiry, and keeps who erased how many', async () => {
    const { enquiries, history } = officeUnderTest();
    const id = await receive(enquiries);
    await enquiries.act(id, { act: 'note', text: 'Her number is 0117 496 0143' }, anna);
    await enquiries.erase({ email: fields.email }, ben.who);
    expect(await history(id)).toEqual([]);
    const kept = await enquiries.activity({ limit: 10 });
    expect(kept.map(({ by, act, detail }) => [by, act, detail])).toEqual([[ben.who, 'erase', '1']]);
  });
});
