import { Argument } from 'commander';
import { replyPromiseOf } from '../content/put-together.ts';
import { describeEvent } from '../enquiries/describe-event.ts';
import { enquiryFields, lineNames, textNames } from '../enquiries/enquiry.ts';
import { timeLeft, type ResponseTarget } from '../enquiries/response-target.ts';
import { statusLabels, type Event, type Reply, type StoredEnquiry } from '../enquiries/model.ts';
import type { Kind } from '../enquiries/new-deliveries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { enquiryOf } from './choose-enquiries.ts';
import { counted, onOneLine, printable, shortTime, stateHelp } from './enquiry-text.ts';

export const showCommand: OperatorCommand = {
  name: 'show',
  summary: 'Shows one enquiry in full',
  arguments: [new Argument('<reference or id>', 'as "enquiries list" shows it, in upper or lower case')],
  json: 'a JSON object with every field, all "deliveries" and the "events" of people',
  description: stateHelp,
  examples: ['enquiries show 7K2M-9QXD'],
  async run({ open, answer }, word) {
    const { enquiries, wordsNow } = await open();
    const enquiry = await enquiryOf(word, enquiries);
    if (enquiry === undefined) throw new CommandFailure(`There is no enquiry ${word}.`);
    const deliveries = await enquiries.deliveries(enquiry.id);
    const events = await enquiries.events({ enquiryId: enquiry.id });
    const standing = describeStatus(enquiry, replyPromiseOf(await wordsNow()));
    answer({ ...enquiry, deliveries, events }, linesOf(enquiry, standing, deliveries, events));
  },
};

/** The visitor's words come last: whatever they imitate, nothing of ours follows them. */
function linesOf(
  enquiry: StoredEnquiry,
  standing: string,
  deliveries: readonly Delivery[],
  events: readonly Event[],
): string[] {
  const facts = [
    `Reference: ${enquiry.reference}`,
    `Id:        ${enquiry.id}`,
    `Received:  ${shortTime(enquiry.receivedAt)}`,
    `Handling:  ${standing}`,
    ...(enquiry.assignee === null ? [] : [`Assigned:  ${enquiry.assignee}`]),
    ...(enquiry.spamReason === null ? [] : [`Spam:      ${enquiry.spamReason}`]),
    ...lineNames.map((name) => `${`${enquiryFields[name].label}:`.padEnd(11)}${enquiry[name]}`),
    ...deliveries.flatMap(deliveryLines),
    ...events.map(eventLine),
  ];
  const replies = enquiry.replies.flatMap(replyLines);
  const texts = textNames.flatMap((name) => ['', printable(enquiry[name])]);
  return [...facts.map(onOneLine), ...replies, ...texts];
}

/** Each below a line that says who wrote it. */
function replyLines({ at, by, text }: Reply): string[] {
  return ['', onOneLine(`${shortTime(at)}  ${by} answered:`), printable(text).replaceAll(/^/gm, '  ')];
}

function describeStatus({ status, waitingSince, closedAt }: StoredEnquiry, promise: ResponseTarget): string {
  if (status === 'open') return `waiting, ${timeLeft(waitingSince, promise, new Date())}`;
  return status === 'closed' && closedAt !== null ? `answered ${shortTime(closedAt)}` : statusLabels[status];
}

const labels: Record<Kind, string> = {
  mail: 'Mail:',
  acknowledgement: 'Visitor:',
  reply: 'Answer:',
  handover: 'Told:',
  webhook: 'Webhook:',
  digest: 'Digest:',
};

/** How far one delivery has come, and why it has not come further. */
function deliveryLines({ kind, payload, ...delivery }: Delivery): string[] {
  const what = kind === 'acknowledgement' ? 'acknowledgement' : payload['event'];
  return [
    `${labels[kind as Kind].padEnd(11)}${what === undefined ? '' : `${what} `}${describeDelivery(delivery)}`,
    ...(delivery.lastReason === null ? [] : [`Reason:    ${delivery.lastReason}`]),
  ];
}

function describeDelivery({ state, attempts, dueAt, deliveredAt }: Omit<Delivery, 'kind' | 'payload'>): string {
  const tried = `after ${counted(attempts, 'attempt', 'attempts')}`;
  const words = {
    due: attempts === 0 ? 'due now' : `due ${shortTime(dueAt)} ${tried}`,
    delivered: deliveredAt === null ? 'delivered' : `delivered ${shortTime(deliveredAt)}`,
    failed: `failed ${tried}`,
    unconfirmed: 'perhaps sent: the inbox asks whether it was',
    suppressed: 'not to be sent',
  };
  return words[state];
}

function eventLine(entry: Event, index: number): string {
  const { at, actor, action, detail, note } = entry;
  const done = action === 'note' ? `wrote: ${detail}` : describeEvent(entry);
  return `${(index === 0 ? 'Done:' : '').padEnd(11)}${shortTime(at)}  ${actor} ${done}${note && `: ${note}`}`;
}
