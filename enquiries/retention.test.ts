import { describe, expect, it, vi } from 'vitest';
import { coreUnderTest, refusedForGood, refusedForNow } from './testing/core-under-test.ts';
import { day, fields, hour, spam } from './testing/samples.ts';
import { nothingKept } from './testing/test-store.ts';

describe('the purge that the server does by itself', () => {
  it('spares what still waits for its mail, or for somebody to look after it, however old', async () => {
    const { enquiries, receive, deliver, pass } = coreUnderTest({ outcomes: [refusedForNow, refusedForGood] });
    const [due, failed, delivered, held] = [await receive(), await receive(), await receive(), await receive(spam)];
    await deliver();
    pass(400 * day);
    const ids = expect.arrayContaining([delivered, held]);
    expect(await enquiries.purgeOld(365)).toEqual({ outcome: 'purged', ids });
    expect((await enquiries.list({ limit: 10 })).map(({ id }) => id)).toEqual([failed, due]);
  });

  it('refuses to erase most of what there is because of what the clock says, kept mails too', async () => {
    const forgetOlderThan = vi.fn(async () => {});
    const { enquiries, receive, deliver, pass } = coreUnderTest({ sentMails: { ...nothingKept, forgetOlderThan } });
    for (let count = 0; count < 3; count += 1) await receive();
    await deliver();
    expect(await enquiries.purgeOld(365)).toEqual({ outcome: 'purged', ids: [] });
    forgetOlderThan.mockClear();
    pass(400 * day);
    expect(await enquiries.purgeOld(365)).toEqual({ outcome: 'refused', old: 3, all: 3 });
    expect(await enquiries.count({})).toBe(3);
    expect(forgetOlderThan).not.toHaveBeenCalled();
  });

  it('erases even the last one where days have passed as usual, but refuses a retention that has become shorter', async () => {
    const { enquiries, receive, deliver, pass } = coreUnderTest();
    const id = await receive();
    await deliver();
    for (let days = 0; days <= 30; days += 1) {
      expect(await enquiries.purgeOld(30)).toEqual({ outcome: 'purged', ids: [] });
      pass(day);
    }
    expect(await enquiries.purgeOld(29)).toMatchObject({ outcome: 'refused' });
    expect(await enquiries.purgeOld(30)).toEqual({ outcome: 'purged', ids: [id] });
  });
});

it('who erased is kept with the erasing, whatever fails after it', async () => {
  const sentMails = { ...nothingKept, forget: () => Promise.reject(new Error('no such folder')) };
  const { enquiries, receive } = coreUnderTest({ sentMails });
  const id = await receive();
  await expect(enquiries.erase({ id }, 'anna@ours.example')).rejects.toThrow('no such folder');
  expect(await enquiries.events({ limit: 9 })).toMatchObject([{ action: 'erase', detail: '1' }]);
});

it('an operator erases one person, and purges what is older than a date, with the mails kept of them', async () => {
  const sentMails = { forget: vi.fn(async () => {}), forgetOlderThan: vi.fn(async () => {}) };
  const { enquiries, receive, pass } = coreUnderTest({ sentMails });
  const ids = [await receive(), await receive()];
  const old = await receive({ ...fields, email: 'else@example.com' });
  expect((await enquiries.erase({ email: fields.email })).toSorted()).toEqual(ids.toSorted());
  expect(sentMails.forget).toHaveBeenCalledExactlyOnceWith(expect.arrayContaining(ids));
  pass(hour);
  const young = await receive();
  const date = new Date('2025-01-01T12:30:00Z');
  expect(await enquiries.purge(date)).toEqual([old]);
  expect(sentMails.forgetOlderThan).toHaveBeenCalledWith(date);
  expect(await enquiries.list({ limit: 10 })).toMatchObject([{ id: young }]);
});
