import { describe, expect, it, vi } from 'vitest';
import { trapField } from './enquiry.ts';
import { coreUnderTest, nothingKept, receive } from '../testing/core-under-test.ts';
import { fields } from '../testing/samples.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from '../testing/scripted-mailer.ts';

const day = 24 * 3_600_000;

describe('the purge that the server does by itself', () => {
  it('spares what still waits for its mail, or for somebody to look after it, however old', async () => {
    const { enquiries, pass } = coreUnderTest({ mailer: scriptedMailer(refusedForNow, refusedForGood) });
    const [due, failed] = [await receive(enquiries), await receive(enquiries)];
    const delivered = await receive(enquiries);
    const spam = await receive(enquiries, { ...fields, [trapField]: 'x' });
    await enquiries.deliverDue();
    pass(400 * day);
    expect(await enquiries.purgeOld(365)).toEqual({
      outcome: 'purged',
      ids: expect.arrayContaining([delivered, spam]),
    });
    expect((await enquiries.list({ limit: 10 })).map(({ id }) => id)).toEqual([failed, due]);
  });

  it('refuses to erase most of what there is because of what the clock says, kept mails too', async () => {
    const forgetOlderThan = vi.fn(async () => {});
    const { enquiries, pass } = coreUnderTest({ keptMails: { ...nothingKept, forgetOlderThan } });
    for (let count = 0; count < 3; count += 1) await receive(enquiries);
    await enquiries.deliverDue();
    expect(await enquiries.purgeOld(365)).toEqual({ outcome: 'purged', ids: [] });
    forgetOlderThan.mockClear();
    pass(400 * day);
    expect(await enquiries.purgeOld(365)).toEqual({ outcome: 'refused', old: 3, all: 3 });
    expect(await enquiries.count({})).toBe(3);
    expect(forgetOlderThan).not.toHaveBeenCalled();
  });

  it('refuses where the retention has become shorter, until an operator has purged by hand', async () => {
    const { enquiries, pass } = coreUnderTest();
    await receive(enquiries);
    await enquiries.deliverDue();
    for (let days = 0; days < 10; days += 1) {
      await enquiries.purgeOld(365);
      pass(day);
    }
    expect(await enquiries.purgeOld(5)).toMatchObject({ outcome: 'refused' });
    await enquiries.purge(new Date('2025-01-05T12:00:00Z'));
    expect(await enquiries.purgeOld(5)).toEqual({ outcome: 'purged', ids: [] });
  });

  it('erases even the last one where days have passed as usual', async () => {
    const { enquiries, pass } = coreUnderTest();
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    for (let days = 0; days <= 30; days += 1) {
      expect(await enquiries.purgeOld(30)).toEqual({ outcome: 'purged', ids: [] });
      pass(day);
    }
    expect(await enquiries.purgeOld(30)).toEqual({ outcome: 'purged', ids: [id] });
  });
});
