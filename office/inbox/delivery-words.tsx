import { dayAndTime } from '../../enquiries/response-target.ts';
import type { Delivery, DueDelivery } from '../../enquiries/store.ts';
import { Foreign } from '../shared/foreign-text.tsx';
import { useFrame } from '../shared/frame.ts';
import { counted } from '../shared/notices.tsx';

/** What became of everything that was to be sent about an enquiry, in plain words. */
export function Deliveries({ deliveries }: { deliveries: readonly Omit<DueDelivery, 'enquiry'>[] }) {
  const { now } = useFrame();
  return (
    <ul>
      {deliveries.map(({ id, channel, event, delivery }) => (
        <li key={id} className="border-t border-hairline py-[0.6rem]">
          <p className={delivery.state === 'failed' ? 'text-balloon' : undefined}>
            <strong className="font-semibold">{nameOf(channel, event)}</strong>: {stateOf(delivery, now)}{' '}
            {channel === 'acknowledgement' && delivery.state === 'quarantined' && whyHeldBack(delivery)}
          </p>
          <Reason delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}

/** Where an enquiry's mail was refused and is not delivered, that and the reason; else nothing. */
export function MailTrouble({ delivery }: { delivery: Delivery }) {
  const { now } = useFrame();
  const { state, lastReason } = delivery;
  if (state !== 'failed' && (state !== 'due' || lastReason === null)) return null;
  return (
    <p className="font-medium text-balloon">
      Mail {stateOf(delivery, now)} {lastReason === null ? null : <Foreign text={lastReason} />}
    </p>
  );
}

/** What the other side said. Why something was held back stands above everything else on its page. */
function Reason({ delivery: { state, lastReason } }: { delivery: Delivery }) {
  if (lastReason === null || state === 'delivered' || state === 'quarantined') return null;
  return (
    <p className="text-small text-quiet">
      The answer was: <Foreign text={lastReason} />
    </p>
  );
}

function stateOf({ state, attempts, deliveredAt, dueAt, lastReason }: Delivery, now: Date): string {
  switch (state) {
    case 'delivered':
      return deliveredAt === null ? 'sent.' : `sent, ${dayAndTime(deliveredAt, now)}.`;
    case 'failed':
      return `given up after ${counted(attempts, 'attempt', 'attempts')}.`;
    case 'due':
      return lastReason === null
        ? 'on its way.'
        : `not sent yet after ${counted(attempts, 'attempt', 'attempts')}; the next one is due ${dayAndTime(dueAt, now)}.`;
    case 'unsure':
      return 'perhaps sent: nobody heard whether it was taken.';
    case 'quarantined':
      return deliveredAt === null ? 'held back.' : `sent, ${dayAndTime(deliveredAt, now)}, before it was set aside.`;
  }
}

/** In our own words: of what is for the visitor, nothing else on the page tells. */
function whyHeldBack({ lastReason }: Delivery): string {
  return lastReason === null ? '' : `${lastReason.charAt(0).toUpperCase()}${lastReason.slice(1)}.`;
}

function nameOf(channel: DueDelivery['channel'], event: string): string {
  return channel === 'webhook' ? `Notice to the connected program (${webhookEvents[event] ?? event})` : names[channel];
}

const names = {
  mail: 'Mail to you',
  acknowledgement: 'Acknowledgement to the visitor',
  reply: 'Your answer',
  handover: 'Mail to whom it was handed over',
  digest: 'Digest',
} as const;
const webhookEvents: Readonly<Record<string, string>> = {
  'enquiry.received': 'new enquiry',
  'enquiry.set_aside': 'set aside',
  'enquiry.failed': 'mail failed',
};
