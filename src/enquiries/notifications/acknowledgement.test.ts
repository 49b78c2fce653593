import { describe, expect, it } from 'vitest';
import { maxAcknowledgementsPerHour } from '../triage.ts';
import { formatReference } from '../reference.ts';
import { createCoreUnderTest, permanentRefusal, temporaryRefusal } from '../testing/core-under-test.ts';
import { alwaysOpen, day, sampleFields, hour, spamFields } from '../testing/samples.ts';

const words = {
  subject: 'It has come ({reference})',
  paragraphs: ['Thank you.', 'Quote {reference}.'],
  answerBy: '',
  outsideHours: '',
  contact: { name: 'Ours', address: 'hello@ours.example' },
};

function coreThatAcknowledges(setting: Parameters<typeof createCoreUnderTest>[0] = {}) {
  const core = createCoreUnderTest({
    ...setting,
    notificationOptions: { acknowledgement: () => words, ...setting.notificationOptions },
  });
  return { ...core, toVisitors: () => core.sent.filter(({ to }) => to[0] !== 'office@ours.example') };
}

describe('the acknowledgement to a visitor', () => {
  it.each([
    [alwaysOpen.hours, 'Thank you.\n\nQuote'],
    [[], 'Closed.\n'],
  ])('says so where no reply can come in time, and else not', async (hours, said) => {
    const acknowledgement = () => ({ ...words, paragraphs: ['Thank you.', 'Quote'], outsideHours: 'Closed.' });
    const target = { replyWithinHours: 24, officeHours: { ...alwaysOpen, hours } };
    const { receive, deliver, toVisitors } = coreThatAcknowledges({ notificationOptions: { acknowledgement, target } });
    await receive();
    await deliver();
    expect(toVisitors()[0]?.text.endsWith(`${said.trimEnd()}\n`)).toBe(true);
  });

  it('says until when an answer comes, as the visitor was told, though the office hours have changed since', async () => {
    const acknowledgement = () => ({ ...words, answerBy: 'By {time}.' });
    const target = { replyWithinHours: 24, officeHours: { ...alwaysOpen } };
    const { enquiries, deliver, toVisitors } = coreThatAcknowledges({
      notificationOptions: { acknowledgement, target },
    });
    const told = await enquiries.receive(sampleFields);
    target.officeHours = { ...alwaysOpen, hours: [] };
    await deliver();
    expect(toVisitors()[0]?.text).toContain(`Thank you. By ${'answerBy' in told ? told.answerBy : '-'}.\n\n`);
  });

  it('tells the reference in fixed words, and nothing that the visitor wrote', async () => {
    const { receive, deliver, toVisitors } = coreThatAcknowledges();
    const reference = formatReference(await receive(sampleFields));
    await deliver();
    const [mail, ...others] = toVisitors();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: [sampleFields.email],
      replyTo: words.contact,
      subject: `It has come (${reference})`,
      references: [expect.stringMatching(/^<enquiry\./)],
      autoSubmitted: 'auto-replied',
      text: `Thank you.\n\nQuote ${reference}.\n`,
    });
    const { email: _, ...written } = sampleFields;
    for (const word of Object.values(written)) expect(JSON.stringify(mail)).not.toContain(word);
  });

  it('is sent once an address and day, and never for spam', async () => {
    const { receive, deliver, toVisitors, advanceClock } = coreThatAcknowledges();
    await receive(spamFields);
    for (const subject of ['one', 'two']) await receive({ ...sampleFields, subject, email: 'Ada@Example.com' });
    await Promise.all(['three', 'four'].map((subject) => receive({ ...sampleFields, subject })));
    await receive({ ...sampleFields, email: 'ada+again@example.com' });
    await deliver();
    expect(toVisitors()).toHaveLength(1);
    advanceClock(day);
    await receive({ ...sampleFields, subject: 'five' });
    await deliver();
    expect(toVisitors()).toHaveLength(2);
  });

  it('that a limit holds back, in a flood for an hour, stands beside its enquiry with the reason, and counts for no limit', async () => {
    const { enquiries, receive, deliver, toVisitors, advanceClock } = coreThatAcknowledges();
    const [, again] = [await receive(), await receive()];
    const heldBack = async (id: string) =>
      (await enquiries.listDeliveries(id)).find(({ kind }) => kind === 'acknowledgement');
    expect(await heldBack(again)).toMatchObject({ state: 'suppressed', lastReason: expect.stringMatching(/that day/) });
    const senders = Array.from({ length: maxAcknowledgementsPerHour }, (_, sender) => `${sender}@example.com`);
    const ids = await Promise.all(senders.map((email) => receive({ ...sampleFields, email })));
    const of = await Promise.all(ids.map(heldBack));
    expect(of.filter((delivery) => delivery?.state === 'suppressed')).toMatchObject([
      { lastReason: expect.stringMatching(/within the hour/) },
    ]);
    await deliver();
    expect(toVisitors()).toHaveLength(maxAcknowledgementsPerHour);
    advanceClock(hour + 100_000);
    await receive({ ...sampleFields, email: 'later@example.com' });
    await deliver();
    expect(toVisitors()).toHaveLength(maxAcknowledgementsPerHour + 1);
  });

  it('is not sent once somebody has set the enquiry aside', async () => {
    const { receive, act, deliver, sent, advanceClock } = coreThatAcknowledges({
      outcomes: [temporaryRefusal, temporaryRefusal],
    });
    const id = await receive();
    await deliver();
    await act(id, 'mark as spam');
    advanceClock(hour);
    await deliver();
    expect(sent).toHaveLength(2);
  });

  it('does not touch the mail of its enquiry where its own is refused', async () => {
    const { enquiries, receive, deliver } = coreThatAcknowledges({
      mailer: {
        send: async ({ uniqueName }) => (uniqueName.startsWith('ack') ? permanentRefusal : { delivered: true }),
      },
    });
    const id = await receive(sampleFields);
    expect(await deliver()).toEqual({ delivered: 1, failed: 1 });
    expect((await enquiries.listDeliveries(id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['acknowledgement', 'failed'],
      ['mail', 'delivered'],
    ]);
    expect(await enquiries.readMailAndBackupHealth()).toMatchObject({ failedMails: 0, oldestFailingAt: null });
  });
});
