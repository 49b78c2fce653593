import { describe, expect, it } from 'vitest';
import { streamCsv } from './export-csv.ts';
import { coreUnderTest, refusedForGood } from './testing/core-under-test.ts';
import { hour, spam } from './testing/samples.ts';

const anna = { who: 'anna@ours.example' };

describe('an action on an enquiry', () => {
  it('sets aside what a person takes for spam, so that its mail is not sent, until it is released', async () => {
    const { receive, act, deliver, found, sent } = coreUnderTest();
    const id = await receive();
    await act(id, 'set aside');
    await deliver();
    expect(await found(id)).toMatchObject({ status: 'spam', spamReason: expect.stringContaining('spam') });
    await act(id, 'release');
    await deliver();
    expect(await found(id)).toMatchObject({ status: 'open', mail: { state: 'delivered' } });
    expect(sent).toHaveLength(1);
  });

  it('keeps why it was ended and what was said of that, also in the export, until it is opened again', async () => {
    const { enquiries, receive, act, found } = coreUnderTest();
    const id = await receive();
    await enquiries.act(id, { action: 'close', reason: 'By telephone' }, { ...anna, note: 'She will call back' });
    expect(await found(id)).toMatchObject({ status: 'closed', closedReason: 'By telephone' });
    const kept = { action: 'close', detail: 'By telephone', note: 'She will call back' };
    expect(await enquiries.events({ enquiryId: id })).toMatchObject([kept]);
    const rows = await Array.fromAsync(streamCsv(enquiries.each({}), new Map()));
    expect(rows.map((row) => row.split(',').at(-3))).toEqual(['"end reason"', '"By telephone"']);
    await act(id, 'reopen');
    expect(await found(id)).toMatchObject({ closedReason: null });
  });

  it('counts what waits, what is overdue, answered, set aside and not delivered', async () => {
    const { enquiries, receive, act, deliver, pass } = coreUnderTest({ outcomes: [refusedForGood, refusedForGood] });
    const [, answered] = [await receive(), await receive()];
    await act(answered, 'close');
    await deliver();
    pass(25 * hour);
    await receive();
    await receive(spam);
    const counts = { waiting: 2, overdue: 1, answered: 1, setAside: 1, undelivered: 1, failing: 1, mine: 0, later: 0 };
    expect(await enquiries.officeCounts()).toEqual(counts);
  });
});
