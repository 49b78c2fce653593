import type { Activity, Delivery, DueDelivery, StoredEnquiry } from '../../enquiries/core/store.ts';
import { referenceOf } from '../../enquiries/core/reference.ts';
import { sampleEnquiry } from '../../enquiries/testing/samples.ts';
import type { ContactField } from '../../enquiries/core/contact-settings.ts';
import type { ContactFact } from '../words/contact-facts-page.tsx';
import type { View } from './views.ts';

/** A Thursday. */
export const now = new Date('2026-03-12T14:10:00Z');

const hour = 60 * 60 * 1000;
export const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * hour);

export function sampleDelivery(changes: Partial<Delivery> = {}): Delivery {
  const at = hoursAgo(1);
  return {
    state: 'delivered',
    messageId: '<1@example.com>',
    queuedAt: at,
    attempts: 1,
    dueAt: at,
    deliveredAt: at,
    lastReason: null,
    ...changes,
  };
}

/** One that waits, and was received an hour ago. */
export function sampleStored(number: number, changes: Partial<StoredEnquiry> = {}): StoredEnquiry {
  const enquiry = sampleEnquiry(number, { receivedAt: hoursAgo(1) });
  return {
    ...enquiry,
    reference: referenceOf(enquiry.id),
    handling: 'waiting',
    answeredAt: null,
    assignedTo: null,
    version: 3,
    delivery: sampleDelivery(),
    ...changes,
  };
}

export const people = ['anna@example.com', 'ben@example.com'];

const office = {
  theme: 'dark' as const,
  now,
  person: 'anna@example.com',
  notice: undefined,
  counts: { waiting: 3, overdue: 1, answered: 1204, setAside: 7, undelivered: 1 },
};

export function listView(changes: Partial<View<'list'>> = {}): View<'list'> {
  return { ...office, page: 'list', folder: 'waiting', address: '/waiting', words: '', items: [], people, ...changes };
}

export function enquiryView(
  enquiry: StoredEnquiry = sampleStored(1),
  changes: Partial<View<'enquiry'>> = {},
): View<'enquiry'> {
  return {
    ...office,
    page: 'enquiry',
    address: `/enquiries/${enquiry.id}`,
    enquiry,
    deliveries: [sampleDelivered('mail', '', enquiry.delivery)],
    activity: [],
    people,
    fromSameAddress: 1,
    reply: `mailto:${encodeURIComponent(enquiry.email)}?subject=Re`,
    ...changes,
  };
}

export function sampleDelivered(
  channel: DueDelivery['channel'],
  event = '',
  delivery: Delivery = sampleDelivery(),
): Omit<DueDelivery, 'enquiry'> {
  return { id: `${channel}.${event}`, channel, event, delivery };
}

export function sampleAct(changes: Partial<Activity> = {}): Activity {
  return { id: '1', at: hoursAgo(2), by: 'ben@example.com', act: 'answer', detail: '', enquiryId: null, ...changes };
}

export function eraseView(
  of: View<'erase'>['of'],
  found: readonly StoredEnquiry[],
  count = found.length,
): View<'erase'> {
  return { ...office, page: 'erase', address: '/erase', of, found, count };
}

export function exportView(found: readonly StoredEnquiry[], words = ''): View<'export'> {
  return { ...office, page: 'export', address: '/export', folder: 'search', words, found, count: found.length };
}

function sampleFact(field: ContactField, value: string, changes: Partial<ContactFact> = {}): ContactFact {
  return { field, value, present: '', builtIn: value, isSet: false, ...changes };
}

export function contactFactsView(changes: Partial<View<'contact facts'>> = {}): View<'contact facts'> {
  return {
    ...office,
    page: 'contact facts',
    address: '/contact-facts',
    facts: [
      sampleFact('email', 'hello@example.com'),
      sampleFact('phone', '+44 117 496 0000', {
        present: '+44 117 496 0000',
        builtIn: '+44 117 496 0142',
        isSet: true,
        since: { at: hoursAgo(50), by: 'anna@example.com' },
      }),
      sampleFact('address', '1 Example Wharf'),
      sampleFact('linkedin', 'https://www.linkedin.com/x'),
    ],
    ...changes,
  };
}

export function historyView(changes: Partial<View<'history'>> = {}): View<'history'> {
  return { ...office, page: 'history', address: '/history', acts: [], ...changes };
}

export function accountView(): View<'account'> {
  return {
    ...office,
    page: 'account',
    address: '/account',
    passkeys: [
      { id: 'passkey-1', addedAt: hoursAgo(900), lastUsedAt: hoursAgo(3) },
      { id: 'passkey-2', addedAt: hoursAgo(90), lastUsedAt: null },
    ],
    sessions: [
      { signedInAt: hoursAgo(3), lastSeenAt: now, isThis: true },
      { signedInAt: hoursAgo(30), lastSeenAt: hoursAgo(9), isThis: false },
    ],
  };
}
