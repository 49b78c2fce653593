import { describe, expect, it } from 'vitest';
import type { Mailer, MailWithMessageId } from '../../outbox/mail.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { formatReference } from '../reference.ts';
import {
  createCoreUnderTest,
  permanentRefusal,
  temporaryRefusal,
  mailRoute,
  createScriptedMailer,
} from '../testing/core-under-test.ts';
import { day, sampleFields, hour, spamFields } from '../testing/samples.ts';

type Setting = Parameters<typeof createCoreUnderTest>[0] & { ofDigests?: SendOutcome[] };

/** Creates a core whose mailer separates digests from the mails of enquiries. */
function officeUnderTest({ ofDigests = [], outcomes = [], ...setting }: Setting = {}) {
  const [digests, mails] = [createScriptedMailer(...ofDigests), createScriptedMailer(...outcomes)];
  const mailer: Mailer<MailWithMessageId> = {
    send: (mail) => (mail.uniqueName.startsWith('digest') ? digests : mails).send(mail),
  };
  const core = createCoreUnderTest({ ...setting, mailer });
  let date = 1;
  const digestOf = async (dayOfMonth: number) => {
    await core.enquiries.queueDigestDelivery(new Date(Date.UTC(2025, 0, dayOfMonth, 8)));
    return core.deliver();
  };
  /** Advances to the next day's digest. */
  const nextDay = () => (core.advanceClock(day), digestOf((date += 1)));
  return { ...core, digests: digests.sent, text: (at: number) => digests.sent[at]?.text ?? '', digestOf, nextDay };
}

const officeUrl = 'https://inbox.ours.example';
const withOffice = { route: { ...mailRoute, officeUrl } };

describe('the digest', () => {
  it('tells of spam since the last one: each message once, with the reason and what sends it after all', async () => {
    const { receive, digests, text, nextDay } = officeUnderTest();
    const id = await receive({ ...spamFields, subject: 'A real question' });
    await nextDay();
    expect(await nextDay()).toMatchObject({ suppressed: 1 });
    expect(digests).toMatchObject([
      { subject: expect.stringContaining('1'), to: ['office@ours.example'], autoSubmitted: 'auto-generated' },
    ]);
    for (const part of [
      formatReference(id),
      sampleFields.email,
      'A real question',
      'hidden field',
      'enquiries not-spam',
    ])
      expect(text(0)).toContain(part);
    expect(text(0)).not.toContain(sampleFields.message);
  });

  it('tells each day of what was not delivered, until somebody has looked after it', async () => {
    const { receive, act, deliver, digests, text, digestOf } = officeUnderTest({ outcomes: [permanentRefusal] });
    const id = await receive();
    await deliver();
    await digestOf(1);
    expect(text(0)).toContain(permanentRefusal.reason);
    await act(id, 'retry');
    await deliver();
    await digestOf(2);
    expect(digests).toHaveLength(1);
  });

  it('tells of what has to be answered today, and of what is overdue, until it is answered', async () => {
    const { receive, act, digests, text, nextDay, advanceClock } = officeUnderTest({ notificationOptions: withOffice });
    const overdue = await receive();
    advanceClock(4 * hour);
    const soon = await receive();
    advanceClock(9 * hour);
    const early = await receive();
    advanceClock(-13 * hour);
    await nextDay();
    expect(text(0)).toMatch(/Overdue: 1\n[^]*Due today: 1\n/);
    const isTold = [overdue, soon, early].map((id) => text(0).includes(formatReference(id)));
    expect(isTold).toEqual([true, true, false]);
    for (const id of [overdue, soon, early]) await act(id, 'close');
    await nextDay();
    expect(digests).toHaveLength(1);
  });

  it('tells of what data protection law asks within a week, though it is answered, until it is settled', async () => {
    const { receive, act, digests, text, digestOf, advanceClock } = officeUnderTest({
      notificationOptions: withOffice,
    });
    const id = await receive({ ...sampleFields, subject: 'Data protection complaint' });
    await act(id, 'close');
    advanceClock(22 * day);
    await digestOf(23);
    expect(digests).toEqual([]);
    advanceClock(day);
    await digestOf(24);
    expect(text(0)).toMatch(/Data protection, overdue or due within a week: 1\n[^]*complaint, by 31 January/);
    await act(id, 'settle privacy request');
    await digestOf(25);
    expect(digests).toHaveLength(1);
  });

  it('names whose visitor has not written, until somebody writes again', async () => {
    const { receive, reply, deliver, text, nextDay, advanceClock } = officeUnderTest({
      notificationOptions: withOffice,
    });
    const id = await receive();
    await reply(id, { remindAt: new Date('2025-01-02T08:00:00Z') });
    await deliver();
    await nextDay();
    expect(text(0)).toMatch(new RegExp(`they have not written: 1\n[^]*${formatReference(id)}[^]*Write again`));
    await reply(id);
    await deliver();
    advanceClock(day);
    expect(await nextDay()).toMatchObject({ suppressed: 1 });
  });

  it('lists nothing that waits where there is no office, in which somebody could say that it is answered', async () => {
    const { receive, digests, nextDay } = officeUnderTest();
    await receive();
    await nextDay();
    expect(digests).toEqual([]);
  });

  it('leads to the inbox, where there is one', async () => {
    const { receive, digests, text, nextDay } = officeUnderTest({ notificationOptions: withOffice });
    const address = `${officeUrl}/enquiries/${await receive(spamFields)}`;
    await nextDay();
    expect(digests[0]?.html).toContain(`<a href="${address}">${sampleFields.subject}</a>`);
    expect(digests[0]?.html).not.toContain(`>${officeUrl}`);
    expect([text(0).includes(address), text(0).includes('npm run admin')]).toEqual([true, false]);
  });

  it('is sent once for its day, also where another server has it to send', async () => {
    const { receive, digests, digestOf } = officeUnderTest();
    for (let times = 0; times < 2; times += 1) {
      await receive(spamFields);
      await digestOf(2);
    }
    expect(digests).toHaveLength(1);
  });

  it('of a clock that ran ahead hides neither the right one of its day nor its failure', async () => {
    const ofDigests = [temporaryRefusal, temporaryRefusal];
    const { enquiries, receive, digests, digestOf, advanceClock } = officeUnderTest({ ofDigests });
    await receive(spamFields);
    advanceClock(2 * day);
    await digestOf(3);
    advanceClock(-2 * day);
    expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ isDigestFailing: false });
    await digestOf(1);
    expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ isDigestFailing: true });
    advanceClock(2 * day);
    await digestOf(3);
    expect(digests).toHaveLength(3);
  });

  it.each(['after an hour', 'not all day'])(
    'is tried again like any mail, and forgets nothing: it succeeds %s',
    async (when) => {
      const ofDigests = [temporaryRefusal];
      const { enquiries, receive, deliver, text, nextDay, advanceClock } = officeUnderTest({ ofDigests });
      const id = await receive(spamFields);
      expect(await nextDay()).toMatchObject({ due: 1 });
      expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ isDigestFailing: true });
      advanceClock(hour);
      // The next day's digest replaces it.
      const isLeft = when === 'not all day';
      expect(await (isLeft ? nextDay() : deliver())).toEqual({ delivered: 1 });
      expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ isDigestFailing: false });
      expect(text(1)).toContain(formatReference(id));
    },
  );

  it('gives the numbers alone where the words are refused', async () => {
    const { receive, digests, text, nextDay } = officeUnderTest({ ofDigests: [permanentRefusal] });
    await receive({ ...spamFields, subject: 'Cheap links' });
    expect(await nextDay()).toMatchObject({ delivered: 1 });
    expect(digests.map((mail) => mail.text.includes('Cheap links'))).toEqual([true, false]);
    expect(text(1)).toMatch(/: 1\n/);
  });

  it('stays a mail that a server takes, however much spam there is', async () => {
    const { receive, text, nextDay } = officeUnderTest();
    for (let count = 0; count < 60; count += 1) await receive({ ...spamFields, subject: 'x'.repeat(200) });
    await nextDay();
    expect(text(0)).toMatch(/: 60\n[^]*and 10 more/);
    expect(text(0).length).toBeLessThan(20_000);
  });
});
