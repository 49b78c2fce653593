import { randomUUID } from 'node:crypto';
import { createNotifications, type NotificationDependencies } from '../notifications/notifications.ts';
import type { DatabaseWithDialect } from '../../database/database.ts';
import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { parseMail } from '../../mailbox/parse-mail.ts';
import type { ReceivedMail } from '../../mailbox/received-mail.ts';
import type { DeliveryAttempt } from '../../outbox/delivery-processor.ts';
import { createMailerWithMessageIds, type Mailer, type MailWithMessageId, type MailStore } from '../../outbox/mail.ts';
import { createMessageIdLoader } from '../../outbox/message-ids.ts';
import { createOutbox, type OutboxSettings } from '../../outbox/outbox.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { systemClock, type Clock } from '../../process/clock.ts';
import type { PlainAction } from '../actions.ts';
import type { SubmissionOutcome } from '../dependencies.ts';
import { createEnquiryService, type EnquiryService, type EnquiryServiceOptions } from '../enquiry-service.ts';
import { sampleFieldErrorMessages, sampleFields } from './samples.ts';
import { noSentMails, target } from './test-store.ts';
import { composeScheduleMail } from '../../start/schedule-mail.ts';
import { composeReportMail } from '../../statistics/report-mail.ts';

export const anna = 'anna@ours.example';

export const mailRoute = {
  from: { name: 'Ours website', address: 'hello@ours.example' },
  to: ['office@ours.example'],
  alertTo: ['operator@ours.example'],
  siteName: 'Ours',
  timeZone: 'Europe/London',
};

export const siteMails = { schedule: composeScheduleMail, report: composeReportMail };

export const temporaryRefusal = { delivered: false, permanent: false, reason: '451 try again later' } as const;
export const permanentRefusal = { delivered: false, permanent: true, reason: '550 no such mailbox' } as const;

/** Creates a mailer that returns the given outcomes, one after another, and then `delivered`. */
export function createScriptedMailer(
  ...outcomes: SendOutcome[]
): Mailer<MailWithMessageId> & { readonly sent: MailWithMessageId[] } {
  const sent: MailWithMessageId[] = [];
  return { sent, send: async (mail) => (sent.push(mail), outcomes.shift() ?? { delivered: true }) };
}

interface CoreUnderTestOptions {
  /** Outcomes of the mailer, one after another. */
  outcomes?: SendOutcome[];
  mailer?: Mailer<MailWithMessageId>;
  databaseDependencies?: DatabaseWithDialect;
  sentMails?: MailStore;
  /** Parts that the default core lacks. */
  notificationOptions?: Partial<Pick<NotificationDependencies, 'acknowledgement' | 'target' | 'webhook' | 'route'>>;
  /** Clock of a simulation. */
  simulatedClock?: Clock;
  random?: () => number;
  serviceOptions?: Partial<EnquiryServiceOptions>;
  outboxOptions?: Partial<OutboxSettings>;
}

/** Creates the core on a real database, by default with a clock that is advanced by hand. */
export function createCoreUnderTest({
  outcomes = [],
  mailer,
  databaseDependencies = openTemporarySqlite(),
  sentMails = noSentMails,
  notificationOptions = {},
  simulatedClock,
  random = () => 0.5,
  serviceOptions = {},
  outboxOptions = {},
}: CoreUnderTestOptions = {}) {
  const { database, dialect } = databaseDependencies;
  const scripted = createScriptedMailer(...outcomes);
  const clock = { now: new Date('2025-01-01T12:00:00Z') };
  const events: DeliveryAttempt[] = [];
  const faults: unknown[] = [];
  const submissions: SubmissionOutcome[] = [];
  const ticking = simulatedClock ?? { ...systemClock, now: () => clock.now, monotonicNow: () => clock.now.getTime() };
  const loadMessageIds = createMessageIdLoader(database, 'ours.example');
  const shared = { database, dialect, target, clock: ticking, random, sentMails, route: mailRoute };
  const { deliveryKinds, onLeaseLost, ...notificationSettings } = createNotifications({
    ...shared,
    siteMails,
    mailer: createMailerWithMessageIds(mailer ?? scripted, loadMessageIds),
    ...notificationOptions,
  });
  const outbox = createOutbox({
    ...shared,
    deliveryKinds,
    onLeaseLost,
    onAttempt: (event) => events.push(event),
    onError: (fault) => faults.push(['delivering', fault]),
    ...outboxOptions,
  });
  const enquiries = createEnquiryService({
    ...shared,
    ...notificationSettings,
    target: notificationOptions.target ?? target,
    loadMessageIds,
    onDeliveryDue: outbox.kick,
    getMailAddresses: () => ({ sender: mailRoute.from.address, office: mailRoute.to }),
    getFieldErrorMessages: () => sampleFieldErrorMessages,
    onSubmission: (outcome) => submissions.push(outcome),
    // Here and now, since a process of its own takes longer.
    parseMail,
    onStoreError: (fault) => faults.push(['receiving', fault]),
    ...serviceOptions,
  });
  const found = async (id: string) => (await enquiries.find({ id }))[0];
  async function find(id: string) {
    const enquiry = await found(id);
    if (enquiry === undefined) throw new Error('It is not there');
    return enquiry;
  }
  return {
    enquiries,
    outbox,
    events,
    faults,
    loadMessageIds,
    submissions,
    sent: scripted.sent,
    advanceClock: (milliseconds: number): void => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
    receive: (input?: unknown) => submitEnquiry(enquiries, input),
    deliver: outbox.deliverDue,
    act: (id: string, action: PlainAction['action'] | PlainAction, actor = anna) =>
      enquiries.applyAction(id, typeof action === 'string' ? ({ action } as never) : action, { actor }),
    merge: (source: string, into: string) => enquiries.mergeEnquiries(source, into, { actor: anna }),
    /** Answers an enquiry as it stands. Resolves to the id of the answer, or to why there is none. */
    async reply(id: string, changes: Partial<Reply> = {}): Promise<string> {
      const { version } = await find(id);
      const result = await enquiries.sendReply(id, { text: 'Yes.', by: anna, version, ...changes });
      return result.outcome === 'accepted' ? result.id : result.outcome;
    },
    /** Makes an enquiry of other mail, as one press does. Resolves to its id; null if it is no other mail any more. */
    async makeEnquiry(mailId = ''): Promise<string | null> {
      const mail = await enquiries.findOtherMail(mailId);
      if (mail === null) return null;
      const { fields } = await enquiries.proposeEnquiry(mail);
      return enquiries.addEnquiry({ fields, actor: anna, mailId });
    },
    receiveMail: (mail: ReceivedMail) => enquiries.receiveMail(mail, async () => {}),
    found,
    find,
    findMail: async (id: string) => (await found(id))?.mail,
  };
}

type Reply = Parameters<EnquiryService['sendReply']>[1];

/** Submits an enquiry that must be accepted, by default with a unique text. Resolves to its id. */
export async function submitEnquiry(
  enquiries: EnquiryService,
  input: unknown = { ...sampleFields, message: randomUUID() },
): Promise<string> {
  const result = await enquiries.receive(input);
  if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
  return result.id;
}
