import { describe, expect, it } from 'vitest';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { anna, createCoreUnderTest } from './testing/core-under-test.ts';
import { createReceivedMail, day, sampleFields } from './testing/samples.ts';

const at = new Date('2025-01-02T12:00:00Z');
const reminder = { at, unlessWritten: true };

describe.each(databaseCases)('a reminder of a silent visitor in %s', (_name, open) => {
  /** Starts with an enquiry that a reply has closed, whose author asked for the reminder in the same press. */
  async function startWithReminder() {
    const core = createCoreUnderTest({ databaseDependencies: await open() });
    const id = await core.receive(sampleFields);
    await core.deliver();
    await core.reply(id, { remindAt: at });
    await core.deliver();
    const list = async (state: 'due' | 'ahead', now: Date, person = anna) =>
      (await core.enquiries.list({ reminder: { person, now, state }, limit: 9 })).map((one) => one.id);
    const { reference } = await core.find(id);
    const receive = (isUnverified: boolean) =>
      core.receiveMail(createReceivedMail({ subject: `Re: [${reference}]`, isUnverified }));
    const findReminder = async () => (await core.enquiries.listReminders(anna))[id];
    return { ...core, id, list, receive, findReminder };
  }
  type Started = Awaited<ReturnType<typeof startWithReminder>>;

  it('lies ahead and is due though the enquiry is closed, for its author alone, and others close nothing', async () => {
    const { id, list, find, act } = await startWithReminder();
    expect((await find(id)).status).toBe('closed');
    const before = new Date(at.getTime() - 1);
    expect([await list('ahead', before), await list('due', before)]).toEqual([[id], []]);
    expect([await list('ahead', at), await list('due', at)]).toEqual([[], [id]]);
    expect(await list('due', at, 'ben@ours.example')).toEqual([]);
    expect(await act(id, { action: 'remind', at })).toBe('invalid');
  });

  it.each<[string, (started: Started) => Promise<unknown>, object | undefined]>([
    ['ends when the visitor writes', ({ receive }) => receive(false), undefined],
    ['stays when a mail is known to be forged', ({ receive }) => receive(true), reminder],
    ['ends when somebody says that they wrote', ({ act, id }) => act(id, 'record message'), undefined],
    ['stays when our reply came back', ({ act, id }) => act(id, 'record bounce'), reminder],
    ['is cancelled', ({ act, id }) => act(id, 'cancel reminder'), undefined],
    [
      'stays when the enquiry is closed again',
      async ({ act, id }) => (await act(id, 'reopen'), act(id, 'close')),
      reminder,
    ],
    ['stays when its author writes before', async ({ reply, id, deliver }) => (await reply(id), deliver()), reminder],
    [
      'ends once its author has written again when it was due',
      async ({ reply, id, deliver, advanceClock }) => (advanceClock(day), await reply(id), deliver()),
      undefined,
    ],
    [
      'stays if that is taken back',
      async ({ reply, id, act, deliver, advanceClock }) => {
        advanceClock(day);
        await act(id, { action: 'undo reply', replyId: await reply(id, { delay: day }) });
        await deliver();
      },
      reminder,
    ],
  ])('%s', async (_what, happen, expected) => {
    const started = await startWithReminder();
    await happen(started);
    expect(await started.findReminder()).toEqual(expected);
  });

  it('hides nothing in Later while the enquiry waits for an answer of ours', async () => {
    const { id, act, list, enquiries } = await startWithReminder();
    const counts = async () => {
      const { open: waiting, snoozed } = await enquiries.readInboxCounts(anna);
      return [waiting, snoozed];
    };
    expect(await counts()).toEqual([0, 1]);
    await act(id, 'record bounce');
    const now = new Date(at.getTime() - 1);
    const shown = await enquiries.list({ status: 'open', reminder: { person: anna, now, state: 'none' }, limit: 9 });
    expect([await counts(), await list('ahead', now), shown.length]).toEqual([[1, 0], [], 1]);
  });
});
