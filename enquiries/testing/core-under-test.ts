import { randomUUID } from 'node:crypto';
import { createChannels, type ChannelParts } from '../notifications/channels.ts';
import type { Mail, Mailer } from '../../outbox/mail.ts';
import type { KeptMails } from '../../outbox/mail.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { systemClock, type Clock } from '../../process/clock.ts';
import type { DeliveryEvent, Receipt } from '../dependencies.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../enquiries.ts';
import type { EnquiryStore, PersonsAct } from '../store.ts';
import { alwaysOpen, faultWords, fields } from './samples.ts';
import { temporarySqlite } from '../../database/testing/temporary.ts';

export const route = {
  from: { name: 'Ours website', address: 'hello@ours.example' },
  to: ['office@ours.example'],
  siteName: 'Ours',
};

export const refusedForNow = { delivered: false, permanent: false, reason: '451 try again later' } as const;
export const refusedForGood = { delivered: false, permanent: true, reason: '550 no such mailbox' } as const;

export const nothingKept: KeptMails = { forget: async () => {}, forgetOlderThan: async () => {} };

/** A mailer that answers with the given outcomes, one after another, and delivers whatever comes after them. */
export function scriptedMailer(...outcomes: SendOutcome[]): Mailer & { readonly sent: Mail[] } {
  const sent: Mail[] = [];
  return { sent, send: async (mail) => (sent.push(mail), outcomes.shift() ?? { delivered: true }) };
}

interface Setting {
  /** How the mailer answers, one after another. */
  outcomes?: SendOutcome[];
  mailer?: Mailer;
  store?: EnquiryStore;
  keptMails?: KeptMails;
  /** What the usual core does without. */
  parts?: Partial<Pick<ChannelParts, 'acknowledgement' | 'promise' | 'webhook' | 'route'>>;
  /** Of a world of its own. */
  time?: Clock;
  random?: () => number;
  core?: Partial<EnquiriesParts>;
}

/** The core on a real database, with a clock that only moves when it is told to, unless it is given another. */
export function coreUnderTest({
  outcomes = [],
  mailer,
  store = temporarySqlite().store,
  keptMails = nothingKept,
  parts = {},
  time,
  random = () => 0.5,
  core = {},
}: Setting = {}) {
  const scripted = scriptedMailer(...outcomes);
  const clock = { now: new Date('2025-01-01T12:00:00Z') };
  const events: DeliveryEvent[] = [];
  const faults: unknown[] = [];
  const receipts: Receipt[] = [];
  const shared = {
    store,
    promise: { hours: 24, office: alwaysOpen },
    clock: time ?? { ...systemClock, now: () => clock.now, elapsed: () => clock.now.getTime() },
    random,
  };
  const enquiries = createEnquiries({
    ...shared,
    channels: createChannels({ ...shared, mailer: mailer ?? scripted, route, ...parts }),
    keptMails,
    faultWords: () => faultWords,
    onReceipt: (receipt) => receipts.push(receipt),
    report: (event) => events.push(event),
    onFault: (fault, during) => faults.push([during, fault]),
    ...core,
  });
  const found = async (id: string) => (await enquiries.find({ id }))[0];
  return {
    enquiries,
    events,
    faults,
    receipts,
    sent: scripted.sent,
    pass: (milliseconds: number): void => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
    receive: (input?: unknown) => receive(enquiries, input),
    deliver: () => enquiries.deliverDue(),
    act: (id: string, act: PersonsAct['act'], who = 'anna@ours.example') =>
      enquiries.act(id, { act } as PersonsAct, { who }),
    found,
    mailOf: async (id: string) => (await found(id))?.delivery,
  };
}

/** Resolves to the id of an enquiry that is accepted; each has a text of its own, unless one is given. */
export async function receive(
  enquiries: Enquiries,
  input: unknown = { ...fields, message: randomUUID() },
): Promise<string> {
  const result = await enquiries.receive(input);
  if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
  return result.id;
}
