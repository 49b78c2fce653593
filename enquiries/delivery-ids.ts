import type { Channel, NewDelivery } from './store.ts';

/** What a webhook is told of an enquiry. */
export type EnquiryEvent = 'enquiry.received' | 'enquiry.set_aside' | 'enquiry.failed';

/** Names the delivery of one channel about one enquiry, or about one day. */
export function deliveryId(channel: Exclude<Channel, 'webhook'>, about: string): string {
  return `${channel}.${about}`;
}

/** Each event of an enquiry is told once: its id is that of the delivery, and what the receiver knows it by. */
export function webhookDelivery(event: EnquiryEvent, enquiryId: string): NewDelivery {
  const id = `${event}.${enquiryId}`;
  return { id, channel: 'webhook', event, enquiryId, messageId: id };
}

/** The Message-ID of the mail that tells a visitor of an enquiry's arrival, from that of the enquiry's own mail. */
export function acknowledgementIdFor(messageId: string): string {
  return messageId.replace('<enquiry.', '<acknowledgement.');
}

/** What that mail is called among the site's mails. */
export function acknowledgementName(enquiryId: string): string {
  return `acknowledgement-${enquiryId}`;
}
