import { createOfficeMailDelivery, createWebhookDelivery, type WebhookEventType } from '../new-deliveries.ts';
import type { ChangeDefinitions, Effect, EnquiryState, TransitionContext } from './change-definition.ts';

/** Spam reason of manually marked enquiries. It names no person, since webhook calls contain it; the history does. */
export const manualSpamReason = 'somebody in the office said that it is spam';

export const statusChangeDefinitions = {
  close: {
    nextStatus: { open: 'closed', closed: null, spam: null },
    sentence: 'closed {it}{more}',
    computeEffects: (_enquiry, { reason = null }) => ({ changes: { closedReason: reason } }),
    getDetail: ({ reason }) => reason ?? '',
  },
  reopen: {
    nextStatus: { open: null, closed: 'open', spam: null },
    sentence: 'reopened {it}',
    computeEffects: () => ({ changes: { mergedInto: null } }),
    isForMerged: true,
  },
  'mark as spam': {
    nextStatus: { open: 'spam', closed: 'spam', spam: null },
    sentence: 'marked {it} as spam',
    computeEffects(enquiry, _change, context) {
      const { id, mail } = enquiry;
      if (mail?.isLeased) return null;
      const reason = 'It was marked as spam.';
      const suppression: Effect = { effect: 'suppress', id: createOfficeMailDelivery(id).id, reason };
      const isUnsent = mail !== null && mail.state !== 'delivered';
      const call = createCall(enquiry, context, 'enquiry.set_aside');
      return {
        changes: { spamReason: manualSpamReason, digestPending: 0 },
        effects: isUnsent ? [suppression, ...call] : call,
      };
    },
  },
  'not spam': {
    nextStatus: { open: null, closed: null, spam: 'open' },
    sentence: 'said that {it} is not spam',
    computeEffects(enquiry, _change, context) {
      const mail: Effect = { effect: 'requeue', delivery: createOfficeMailDelivery(enquiry.id) };
      const call = createCall(enquiry, context, 'enquiry.received');
      // Mailed already, before it was marked as spam: not mailed again.
      const isMailed = enquiry.mail !== null && enquiry.mail.deliveredAt !== null;
      return { changes: { spamReason: null, digestPending: 0 }, effects: isMailed ? call : [mail, ...call] };
    },
  },
  retry: {
    nextStatus: { open: 'open', closed: 'closed', spam: null },
    sentence: 'had the mail about {it} sent again',
    computeEffects: ({ id, mail }) =>
      mail?.isLeased ? null : { effects: [{ effect: 'requeue', delivery: createOfficeMailDelivery(id) }] },
    isForMerged: true,
    isDone: ({ mail }) => mail?.state === 'due',
  },
} satisfies Partial<ChangeDefinitions>;

function createCall({ id }: EnquiryState, { isWebhookEnabled }: TransitionContext, name: WebhookEventType): Effect[] {
  return isWebhookEnabled ? [{ effect: 'queue', delivery: createWebhookDelivery(name, id) }] : [];
}
