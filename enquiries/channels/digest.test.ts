import { describe, expect, it } from 'vitest';
import { trapField } from '../core/enquiry.ts';
import { referenceOf } from '../core/reference.ts';
import { coreUnderTest, receive } from '../testing/core-under-test.ts';
import { fields } from '../testing/samples.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from '../testing/scripted-mailer.ts';
import type { SendOutcome } from '../core/channels.ts';

const hour = 3_600_000;
const spam = (subject: string) => ({ ...fields, subject, [trapField]: 'x' });
const time = (day: number) => new Date(Date.UTC(2025, 0, day, 8));

/** A core whose mailer keeps digests apart from the mails of enquiries. */
function officeUnderTest(...outcomes: SendOutcome[]) {
  const digests = scriptedMailer(...outcomes);
  const mails = scriptedMailer();
  const mailer = {
    send: (mail: Parameters<typeof mails.send>[0]) => (mail.name.startsWith('digest') ? digests : mails).send(mail),
  };
  const core = coreUnderTest({ mailer });
  let day = 1;
  /** Goes on to the next day's digest. */
  const nextDay = async () => {
    core.pass(24 * hour);
    await core.enquiries.queueDigest(time((day += 1)));
    return core.enquiries.deliverDue();
  };
  return { ...core, digests, nextDay };
}

describe('the digest', () => {
  it('tells of what was set aside since the last one: each message once, with the reason and what sends it after all', async () => {
    const { enquiries, digests, nextDay } = officeUnderTest();
    const id = await receive(enquiries, spam('A real question'));
    await nextDay();
    await nextDay();
    expect(digests.sent).toHaveLength(1);
    const { subject, text = '', to, autoSubmitted } = digests.sent[0] ?? {};
    expect([subject, to, autoSubmitted]).toEqual([
      expect.stringContaining('1'),
      ['office@ours.example'],
      'auto-generated',
    ]);
    for (const part of [referenceOf(id), fields.email, 'A real question', 'hidden field', 'enquiries release'])
      expect(text).toContain(part);
    expect(text).not.toContain(fields.message);
  });

  it('is not mailed where there is nothing to tell', async () => {
    const { digests, nextDay } = officeUnderTest();
    expect(await nextDay()).toMatchObject({ delivered: 1 });
    expect(digests.sent).toEqual([]);
  });

  it('tells each day of what was not delivered, until somebody has looked after it', async () => {
    const mailer = scriptedMailer(refusedForGood);
    const { enquiries } = coreUnderTest({ mailer });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    await enquiries.queueDigest(time(1));
    await enquiries.deliverDue();
    expect(mailer.sent[1]?.text).toContain(refusedForGood.reason);
    await enquiries.act(id, { act: 'retry' }, { who: 'anna@ours.example' });
    await enquiries.deliverDue();
    await enquiries.queueDigest(time(2));
    await enquiries.deliverDue();
    expect(mailer.sent.map(({ name }) => name.startsWith('digest'))).toEqual([false, true, false]);
  });

  it('tells of what waits with little of the promise left, and of what is overdue, until it is answered', async () => {
    const { enquiries, digests, nextDay, pass } = officeUnderTest();
    const overdue = await receive(enquiries);
    pass(4 * hour);
    const soon = await receive(enquiries);
    pass(5 * hour);
    const early = await receive(enquiries);
    pass(-9 * hour);
    await nextDay();
    const [first] = digests.sent;
    expect(first?.text).toMatch(/Overdue: 1\n[^]*Unanswered[^\n]*: 1\n/);
    expect(first?.text).toContain(referenceOf(overdue));
    expect(first?.text).toContain(referenceOf(soon));
    expect(first?.text).not.toContain(referenceOf(early));
    for (const id of [overdue, soon, early]) await enquiries.act(id, { act: 'answer' }, { who: 'anna@ours.example' });
    await nextDay();
    expect(digests.sent).toHaveLength(1);
  });

  it('leads to the inbox, where there is one, and to the command elsewhere', async () => {
    const mailer = scriptedMailer();
    const route = { from: { name: 'Ours', address: 'a@ours.example' }, to: ['b@ours.example'], siteName: 'Ours' };
    const inboxUrl = 'https://inbox.ours.example';
    for (const parts of [{ route }, { route: { ...route, inboxUrl } }]) {
      const { enquiries } = coreUnderTest({ mailer, parts });
      const id = await receive(enquiries, spam('one'));
      await enquiries.queueDigest(time(1));
      await enquiries.deliverDue();
      const { text, html } = mailer.sent.at(-1) ?? {};
      expect(html?.includes(`<a href="${inboxUrl}/enquiries/${id}">`)).toBe('inboxUrl' in parts.route);
      expect([text?.includes(`${inboxUrl}/enquiries/${id}`), text?.includes('npm run admin')]).toEqual(
        'inboxUrl' in parts.route ? [true, false] : [false, true],
      );
    }
  });

  it('is sent once for its day, also where another server has it to send', async () => {
    const { enquiries, digests } = officeUnderTest();
    await receive(enquiries, spam('one'));
    await enquiries.queueDigest(time(2));
    await enquiries.deliverDue();
    await receive(enquiries, spam('two'));
    await enquiries.queueDigest(time(2));
    await enquiries.deliverDue();
    expect(digests.sent).toHaveLength(1);
  });

  it('is tried again like any mail, says so to who looks, and forgets nothing', async () => {
    const { enquiries, digests, nextDay, pass } = officeUnderTest(refusedForNow);
    const id = await receive(enquiries, spam('one'));
    expect(await nextDay()).toMatchObject({ due: 1 });
    expect(await enquiries.health()).toMatchObject({ isDigestFailing: true });
    pass(hour);
    expect(await enquiries.deliverDue()).toMatchObject({ delivered: 1 });
    expect(await enquiries.health()).toMatchObject({ isDigestFailing: false });
    expect(digests.sent[1]?.text).toContain(referenceOf(id));
  });

  it('that could not be mailed all day is left to the next one, which tells of everything', async () => {
    const { enquiries, digests, nextDay } = officeUnderTest(refusedForNow);
    const id = await receive(enquiries, spam('one'));
    await nextDay();
    expect(await nextDay()).toEqual({ delivered: 1, due: 0, failed: 1 });
    expect(digests.sent).toHaveLength(2);
    expect(digests.sent[1]?.text).toContain(referenceOf(id));
  });

  it('gives the numbers alone where the words are refused', async () => {
    const { enquiries, digests, nextDay } = officeUnderTest(refusedForGood);
    await receive(enquiries, spam('Cheap links'));
    expect(await nextDay()).toMatchObject({ delivered: 1 });
    expect(digests.sent.map(({ text }) => text.includes('Cheap links'))).toEqual([true, false]);
    expect(digests.sent[1]?.text).toMatch(/: 1\n/);
  });

  it('stays a mail that a server takes, however much was set aside', async () => {
    const { enquiries, digests, nextDay } = officeUnderTest();
    for (let count = 0; count < 60; count += 1) await receive(enquiries, spam('x'.repeat(200)));
    await nextDay();
    expect(digests.sent[0]?.text).toMatch(/: 60\n[^]*and 10 more/);
    expect(digests.sent[0]?.text.length).toBeLessThan(20_000);
  });

  it('says that the webhook is switched off, and what switches it on', async () => {
    const mailer = scriptedMailer();
    const status = async () => ({
      state: 'switched off' as const,
      since: new Date('2025-01-01'),
      reason: 'status 500',
    });
    const webhook = { status, send: async () => refusedForGood, test: async () => refusedForGood };
    const { enquiries } = coreUnderTest({ mailer, parts: { webhook } });
    await enquiries.queueDigest(time(1));
    await enquiries.deliverDue();
    expect(mailer.sent[0]?.text).toMatch(/status 500[^]*webhook test/);
    expect(await enquiries.health()).toMatchObject({ isWebhookOff: true });
  });
});
