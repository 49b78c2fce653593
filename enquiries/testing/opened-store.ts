import { randomUUID } from 'node:crypto';
import { rulesAt } from '../triage.ts';
import type { Activity, Channel, DueDelivery, EnquiryStore, ReceivedEnquiry, Rules } from '../store.ts';
import { receivedEnquiry, sampleEnquiry } from './samples.ts';

export const minute = 60_000;
export const now = new Date('2025-01-01T13:00:00Z');
export const soon = new Date(now.getTime() + minute);
export const never = new Date('2999-01-01T00:00:00Z');

/** The rules of the core, with equal texts that count from then on. */
export function rulesSince(sameText: Date, wanted = { webhook: false, acknowledgement: false }): Rules {
  return { ...rulesAt(sameText, wanted), since: { sameText, acknowledged: sameText } };
}

/** As if no text were equal to another. */
export const rules = rulesSince(never);

export async function fill(store: EnquiryStore, ...received: (number | ReceivedEnquiry)[]): Promise<EnquiryStore> {
  for (const one of received) await store.add([typeof one === 'number' ? receivedEnquiry(one) : one], rules);
  return store;
}

export async function claim(store: EnquiryStore, at = now): Promise<DueDelivery> {
  const claimed = await store.claimDue(at, allChannels);
  if (claimed === null) throw new Error('nothing was due');
  return claimed;
}

export const allChannels: readonly Channel[] = ['mail', 'reply', 'handover', 'acknowledgement', 'webhook', 'digest'];

export const idsOf = (...numbers: number[]): string[] => numbers.map((number) => sampleEnquiry(number).id);

export async function deliveryIn(store: EnquiryStore, id: string) {
  const [found] = await store.find({ id });
  return found?.delivery;
}

/** An act as the core would have it kept. */
export function actOn(enquiryId: string, changes: Partial<Activity> = {}): Activity & { enquiryId: string } {
  return {
    id: randomUUID(),
    at: now,
    by: 'anna@ours.example',
    act: 'note',
    detail: '',
    note: '',
    ...changes,
    enquiryId,
  };
}
