import { describe, expect, it } from 'vitest';
import { csvOf } from './export-csv.ts';
import { coreUnderTest, refusedForGood } from './testing/core-under-test.ts';
import { fields, hour, spam } from './testing/samples.ts';

const anna = { who: 'anna@ours.example' };
const ben = { who: 'ben@ours.example' };

function officeUnderTest(...outcomes: (typeof refusedForGood)[]) {
  const core = coreUnderTest({ outcomes });
  const history = async (id: string) =>
    (await core.enquiries.events({ enquiryId: id })).map(({ actor, action, detail }) => [actor, action, detail]);
  return { ...core, history };
}

describe('an action on an enquiry', () => {
  it.each([
    ['so that its mail is not sent, until it is released', false],
    ['and mails nothing a second time that was mailed before', true],
  ])('sets aside what a person takes for spam, %s', async (_what, isMailed) => {
    const { receive, act, deliver, found, sent } = officeUnderTest();
    const id = await receive();
    if (isMailed) await deliver();
    await act(id, 'set aside');
    await deliver();
    expect(await found(id)).toMatchObject({ status: 'spam', spamReason: expect.stringContaining('spam') });
    await act(id, 'release');
    await deliver();
    expect(await found(id)).toMatchObject({ status: 'open', mail: { state: 'delivered' } });
    expect(sent).toHaveLength(1);
  });

  it('keeps why it was ended and what was said of that, also in the export, until it is opened again', async () => {
    const { enquiries, receive, act, found } = officeUnderTest();
    const id = await receive();
    await enquiries.act(id, { action: 'close', reason: 'By telephone' }, { ...anna, note: 'She will call back' });
    expect(await found(id)).toMatchObject({ status: 'closed', closedReason: 'By telephone' });
    const kept = { action: 'close', detail: 'By telephone', note: 'She will call back' };
    expect(await enquiries.events({ enquiryId: id })).toMatchObject([kept]);
    const rows = await Array.fromAsync(csvOf(enquiries.each({}), new Map()));
    expect(rows.map((row) => row.split(',').at(-3))).toEqual(['"end reason"', '"By telephone"']);
    await act(id, 'reopen');
    expect(await found(id)).toMatchObject({ closedReason: null });
  });

  it('counts what waits, what is overdue, answered, set aside and not delivered', async () => {
    const { enquiries, receive, act, deliver, pass } = officeUnderTest(refusedForGood, refusedForGood);
    const [, answered] = [await receive(), await receive()];
    await act(answered, 'close');
    await deliver();
    pass(25 * hour);
    await receive();
    await receive(spam);
    const counts = { waiting: 2, overdue: 1, answered: 1, setAside: 1, undelivered: 1, failing: 1, mine: 0, later: 0 };
    expect(await enquiries.officeCounts()).toEqual(counts);
  });

  it('that is a private reminder makes nobody’s answer a conflict', async () => {
    const { enquiries, receive } = officeUnderTest();
    const id = await receive();
    await enquiries.act(id, { action: 'remind', at: new Date('2025-01-03T09:00:00Z') }, ben);
    const reply = { text: 'Dear Ada', by: anna.who, version: 0 };
    expect(await enquiries.reply(id, reply)).toMatchObject({ outcome: 'accepted' });
    expect((await enquiries.unseenEvents(id, 0)).map(({ action }) => action)).toEqual(['reply']);
  });

  it('erases what was done and noted with the enquiry, and keeps who erased how many', async () => {
    const { enquiries, receive, history } = officeUnderTest();
    const id = await receive();
    await enquiries.act(id, { action: 'note', text: 'Her number is 0117 496 0143' }, anna);
    await enquiries.erase({ email: fields.email }, ben.who, 'By request');
    expect(await history(id)).toEqual([]);
    const kept = { actor: ben.who, action: 'erase', detail: '1', note: 'By request' };
    expect(await enquiries.events({ limit: 10 })).toMatchObject([kept]);
  });
});
