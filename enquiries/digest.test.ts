import { describe, expect, it } from 'vitest';
import { trapField } from './enquiry.ts';
import { coreUnderTest, receive } from './testing/core-under-test.ts';
import { fields } from './testing/samples.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from './testing/scripted-mailer.ts';

const hour = 3_600_000;
const spam = (subject: string) => ({ ...fields, subject, [trapField]: 'x' });
const time = (day: number) => new Date(Date.UTC(2025, 0, day, 8));

describe('the digest', () => {
  it('tells of what was set aside since the last one: each message once, with the reason and what sends it after all', async () => {
    const mailer = scriptedMailer();
    const { enquiries, pass } = coreUnderTest({ mailer });
    expect(await enquiries.sendDigest(time(1))).toEqual({ outcome: 'not needed' });
    const id = await receive(enquiries, spam('A real question'));
    for (const day of [2, 3]) {
      pass(24 * hour);
      await enquiries.sendDigest(time(day));
    }
    expect(mailer.sent).toHaveLength(1);
    const { subject, text = '', to } = mailer.sent[0] ?? {};
    expect([subject, to]).toEqual([expect.stringContaining('1'), 'office@ours.example']);
    for (const part of [id, fields.email, 'A real question', 'hidden field', 'enquiries release'])
      expect(text).toContain(part);
    expect(text).not.toContain(fields.message);
  });

  it('tells each day of what was given up, until somebody has looked after it', async () => {
    const mailer = scriptedMailer(refusedForGood);
    const { enquiries, pass } = coreUnderTest({ mailer });
    await enquiries.sendDigest(time(1));
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    pass(24 * hour);
    expect(await enquiries.sendDigest(time(2))).toEqual({ outcome: 'sent' });
    await enquiries.retry(id);
    await enquiries.deliverDue();
    pass(24 * hour);
    expect(await enquiries.sendDigest(time(3))).toEqual({ outcome: 'not needed' });
  });

  it('is sent once for its day, also where another server has it to send', async () => {
    const mailer = scriptedMailer();
    const { enquiries, pass } = coreUnderTest({ mailer });
    await enquiries.sendDigest(time(1));
    await receive(enquiries, spam('one'));
    pass(24 * hour);
    expect(await enquiries.sendDigest(time(2))).toEqual({ outcome: 'sent' });
    await receive(enquiries, spam('two'));
    expect(await enquiries.sendDigest(time(2))).toEqual({ outcome: 'not needed' });
    expect(mailer.sent).toHaveLength(1);
  });

  it('forgets nothing where it could not be mailed', async () => {
    const mailer = scriptedMailer(refusedForNow);
    const { enquiries, pass } = coreUnderTest({ mailer });
    await enquiries.sendDigest(time(1));
    const id = await receive(enquiries, spam('one'));
    pass(24 * hour);
    expect(await enquiries.sendDigest(time(2))).toMatchObject({ outcome: 'failed' });
    expect(await enquiries.sendDigest(time(2))).toEqual({ outcome: 'sent' });
    expect(mailer.sent[1]?.text).toContain(id);
  });

  it('gives the numbers alone where the words are refused', async () => {
    const mailer = scriptedMailer(refusedForGood);
    const { enquiries, pass } = coreUnderTest({ mailer });
    await enquiries.sendDigest(time(1));
    await receive(enquiries, spam('Cheap links'));
    pass(24 * hour);
    expect(await enquiries.sendDigest(time(2))).toEqual({ outcome: 'sent' });
    expect(mailer.sent.map(({ text }) => text.includes('Cheap links'))).toEqual([true, false]);
    expect(mailer.sent[1]?.text).toMatch(/: 1\n/);
  });

  it('stays a mail that a server takes, however much was set aside', async () => {
    const mailer = scriptedMailer();
    const { enquiries, pass } = coreUnderTest({ mailer });
    await enquiries.sendDigest(time(1));
    for (let count = 0; count < 60; count += 1) await receive(enquiries, spam('x'.repeat(200)));
    pass(24 * hour);
    await enquiries.sendDigest(time(2));
    expect(mailer.sent[0]?.text).toMatch(/: 60\n[^]*and 10 more/);
    expect(mailer.sent[0]?.text.length).toBeLessThan(20_000);
  });
});
