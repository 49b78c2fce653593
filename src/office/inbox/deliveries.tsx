import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { wasRefused, type StoredEnquiry } from '../../enquiries/model.ts';
import type { EnquiryDeliveryKindName } from '../../enquiries/new-deliveries.ts';
import { isDeliveredToMainRecipient } from '../../outbox/send-outcome.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { UserText } from '../shared/user-text.tsx';
import { usePageContext } from '../shared/page-context.ts';
import { pluralise } from '../../text/format-text.ts';

/** Renders the state of every delivery for an enquiry. */
export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <ul>
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="border-t border-hairline py-[0.6rem]">
          <DeliveryStateText delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}

/** Renders the state of one delivery. */
export function DeliveryStateText({ delivery }: { delivery: Delivery }) {
  const formatTime = useTimeFormat();
  const { kind, state } = delivery;
  return (
    <>
      <p className={state === 'failed' || state === 'unconfirmed' ? 'text-balloon' : undefined}>
        <strong className="font-semibold">{formatDeliveryTitle(delivery)}</strong>:{' '}
        {describeDeliveryState(delivery, formatTime)}{' '}
        {kind === 'acknowledgement' && state === 'suppressed' && formatSuppressionReason(delivery)}
      </p>
      <DeliveryReason delivery={delivery} />
    </>
  );
}

/** Renders the reason if a recipient refused the office's mail, or if the acknowledgement finally failed. */
export function MailTrouble({ enquiry: { mail, acknowledgement } }: { enquiry: StoredEnquiry }) {
  const formatTime = useTimeFormat();
  return (
    <>
      {wasRefused(mail) ? (
        <p className="font-medium text-balloon">
          Mail to you {describeDeliveryState(mail, formatTime)}{' '}
          {mail.lastReason === null ? null : <UserText text={mail.lastReason} />}
        </p>
      ) : null}
      {acknowledgement?.state === 'failed' ? (
        <p className="font-medium text-balloon">
          The mail that their message has come did not reach them. Their address may be wrong:{' '}
          <UserText text={acknowledgement.lastReason ?? ''} />
        </p>
      ) : null}
    </>
  );
}

function useTimeFormat(): (time: Date) => string {
  const { now, content } = usePageContext();
  return (time) => formatDayAndTime(time, now, content.office.timeZone);
}

/** Renders the mail server's reply. Suppressed mail has a reason of our own: see `formatSuppressionReason`. */
function DeliveryReason({ delivery: { state, lastReason } }: { delivery: Delivery }) {
  if (lastReason === null || state === 'suppressed') return null;
  return (
    <p className="text-small text-quiet">
      The answer was: <UserText text={lastReason} />
    </p>
  );
}

function describeDeliveryState(delivery: Delivery, formatTime: (time: Date) => string): string {
  const { state, attempts, deliveredAt, dueAt, lastReason, recipientStates } = delivery;
  switch (state) {
    case 'delivered': {
      const sent = deliveredAt === null ? 'sent' : `sent, ${formatTime(deliveredAt)}`;
      return lastReason === null ? `${sent}.` : `${sent}, but not to everybody.`;
    }
    case 'failed':
      return `given up after ${pluralise(attempts, 'attempt', 'attempts')}.`;
    case 'due':
      if (isDeliveredToMainRecipient(recipientStates))
        return `sent, but not to everybody yet: the next attempt is due ${formatTime(dueAt)}.`;
      return lastReason === null
        ? 'on its way.'
        : `not sent yet after ${pluralise(attempts, 'attempt', 'attempts')}; the next one is due ${formatTime(dueAt)}.`;
    case 'unconfirmed':
      return 'perhaps sent: the connection broke before the mail server said so. Look into the mailbox, or ask them.';
    case 'suppressed':
      return 'held back.';
  }
}

/** Returns our own reason for suppressed mail to the visitor: the page shows it nowhere else. */
function formatSuppressionReason({ lastReason }: Delivery): string {
  return lastReason === null ? '' : `${lastReason.charAt(0).toUpperCase()}${lastReason.slice(1)}.`;
}

function formatDeliveryTitle({ kind, payload: { event = '' } }: Delivery): string {
  return kind === 'webhook'
    ? `Notice to the connected program (${webhookEventTitles[event] ?? event})`
    : deliveryTitles[kind as keyof typeof deliveryTitles];
}

const deliveryTitles = {
  mail: 'Mail to you',
  acknowledgement: 'Acknowledgement to the visitor',
  reply: 'Reply to the visitor',
  handover: 'Mail to whom it was handed over',
  webhook: 'Notice to the connected program',
} as const satisfies Record<EnquiryDeliveryKindName, string>;
const webhookEventTitles: Readonly<Record<string, string>> = {
  'enquiry.received': 'new enquiry',
  'enquiry.set_aside': 'spam',
  'enquiry.failed': 'mail failed',
};
