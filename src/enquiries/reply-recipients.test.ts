import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRecipients, type Mailer, type MailWithMessageId } from '../outbox/mail.ts';
import type { RecipientState, RecipientStates } from '../outbox/send-outcome.ts';
import { streamEnquiryCsv } from './export-csv.ts';
import { anna, createCoreUnderTest, createScriptedMailer } from './testing/core-under-test.ts';
import { createReceivedMail, day, hour, sampleFields } from './testing/samples.ts';

const [ada, bob, cleo] = [sampleFields.email, 'bob@example.com', 'cleo@example.org'];
const [ok, later, never] = ['delivered', 'due', 'failed'] as const;
type Answer = RecipientState['state'];
type Answers = Readonly<Record<string, readonly (Answer | undefined)[]>>;

/** Creates a mailer to a server that gives each recipient these answers, one after another, and then takes it. */
function createAnsweringMailer(answers: Answers) {
  const taken: string[] = [];
  const mails: MailWithMessageId[] = [];
  const tries = new Map<string, number>();
  const answer = (recipient: string): Answer => {
    const attempt = tries.get(recipient) ?? 0;
    tries.set(recipient, attempt + 1);
    return answers[recipient]?.[attempt] ?? ok;
  };
  const mailer: Mailer<MailWithMessageId> = {
    async send(mail) {
      if (!mail.uniqueName.startsWith('reply-')) return { delivered: true };
      mails.push(mail);
      const states = (mail.pendingRecipients ?? listRecipients(mail)).map((recipient) => {
        const state = answer(recipient);
        if (state === ok) taken.push(recipient);
        const copy = mail.to.includes(recipient) ? {} : ({ isCopy: true } as const);
        return [recipient, { state, reason: state === ok ? null : `${state} for ${recipient}`, ...copy }] as const;
      });
      const recipientStates = Object.fromEntries(states);
      if (states.some(([, { state }]) => state === ok)) return { delivered: true, recipientStates };
      const permanent = states.every(([, { state }]) => state === never);
      return { delivered: false, permanent, reason: 'refused by all', recipientStates };
    },
  };
  return { mailer, taken, mails };
}

const copies = [bob, cleo].map((address) => ({ name: '', address }));

/** Creates an enquiry with a reply to the visitor and two in copy, and delivers it while anything is due. */
async function startWithCopies(answers: Answers) {
  const server = createAnsweringMailer(answers);
  const core = createCoreUnderTest({ mailer: server.mailer });
  const id = await core.receive(sampleFields);
  const replyId = await core.reply(id, { recipients: copies });
  async function deliverAll() {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await core.deliver();
      core.advanceClock(2 * hour);
    }
  }
  const references = async () => [(await core.find(id)).messages.at(-1)?.messageId ?? ''];
  const bounceOf = async (...recipients: string[]) => {
    const report = { messageIds: await references(), subject: '', recipients, reason: '550 gone' };
    return core.receiveMail(createReceivedMail({ kind: 'bounce', report, text: `Not to ${recipients.join()}` }));
  };
  const again = () => core.act(id, { action: 'send again', replyId });
  return { ...core, ...server, id, replyId, deliverAll, bounceOf, again };
}

describe('a reply to several', () => {
  it('is answered by the visitor’s delivery alone, and nobody gets it twice, whatever each of their servers says', async () => {
    const answersOfOne = fc.array(fc.constantFrom(ok, later, never), { maxLength: 3 });
    const answers = fc.record({ [ada]: answersOfOne, [bob]: answersOfOne, [cleo]: answersOfOne });
    await fc.assert(
      fc.asyncProperty(answers, fc.boolean(), async (given, isSentAgain) => {
        const { deliverAll, find, id, taken, again } = await startWithCopies(given);
        await deliverAll();
        if (isSentAgain && (await again()) === 'done') await deliverAll();
        const { status, replies } = await find(id);
        expect(status).toBe(taken.includes(ada) ? 'closed' : 'open');
        expect(replies[0]?.delivery.state).toBe(taken.includes(ada) ? 'delivered' : 'failed');
        expect(taken).toEqual([...new Set(taken)]);
        const recipientStates: RecipientStates = replies[0]?.delivery.recipientStates ?? {};
        const isSettled = (one: string) => taken.includes(one) || recipientStates[one]?.state === never;
        expect([bob, cleo].every(isSettled) || !taken.includes(ada)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it('closes its enquiry once the visitor has it, and goes on trying the others alone', async () => {
    const { deliver, find, id, act, mails, deliverAll } = await startWithCopies({ [bob]: [later] });
    expect(await deliver()).toEqual({ delivered: 1, due: 1 });
    expect(await find(id)).toMatchObject({ status: 'closed', replies: [{ delivery: { state: 'due' } }] });
    await act(id, 'reopen');
    await deliverAll();
    expect(mails.map(({ pendingRecipients }) => pendingRecipients)).toEqual([undefined, [bob]]);
    expect(mails[1]).toMatchObject({ to: [ada], cc: copies });
    expect(await find(id)).toMatchObject({ status: 'open', replies: [{ delivery: { state: 'delivered' } }] });
  });

  it('of which one copy is perhaps sent is answered, says so, and is not repeated', async () => {
    const state = (one: Answer, isCopy?: true) => ({ state: one, reason: null, ...(isCopy && { isCopy }) });
    const recipientStates = { [ada]: state(ok), [bob]: state(later, true), [cleo]: state(ok, true) };
    const lost = { delivered: false, permanent: false, possiblySent: true, reason: 'Connection closed' } as const;
    const mailer = createScriptedMailer({ delivered: true }, { delivered: true, recipientStates }, lost);
    const { receive, reply, deliver, advanceClock, find } = createCoreUnderTest({ mailer });
    const id = await receive(sampleFields);
    await reply(id, { recipients: copies });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await deliver();
      advanceClock(day);
    }
    expect(mailer.sent).toHaveLength(3);
    const delivery = { state: ok, recipientStates: { [bob]: { state: never, reason: 'Connection closed' } } };
    expect(await find(id)).toMatchObject({ status: 'closed', replies: [{ delivery }] });
  });

  it('is refused with an address that is none, and names nobody twice nor the visitor', async () => {
    const { enquiries, receive, reply, find } = createCoreUnderTest();
    const id = await receive(sampleFields);
    const bad = [{ name: '', address: 'eve@example.net\r\nBcc: all@example.net' }];
    const refused = await enquiries.sendReply(id, { text: 'Yes.', by: anna, version: 0, recipients: bad });
    expect(refused).toEqual({ outcome: 'refused', reason: 'bad recipients' });
    const named = ['Bob@example.com', ada.toUpperCase()].map((address) => ({ name: 'A\r\nBcc: x', address }));
    await reply(id, { recipients: [...copies, ...named] });
    const recipients = [{ name: 'A Bcc: x', address: 'Bob@example.com' }, copies[1]];
    expect((await find(id)).replies).toMatchObject([{ recipients }]);
  });

  it('stands in the export with whom it was copied to', async () => {
    const { enquiries } = await startWithCopies({});
    const csv = (await Array.fromAsync(streamEnquiryCsv(enquiries.stream({}), new Map()))).join('');
    expect(csv).toContain(`${anna} with copies to ${bob}, ${cleo} (due)`);
  });
});

describe('a bounce', () => {
  it('from a copy alone is said at the reply, and the enquiry stays answered', async () => {
    const { deliverAll, bounceOf, find, id, again, taken } = await startWithCopies({});
    await deliverAll();
    expect(await bounceOf(bob.toUpperCase())).toBe('bounce');
    const delivery = { state: ok, lastReason: '550 gone', recipientStates: { [bob]: { state: never } } };
    const reply = { bounceReason: null, delivery };
    expect(await find(id)).toMatchObject({ status: 'closed', emailProblem: null, replies: [reply] });
    expect((await find(id)).messages.at(-1)).toMatchObject({ kind: 'bounce', recipients: [copies[0]] });
    expect(await again()).toBe('done');
    await deliverAll();
    expect(taken).toEqual([ada, bob, cleo, bob]);
  });

  it.each([
    ['the visitor', [ada], [ada]],
    ['the visitor and one in copy', [ada, bob], [ada, bob]],
    ['somebody to whom the visitor’s mail is forwarded', ['else@example.net'], [ada]],
  ])('from %s opens the enquiry, and is sent again to those alone', async (_who, bounced, resent) => {
    const { deliverAll, bounceOf, find, id, again, taken } = await startWithCopies({});
    await deliverAll();
    await bounceOf(...bounced);
    expect(await find(id)).toMatchObject({ status: 'open', replies: [{ bounceReason: '550 gone' }] });
    taken.length = 0;
    expect(await again()).toBe('done');
    await deliverAll();
    expect([taken, (await find(id)).status]).toEqual([resent, 'closed']);
  });
});
