import { describe, expect, it } from 'vitest';
import { csvOf } from './export-csv.ts';
import type { PersonsAct } from './store.ts';
import { coreUnderTest, refusedForGood } from './testing/core-under-test.ts';
import { fields, hour, spam } from './testing/samples.ts';

const anna = { who: 'anna@ours.example' };
const ben = { who: 'ben@ours.example' };

function officeUnderTest(...outcomes: (typeof refusedForGood)[]) {
  const core = coreUnderTest({ outcomes });
  const history = async (id: string) =>
    (await core.enquiries.activity({ enquiryId: id })).map(({ by, act, detail }) => [by, act, detail]);
  return { ...core, history };
}

describe('handling an enquiry', () => {
  it('waits until somebody says that it is answered, and again when they take that back', async () => {
    const { receive, act, found, history } = officeUnderTest();
    const id = await receive();
    expect(await found(id)).toMatchObject({ handling: 'waiting', answeredAt: null, version: 0 });
    expect(await act(id, 'answer')).toBe('done');
    expect(await found(id)).toMatchObject({ handling: 'answered', answeredAt: expect.any(Date), version: 1 });
    expect(await act(id, 'reopen', ben.who)).toBe('done');
    expect(await found(id)).toMatchObject({ handling: 'waiting', answeredAt: null });
    expect(await history(id)).toEqual([
      [anna.who, 'answer', ''],
      [ben.who, 'reopen', ''],
    ]);
  });

  it('changes nothing for somebody who has not seen what another did, but keeps their note', async () => {
    const { enquiries, receive, found, history } = officeUnderTest();
    const id = await receive();
    await enquiries.act(id, { act: 'assign', to: anna.who }, { ...anna, seen: 0 });
    expect(await enquiries.act(id, { act: 'assign', to: ben.who }, { ...ben, seen: 0 })).toBe('overtaken');
    expect(await enquiries.act(id, { act: 'note', text: 'Called back' }, { ...ben, seen: 0 })).toBe('done');
    expect(await found(id)).toMatchObject({ assignedTo: anna.who });
    expect(await history(id)).toEqual([
      [anna.who, 'assign', anna.who],
      [ben.who, 'note', 'Called back'],
    ]);
  });

  it.each([
    ['so that its mail is not sent, until it is released', false],
    ['and mails nothing a second time that was mailed before', true],
  ])('sets aside what a person takes for spam, %s', async (_what, isMailed) => {
    const { receive, act, deliver, found, sent } = officeUnderTest();
    const id = await receive();
    if (isMailed) await deliver();
    await act(id, 'set aside');
    await deliver();
    const held = { state: 'quarantined', lastReason: expect.stringContaining('spam') };
    expect(await found(id)).toMatchObject({ handling: 'set aside', delivery: held });
    await act(id, 'release');
    await deliver();
    expect(await found(id)).toMatchObject({ handling: 'waiting', delivery: { state: 'delivered' } });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, input: object, PersonsAct['act'], before?: PersonsAct['act']]>([
    ['answered twice', fields, 'answer', 'answer'],
    ['released though nobody set it aside', fields, 'release'],
    ['released though it was answered', fields, 'release', 'answer'],
    ['reopened though nobody answered it', fields, 'reopen'],
    ['sent again though it was set aside', spam, 'retry'],
    ['set aside twice', spam, 'set aside'],
  ])('is not possible where it is %s', async (_what, input, act, before) => {
    const core = officeUnderTest();
    const id = await core.receive(input);
    if (before !== undefined) await core.act(id, before);
    expect(await core.act(id, act)).toBe('not possible');
    expect(await core.act('nobody', act)).toBe('unknown');
  });

  it('keeps why it was ended and what was said of that, also in the export, until it is opened again', async () => {
    const { enquiries, receive, act, found } = officeUnderTest();
    const id = await receive();
    await enquiries.act(id, { act: 'answer', reason: 'By telephone' }, { ...anna, note: 'She will call back' });
    expect(await found(id)).toMatchObject({ handling: 'answered', endReason: 'By telephone' });
    const kept = { act: 'answer', detail: 'By telephone', note: 'She will call back' };
    expect(await enquiries.activity({ enquiryId: id })).toMatchObject([kept]);
    const rows = await Array.fromAsync(csvOf(enquiries.each({}), new Map()));
    expect(rows.map((row) => row.split(',').at(-3))).toEqual(['"end reason"', '"By telephone"']);
    await act(id, 'reopen');
    expect(await found(id)).toMatchObject({ endReason: null });
  });

  it('counts what waits, what is overdue, answered, set aside and not delivered', async () => {
    const { enquiries, receive, act, deliver, pass } = officeUnderTest(refusedForGood, refusedForGood);
    const [, answered] = [await receive(), await receive()];
    await act(answered, 'answer');
    await deliver();
    pass(25 * hour);
    await receive();
    await receive(spam);
    const counts = { waiting: 2, overdue: 1, answered: 1, setAside: 1, undelivered: 1, failing: 1, mine: 0, later: 0 };
    expect(await enquiries.officeCounts()).toEqual(counts);
  });

  it('erases what was done and noted with the enquiry, and keeps who erased how many', async () => {
    const { enquiries, receive, history } = officeUnderTest();
    const id = await receive();
    await enquiries.act(id, { act: 'note', text: 'Her number is 0117 496 0143' }, anna);
    await enquiries.erase({ email: fields.email }, ben.who, 'By request');
    expect(await history(id)).toEqual([]);
    const kept = { by: ben.who, act: 'erase', detail: '1', note: 'By request' };
    expect(await enquiries.activity({ limit: 10 })).toMatchObject([kept]);
  });
});
