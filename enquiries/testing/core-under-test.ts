import type { DeliveryEvent } from '../delivery.ts';
import { createEnquiries, type Enquiries, type ReceiveOutcome } from '../enquiries.ts';
import type { KeptMails, Mailer } from '../mailer.ts';
import { createSqliteEnquiryStore } from '../sqlite-enquiry-store.ts';
import type { EnquiryStore } from '../store.ts';
import { fields } from './samples.ts';
import { scriptedMailer } from './scripted-mailer.ts';
import { temporaryDatabase } from './temporary.ts';

const route = { from: 'hello@ours.example', to: 'office@ours.example', siteName: 'Ours' };

interface Setting {
  mailer?: Mailer;
  store?: EnquiryStore;
  keptMails?: KeptMails;
}

/** The core on a real database, with a clock that only moves when it is told to. */
export function coreUnderTest({ mailer = scriptedMailer(), store, keptMails = nothingKept }: Setting = {}) {
  const clock = { now: new Date('2025-01-01T12:00:00Z') };
  const events: DeliveryEvent[] = [];
  const faults: unknown[] = [];
  const enquiries = createEnquiries({
    store: store ?? createSqliteEnquiryStore(temporaryDatabase()),
    mailer,
    keptMails,
    route,
    now: () => clock.now,
    random: () => 0.5,
    report: (event) => events.push(event),
    onFault: (fault, during) => faults.push([during, fault]),
  });
  const pass = (milliseconds: number): void => void (clock.now = new Date(clock.now.getTime() + milliseconds));
  return { enquiries, events, faults, pass };
}

export const nothingKept: KeptMails = { forget: async () => {}, forgetOlderThan: async () => {} };

/** Resolves to the id of an enquiry that is accepted. */
export async function receive(enquiries: Enquiries, input: unknown = fields): Promise<string> {
  return accepted(await enquiries.receive(input));
}

function accepted(result: ReceiveOutcome): string {
  if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
  return result.id;
}

export async function deliveryOf(enquiries: Enquiries, id: string) {
  const [found] = await enquiries.find({ id });
  return found?.delivery;
}
