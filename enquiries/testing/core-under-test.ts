import { randomUUID } from 'node:crypto';
import { createChannels, type ChannelParts } from '../channels/channels.ts';
import { systemClock, type Clock } from '../core/clock.ts';
import type { DeliveryEvent } from '../core/delivery.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../core/enquiries.ts';
import type { KeptMails } from '../core/channels.ts';
import type { Mailer } from '../channels/mail.ts';
import type { Receipt } from '../core/receiving.ts';
import type { EnquiryStore } from '../core/store.ts';
import { faultWords } from './fault-words.ts';
import { fields } from './samples.ts';
import { scriptedMailer } from './scripted-mailer.ts';
import { temporarySqlite } from './temporary.ts';

const route = { from: { name: 'Ours', address: 'hello@ours.example' }, to: ['office@ours.example'], siteName: 'Ours' };

interface Setting {
  mailer?: Mailer;
  store?: EnquiryStore;
  keptMails?: KeptMails;
  /** What the usual core does without. */
  parts?: Partial<Pick<ChannelParts, 'acknowledgement' | 'webhook' | 'route'>>;
  /** Of a world of its own. */
  time?: Clock;
  random?: () => number;
  core?: Partial<EnquiriesParts>;
}

/** The core on a real database, with a clock that only moves when it is told to, unless it is given another. */
export function coreUnderTest({
  mailer = scriptedMailer(),
  store = temporarySqlite().store,
  keptMails = nothingKept,
  parts = {},
  time,
  random = () => 0.5,
  core = {},
}: Setting = {}) {
  const clock = { now: new Date('2025-01-01T12:00:00Z') };
  const events: DeliveryEvent[] = [];
  const faults: unknown[] = [];
  const receipts: Receipt[] = [];
  const shared = {
    store,
    promise: { hours: 24 },
    clock: time ?? { ...systemClock, now: () => clock.now, elapsed: () => clock.now.getTime() },
    random,
  };
  const enquiries = createEnquiries({
    ...shared,
    channels: createChannels({ ...shared, mailer, route, ...parts }),
    keptMails,
    faultWords,
    onReceipt: (receipt) => receipts.push(receipt),
    report: (event) => events.push(event),
    onFault: (fault, during) => faults.push([during, fault]),
    ...core,
  });
  const pass = (milliseconds: number): void => void (clock.now = new Date(clock.now.getTime() + milliseconds));
  return { enquiries, events, faults, receipts, pass };
}

export const nothingKept: KeptMails = { forget: async () => {}, forgetOlderThan: async () => {} };

/** Resolves to the id of an enquiry that is accepted; each has a text of its own, unless one is given. */
export async function receive(
  enquiries: Enquiries,
  input: unknown = { ...fields, message: randomUUID() },
): Promise<string> {
  const result = await enquiries.receive(input);
  if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
  return result.id;
}

export async function deliveryOf(enquiries: Enquiries, id: string) {
  const [found] = await enquiries.find({ id });
  return found?.delivery;
}
