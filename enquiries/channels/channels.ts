import { composeAcknowledgement, type AcknowledgementWords } from './acknowledgement.ts';
import type { Clock } from '../core/clock.ts';
import { createDigest } from '../core/digest.ts';
import { composeMail, type MailRoute } from './mail.ts';
import type { Mailer, SendOutcome } from '../core/mailer.ts';
import type { ReplyPromise } from '../core/promise.ts';
import type { Channel, DueDelivery, EnquiryStore, StoredEnquiry } from '../core/store.ts';
import type { Webhook } from './webhook.ts';

export interface ChannelParts {
  store: EnquiryStore;
  mailer: Mailer;
  route: MailRoute;
  promise: ReplyPromise;
  clock: Clock;
  random: () => number;
  /** What visitors are told by mail, read for each. Nothing is, where it is left out. */
  acknowledgement?: (() => Promise<AcknowledgementWords>) | undefined;
  webhook?: Webhook | undefined;
}

/** Hands over what is due, by its channel. Rejects for what cannot be written down; that will not pass. */
export function createChannels(parts: ChannelParts): (due: DueDelivery) => Promise<SendOutcome> {
  const { mailer, route, clock, acknowledgement, webhook } = parts;
  const digest = createDigest(parts);

  const senders: Record<Channel, (due: DueDelivery) => Promise<SendOutcome>> = {
    mail: async ({ enquiry, delivery }) => mailer.send(composeMail(known(enquiry), delivery.messageId, route)),
    async acknowledgement({ enquiry }) {
      // Switched off since it was queued.
      if (acknowledgement === undefined) return refused('ACKNOWLEDGE is not set.');
      if (known(enquiry).handling === 'set aside') return refused('It was set aside meanwhile.');
      const words = await acknowledgement().catch(() => undefined);
      if (words === undefined) return { delivered: false, permanent: false, reason: 'Its words could not be read.' };
      return mailer.send(composeAcknowledgement(known(enquiry), route, words, clock.now()));
    },
    async webhook({ enquiry, ...due }) {
      if (webhook === undefined) return refused('WEBHOOK_URL is not set.');
      return webhook.send({ ...due, enquiry: known(enquiry) });
    },
    digest: ({ delivery }) => digest(delivery),
  };
  return async (due) => senders[due.channel](due);
}

function refused(reason: string): SendOutcome {
  return { delivered: false, permanent: true, reason };
}

function known(enquiry: StoredEnquiry | null): StoredEnquiry {
  if (enquiry === null) throw new Error('The delivery is about no enquiry');
  return enquiry;
}
