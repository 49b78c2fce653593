import { describe, expect, it } from 'vitest';
import { trapField } from '../core/enquiry.ts';
import { referenceOf } from '../core/reference.ts';
import { coreUnderTest, receive } from '../testing/core-under-test.ts';
import { fields } from '../testing/samples.ts';
import { mostAcknowledged } from '../core/plan.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from '../testing/scripted-mailer.ts';

const words = {
  subject: 'It has come ({reference})',
  paragraphs: ['Thank you.', 'Quote {reference}.'],
  contact: { name: 'Ours', address: 'hello@ours.example' },
};

function coreThatAcknowledges() {
  const mailer = scriptedMailer();
  const core = coreUnderTest({ mailer, parts: { acknowledgement: async () => words } });
  return { ...core, toVisitors: () => mailer.sent.filter(({ to }) => to[0] !== 'office@ours.example') };
}

describe('the acknowledgement to a visitor', () => {
  it('tells the reference in fixed words, and nothing that the visitor wrote', async () => {
    const { enquiries, toVisitors } = coreThatAcknowledges();
    const id = await receive(enquiries, fields);
    await enquiries.deliverDue();
    const [mail, ...others] = toVisitors();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: [fields.email],
      replyTo: words.contact,
      subject: `It has come (${referenceOf(id)})`,
      autoSubmitted: 'auto-replied',
      text: `Thank you.\n\nQuote ${referenceOf(id)}.\n`,
    });
    const { name, company, subject, message } = fields;
    for (const word of [name, company, subject, message]) expect(JSON.stringify(mail)).not.toContain(word);
  });

  it('is sent once an address and day, and never for what is set aside', async () => {
    const { enquiries, toVisitors, pass } = coreThatAcknowledges();
    await receive(enquiries, { ...fields, [trapField]: 'x' });
    for (const subject of ['one', 'two']) await receive(enquiries, { ...fields, subject, email: 'Ada@Example.com' });
    await Promise.all(['three', 'four'].map((subject) => receive(enquiries, { ...fields, subject })));
    await enquiries.deliverDue();
    expect(toVisitors()).toHaveLength(1);
    await receive(enquiries, { ...fields, email: 'ada+again@example.com' });
    await enquiries.deliverDue();
    expect(toVisitors()).toHaveLength(1);
    pass(24 * 3_600_000);
    await receive(enquiries, { ...fields, subject: 'five' });
    await enquiries.deliverDue();
    expect(toVisitors()).toHaveLength(2);
  });

  it('is not sent once somebody has set the enquiry aside', async () => {
    const mailer = scriptedMailer(refusedForNow, refusedForNow);
    const { enquiries, pass } = coreUnderTest({ mailer, parts: { acknowledgement: async () => words } });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    await enquiries.act(id, { act: 'set aside' }, { who: 'anna@ours.example' });
    pass(3_600_000);
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(2);
  });

  it('stops in a flood, for an hour', async () => {
    const { enquiries, toVisitors, pass } = coreThatAcknowledges();
    for (let sender = 0; sender < mostAcknowledged + 5; sender += 1)
      await receive(enquiries, { ...fields, email: `v${sender}@example.com`, message: `${sender}` });
    await enquiries.deliverDue();
    expect(toVisitors()).toHaveLength(mostAcknowledged);
    pass(3_700_000);
    await receive(enquiries, { ...fields, email: 'later@example.com' });
    await enquiries.deliverDue();
    expect(toVisitors()).toHaveLength(mostAcknowledged + 1);
  });

  it('does not touch the mail of its enquiry where its own is refused', async () => {
    const mailer = {
      send: async ({ name }: { name: string }) =>
        name.startsWith('ack') ? refusedForGood : { delivered: true as const },
    };
    const { enquiries } = coreUnderTest({ mailer, parts: { acknowledgement: async () => words } });
    const id = await receive(enquiries, fields);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 1, due: 0, failed: 1 });
    const states = (await enquiries.deliveries(id)).map(({ channel, delivery }) => [channel, delivery.state]);
    expect(states).toEqual([
      ['mail', 'delivered'],
      ['acknowledgement', 'failed'],
    ]);
    expect(await enquiries.health()).toMatchObject({ counts: { failed: 0 }, oldestFailing: null });
  });
});
