import { randomUUID } from 'node:crypto';
import { createNotifications, type NotificationParts } from '../notifications/kinds.ts';
import type { DatabaseParts } from '../../database/database.ts';
import { temporarySqlite } from '../../database/testing/temporary.ts';
import type { DeliveryEvent } from '../../outbox/deliver.ts';
import type { Mail, Mailer, SentMails } from '../../outbox/mail.ts';
import { createOutbox, type OutboxSettings } from '../../outbox/outbox.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { systemClock, type Clock } from '../../process/clock.ts';
import type { SubmissionOutcome } from '../dependencies.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../enquiries.ts';
import { faultWords, fields } from './samples.ts';
import { nothingKept, target } from './test-store.ts';

export const route = {
  from: { name: 'Ours website', address: 'hello@ours.example' },
  to: ['office@ours.example'],
  siteName: 'Ours',
  timeZone: 'Europe/London',
};

export const refusedForNow = { delivered: false, permanent: false, reason: '451 try again later' } as const;
export const refusedForGood = { delivered: false, permanent: true, reason: '550 no such mailbox' } as const;

/** Creates a mailer that returns the given outcomes, one after another, and then `delivered`. */
export function scriptedMailer(...outcomes: SendOutcome[]): Mailer & { readonly sent: Mail[] } {
  const sent: Mail[] = [];
  return { sent, send: async (mail) => (sent.push(mail), outcomes.shift() ?? { delivered: true }) };
}

interface Setting {
  /** Outcomes of the mailer, one after another. */
  outcomes?: SendOutcome[];
  mailer?: Mailer;
  on?: DatabaseParts;
  sentMails?: SentMails;
  /** Parts that the default core lacks. */
  parts?: Partial<Pick<NotificationParts, 'acknowledgement' | 'target' | 'webhook' | 'route'>>;
  /** Clock of a simulation. */
  time?: Clock;
  random?: () => number;
  core?: Partial<EnquiriesParts>;
  delivery?: Partial<OutboxSettings>;
}

/** Creates the core on a real database, by default with a clock that is advanced by hand. */
export function coreUnderTest({
  outcomes = [],
  mailer,
  on = temporarySqlite(),
  sentMails = nothingKept,
  parts = {},
  time,
  random = () => 0.5,
  core = {},
  delivery = {},
}: Setting = {}) {
  const { database, dialect } = on;
  const scripted = scriptedMailer(...outcomes);
  const clock = { now: new Date('2025-01-01T12:00:00Z') };
  const events: DeliveryEvent[] = [];
  const faults: unknown[] = [];
  const submissions: SubmissionOutcome[] = [];
  const ticking = time ?? { ...systemClock, now: () => clock.now, elapsed: () => clock.now.getTime() };
  const shared = { database, dialect, target, clock: ticking, random, sentMails, route };
  const { kinds, onLost, ...told } = createNotifications({ ...shared, mailer: mailer ?? scripted, ...parts });
  const outbox = createOutbox({
    ...shared,
    kinds,
    onLost,
    report: (event) => events.push(event),
    onFault: (fault) => faults.push(['delivering', fault]),
    ...delivery,
  });
  const enquiries = createEnquiries({
    ...shared,
    ...told,
    target: parts.target ?? target,
    kick: outbox.kick,
    faultWords: () => faultWords,
    onSubmission: (outcome) => submissions.push(outcome),
    onFault: (fault) => faults.push(['receiving', fault]),
    ...core,
  });
  const found = async (id: string) => (await enquiries.find({ id }))[0];
  return {
    enquiries,
    outbox,
    events,
    faults,
    submissions,
    sent: scripted.sent,
    pass: (milliseconds: number): void => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
    receive: (input?: unknown) => receive(enquiries, input),
    deliver: outbox.deliverDue,
    act: (id: string, action: PlainAction, who = 'anna@ours.example') =>
      enquiries.act(id, { action } as never, { who }),
    found,
    mailOf: async (id: string) => (await found(id))?.mail,
  };
}

type PlainAction = Parameters<Enquiries['act']>[1]['action'];

/** Submits an enquiry that must be accepted, by default with a unique text. Resolves to its id. */
export async function receive(
  enquiries: Enquiries,
  input: unknown = { ...fields, message: randomUUID() },
): Promise<string> {
  const result = await enquiries.receive(input);
  if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
  return result.id;
}
