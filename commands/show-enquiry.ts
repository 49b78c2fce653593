import { Argument } from 'commander';
import { getResponseTarget } from '../content/assemble-content.ts';
import { describeEvent } from '../enquiries/describe-event.ts';
import { enquiryFields, lineNames, textNames } from '../enquiries/enquiry.ts';
import { formatTimeLeft, type ResponseTarget } from '../enquiries/response-target.ts';
import { statusLabels, type Event, type Reply, type StoredEnquiry } from '../enquiries/model.ts';
import type { Kind } from '../enquiries/new-deliveries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { findEnquiry } from './select-enquiries.ts';
import { pluralise, toOneLine, removeDirectionMarks, formatTime, stateHelp } from './enquiry-text.ts';

export const showCommand: OperatorCommand = {
  name: 'show',
  summary: 'Shows one enquiry in full',
  arguments: [new Argument('<reference or id>', 'as "enquiries list" shows it, in upper or lower case')],
  json: 'a JSON object with every field, all "deliveries" and the "events" of people',
  description: stateHelp,
  examples: ['enquiries show 7K2M-9QXD'],
  async run({ open, answer }, word) {
    const { enquiries, wordsNow } = await open();
    const enquiry = await findEnquiry(word, enquiries);
    if (enquiry === undefined) throw new CommandFailure(`There is no enquiry ${word}.`);
    const deliveries = await enquiries.deliveries(enquiry.id);
    const events = await enquiries.events({ enquiryId: enquiry.id });
    const standing = describeStatus(enquiry, getResponseTarget(await wordsNow()));
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
    `Received:  ${formatTime(enquiry.receivedAt)}`,
    `Handling:  ${standing}`,
    ...(enquiry.assignee === null ? [] : [`Assigned:  ${enquiry.assignee}`]),
    ...(enquiry.spamReason === null ? [] : [`Spam:      ${enquiry.spamReason}`]),
    ...lineNames.map((name) => `${`${enquiryFields[name].label}:`.padEnd(11)}${enquiry[name]}`),
    ...deliveries.flatMap(deliveryLines),
    ...events.map(eventLine),
  ];
  const replies = enquiry.replies.flatMap(replyLines);
  const texts = textNames.flatMap((name) => ['', removeDirectionMarks(enquiry[name])]);
  return [...facts.map(toOneLine), ...replies, ...texts];
}

/** Each below a line that says who wrote it. */
function replyLines({ at, by, text }: Reply): string[] {
  return ['', toOneLine(`${formatTime(at)}  ${by} answered:`), removeDirectionMarks(text).replaceAll(/^/gm, '  ')];
}

function describeStatus({ status, waitingSince, closedAt }: StoredEnquiry, promise: ResponseTarget): string {
  if (status === 'open') return `waiting, ${formatTimeLeft(waitingSince, promise, new Date())}`;
  return status === 'closed' && closedAt !== null ? `answered ${formatTime(closedAt)}` : statusLabels[status];
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
  const tried = `after ${pluralise(attempts, 'attempt', 'attempts')}`;
  const words = {
    due: attempts === 0 ? 'due now' : `due ${formatTime(dueAt)} ${tried}`,
    delivered: deliveredAt === null ? 'delivered' : `delivered ${formatTime(deliveredAt)}`,
    failed: `failed ${tried}`,
    unconfirmed: 'perhaps sent: the inbox asks whether it was',
    suppressed: 'not to be sent',
  };
  return words[state];
}

function eventLine(entry: Event, index: number): string {
  const { at, actor, action, detail, note } = entry;
  const done = action === 'note' ? `wrote: ${detail}` : describeEvent(entry);
  return `${(index === 0 ? 'Done:' : '').padEnd(11)}${formatTime(at)}  ${actor} ${done}${note && `: ${note}`}`;
}
