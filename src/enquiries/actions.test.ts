import { describe, expect, it } from 'vitest';
import { streamEnquiryCsv } from './export-csv.ts';
import { createCoreUnderTest, permanentRefusal } from './testing/core-under-test.ts';
import { hour, spamFields } from './testing/samples.ts';

const anna = { actor: 'anna@ours.example' };

describe('an action on an enquiry', () => {
  it('marks what a person takes for spam, so that its mail is not sent until somebody says that it is not', async () => {
    const { receive, act, deliver, found, sent } = createCoreUnderTest();
    const id = await receive();
    await act(id, 'mark as spam');
    await deliver();
    expect(await found(id)).toMatchObject({ status: 'spam', spamReason: expect.stringContaining('spam') });
    await act(id, 'not spam');
    await deliver();
    expect(await found(id)).toMatchObject({ status: 'open', mail: { state: 'delivered' } });
    expect(sent).toHaveLength(1);
  });

  it('keeps why it was ended and what was said of that, also in the export, until it is opened again', async () => {
    const { enquiries, receive, act, found } = createCoreUnderTest();
    const id = await receive();
    await enquiries.applyAction(
      id,
      { action: 'close', reason: 'By telephone' },
      { ...anna, note: 'She will call back' },
    );
    expect(await found(id)).toMatchObject({ status: 'closed', closedReason: 'By telephone' });
    const kept = { action: 'close', detail: 'By telephone', note: 'She will call back' };
    expect(await enquiries.listEvents({ enquiryId: id })).toMatchObject([kept]);
    const rows = await Array.fromAsync(streamEnquiryCsv(enquiries.stream({}), new Map()));
    expect(rows.map((row) => row.split(',').at(-10))).toEqual(['"end reason"', '"By telephone"']);
    await act(id, 'reopen');
    expect(await found(id)).toMatchObject({ closedReason: null });
  });

  it('counts what is open, overdue, due today, closed, spam and not delivered', async () => {
    const { enquiries, receive, act, deliver, advanceClock } = createCoreUnderTest({
      outcomes: [permanentRefusal, permanentRefusal],
    });
    const [, answered] = [await receive(), await receive()];
    await act(answered, 'close');
    await deliver();
    advanceClock(25 * hour);
    await receive();
    await receive(spamFields);
    advanceClock(12 * hour);
    const counts = {
      open: 2,
      overdue: 1,
      dueToday: 1,
      closed: 1,
      spam: 1,
      undelivered: 1,
      assigned: 0,
      snoozed: 0,
      otherMail: 0,
    };
    expect(await enquiries.readInboxCounts()).toEqual(counts);
  });
});
