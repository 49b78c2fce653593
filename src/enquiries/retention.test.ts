import { describe, expect, it, vi } from 'vitest';
import { createCoreUnderTest, permanentRefusal, temporaryRefusal } from './testing/core-under-test.ts';
import { day, sampleFields, hour, spamFields } from './testing/samples.ts';
import { noSentMails } from './testing/test-store.ts';

describe('the purge that the server does by itself', () => {
  it('spares what still waits for its mail, or for somebody to look after it, however old', async () => {
    const outcomes = [temporaryRefusal, permanentRefusal];
    const { enquiries, receive, deliver, advanceClock } = createCoreUnderTest({ outcomes });
    const [due, failed, delivered] = [await receive(), await receive(), await receive()];
    const held = await receive(spamFields);
    await deliver();
    advanceClock(400 * day);
    const ids = expect.arrayContaining([delivered, held]);
    expect(await enquiries.purgeExpired(365)).toEqual({ outcome: 'purged', ids });
    expect((await enquiries.list({ limit: 10 })).map(({ id }) => id)).toEqual([failed, due]);
  });

  it('refuses to erase most of what there is because of what the clock says, kept mails too', async () => {
    const deleteOlderThan = vi.fn(async () => {});
    const { enquiries, receive, deliver, advanceClock } = createCoreUnderTest({
      sentMails: { ...noSentMails, deleteOlderThan },
    });
    for (let count = 0; count < 3; count += 1) await receive();
    await deliver();
    expect(await enquiries.purgeExpired(365)).toEqual({ outcome: 'purged', ids: [] });
    deleteOlderThan.mockClear();
    advanceClock(400 * day);
    expect(await enquiries.purgeExpired(365)).toEqual({ outcome: 'refused', expiredCount: 3, totalCount: 3 });
    expect(await enquiries.count({})).toBe(3);
    expect(deleteOlderThan).not.toHaveBeenCalled();
  });

  it('erases even the last one where days have passed as usual, but refuses a retention that has become shorter', async () => {
    const { enquiries, receive, deliver, advanceClock } = createCoreUnderTest();
    const id = await receive();
    await deliver();
    for (let days = 0; days <= 30; days += 1) {
      expect(await enquiries.purgeExpired(30)).toEqual({ outcome: 'purged', ids: [] });
      advanceClock(day);
    }
    expect(await enquiries.purgeExpired(29)).toMatchObject({ outcome: 'refused' });
    expect(await enquiries.purgeExpired(30)).toEqual({ outcome: 'purged', ids: [id] });
  });
});

it('what was merged into an enquiry counts as its part: it is purged with it, and no longer warned of', async () => {
  const { enquiries, receive, deliver, advanceClock, act, merge } = createCoreUnderTest();
  const [merged, other, into] = [await receive(), await receive(), await receive()];
  await deliver();
  await merge(merged, into);
  advanceClock(400 * day);
  await act(into, 'record reply');
  const [before, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
  const count = (at: Date) => Promise.all([enquiries.countExpired(at), enquiries.count({ lastMessageBefore: at })]);
  expect([await count(before), await enquiries.purge(before), await count(before)]).toEqual([[1, 1], [other], [0, 0]]);
  expect(await enquiries.count({ lastMessageBefore: later })).toBe(2);
  expect(new Set(await enquiries.purge(later))).toEqual(new Set([merged, into]));
});

it('merged enquiries do not hide how much a purge would erase', async () => {
  const { enquiries, receive, deliver, advanceClock, merge } = createCoreUnderTest();
  const [into, ...merged] = [await receive(), await receive(), await receive()];
  await deliver();
  for (const id of merged) await merge(id, into);
  advanceClock(400 * day);
  expect(await enquiries.purgeExpired(365)).toEqual({ outcome: 'refused', expiredCount: 1, totalCount: 1 });
});

it('who erased is kept with the erasing, whatever fails after it', async () => {
  const sentMails = { ...noSentMails, deleteForEnquiries: () => Promise.reject(new Error('no such folder')) };
  const { enquiries, receive } = createCoreUnderTest({ sentMails });
  const id = await receive();
  await expect(enquiries.erase({ id }, 'anna@ours.example')).rejects.toThrow('no such folder');
  expect(await enquiries.listEvents({ limit: 9 })).toMatchObject([{ action: 'erase', detail: '1 enquiry' }]);
});

it('an operator erases one person, and purges what is older than a date, with the mails kept of them', async () => {
  const sentMails = { deleteForEnquiries: vi.fn(async () => {}), deleteOlderThan: vi.fn(async () => {}) };
  const { enquiries, receive, advanceClock } = createCoreUnderTest({ sentMails });
  const ids = [await receive(), await receive()];
  const old = await receive({ ...sampleFields, email: 'else@example.com' });
  expect((await enquiries.erase({ email: sampleFields.email })).ids.toSorted()).toEqual(ids.toSorted());
  expect(sentMails.deleteForEnquiries).toHaveBeenCalledExactlyOnceWith(expect.arrayContaining(ids));
  advanceClock(hour);
  const young = await receive();
  const date = new Date('2025-01-01T12:30:00Z');
  expect(await enquiries.purge(date)).toEqual([old]);
  expect(sentMails.deleteOlderThan).toHaveBeenCalledWith(date);
  expect(await enquiries.list({ limit: 10 })).toMatchObject([{ id: young }]);
});
