import type { Channels } from '../channels.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { systemClock, type Clock } from '../../process/clock.ts';
import { deliveryId } from '../triage.ts';
import type { ReplyPromise } from '../response-target.ts';
import type { DueDelivery, EnquiryStore, StoredEnquiry } from '../store.ts';
import { composeAcknowledgement, type AcknowledgementWords } from './acknowledgement.ts';
import { createDigest } from './digest.ts';
import { composeHandover } from './handover.ts';
import { composeMail } from './enquiry-mail.ts';
import { domainOf, type Mailer, type MailRoute } from '../../outbox/mail.ts';
import { composeReply } from './reply.ts';
import type { Webhook } from './webhook.ts';

export interface ChannelParts {
  store: EnquiryStore;
  mailer: Mailer;
  route: MailRoute;
  promise: ReplyPromise;
  clock?: Clock;
  random?: () => number;
  /** What visitors are told by mail, as it is then. Nothing is, where it is left out. */
  acknowledgement?: (() => AcknowledgementWords) | undefined;
  webhook?: Pick<Webhook, 'send'> | undefined;
}

/** The channels to the mailbox and the visitor, to a webhook, and to whoever reads the digest. */
export function createChannels(given: ChannelParts): Channels {
  const parts = { clock: systemClock, random: Math.random, ...given };
  const { store, mailer, route, clock, promise, acknowledgement, webhook } = parts;
  const digest = createDigest(parts);

  const senders: Record<DueDelivery['channel'], (due: DueDelivery) => Promise<SendOutcome>> = {
    mail: async ({ enquiry, delivery }) => mailer.send(composeMail(known(enquiry), delivery.messageId, route)),
    async acknowledgement({ enquiry, delivery }) {
      // Switched off since it was queued.
      if (acknowledgement === undefined) return refused('ACKNOWLEDGE is not set.');
      if (known(enquiry).handling === 'set aside') return refused('It was set aside meanwhile.');
      const [words, now] = [acknowledgement(), clock.now()];
      return mailer.send(composeAcknowledgement(known(enquiry), delivery.messageId, route, words, now, promise));
    },
    async reply({ id, enquiry }) {
      if (known(enquiry).handling === 'set aside') return refused('It was set aside meanwhile.');
      const reply = known(enquiry).replies.find((one) => one.id === id);
      if (reply === undefined) throw new Error(`There is no text of ${id}`);
      return mailer.send(composeReply(known(enquiry), reply, route));
    },
    async handover({ id, enquiry, delivery }) {
      const acts = await store.activity({ enquiryId: known(enquiry).id }).catch(() => undefined);
      if (acts === undefined) return { delivered: false, permanent: false, reason: 'Its act could not be read.' };
      const act = acts.find((one) => id === deliveryId('handover', one.id));
      // Whose it is no more need not be told.
      if (act === undefined || act.detail !== known(enquiry).assignedTo) return { delivered: true };
      return mailer.send(composeHandover(known(enquiry), act, delivery.messageId, route));
    },
    async webhook({ enquiry, ...due }) {
      if (webhook === undefined) return refused('WEBHOOK_URL is not set.');
      return webhook.send({ ...due, enquiry: known(enquiry) });
    },
    digest: ({ delivery }) => digest(delivery),
  };
  return {
    send: async (due) => senders[due.channel](due),
    wanted: { webhook: webhook !== undefined, acknowledgement: acknowledgement !== undefined },
    mailDomain: domainOf(route.from.address),
  };
}

function refused(reason: string): SendOutcome {
  return { delivered: false, permanent: true, reason };
}

function known(enquiry: StoredEnquiry | null): StoredEnquiry {
  if (enquiry === null) throw new Error('The delivery is about no enquiry');
  return enquiry;
}
