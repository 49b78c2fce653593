import { Argument } from 'commander';
import { getResponseTarget } from '../content/assemble-content.ts';
import { describeEvent } from '../enquiries/describe-event.ts';
import { enquiryFields, singleLineFieldNames, multilineFieldNames } from '../enquiries/enquiry.ts';
import { formatTimeLeft, type ResponseTarget } from '../enquiries/response-target.ts';
import { describeClosedReason, formatRecipients, type StoredMessage, type StoredEnquiry } from '../enquiries/model.ts';
import type { ActivityEvent } from '../enquiries/change.ts';
import type { EnquiryDeliveryKindName } from '../enquiries/new-deliveries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { formatFileSize } from '../text/format-file-size.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { findEnquiry } from './select-enquiries.ts';
import { pluralise } from '../text/format-text.ts';
import { removeHiddenCharacters } from '../text/hidden-characters.ts';
import { toOneLine, formatLocalTime, enquiryStateHelp } from './format-text.ts';

/** Command `enquiries show`. */
export const showCommand: OperatorCommand = {
  name: 'show',
  summary: 'Shows one enquiry in full',
  arguments: [new Argument('<reference or id>', 'as "enquiries list" shows it, in upper or lower case')],
  json: 'a JSON object with every field, all "deliveries" and the "events" of people',
  description: enquiryStateHelp,
  examples: ['enquiries show 7K2M-9QXD'],
  async run({ openCore, writeResult }, name) {
    const { enquiries, loadContentFromDatabase } = await openCore();
    const enquiry = await findEnquiry(name, enquiries);
    if (enquiry === undefined) throw new CommandFailure(`There is no enquiry ${name}.`);
    const deliveries = await enquiries.listDeliveries(enquiry.id);
    const events = await enquiries.listEvents({ enquiryId: enquiry.id });
    const statusText = describeStatus(enquiry, getResponseTarget(await loadContentFromDatabase()));
    writeResult({ ...enquiry, deliveries, events }, formatEnquiryLines(enquiry, statusText, deliveries, events));
  },
};

/** Returns the lines of an enquiry. The visitor's text is last: whatever it imitates, no line of ours follows. */
function formatEnquiryLines(
  enquiry: StoredEnquiry,
  statusText: string,
  deliveries: readonly Delivery[],
  events: readonly ActivityEvent[],
): string[] {
  const facts = [
    `Reference: ${enquiry.reference}`,
    `Id:        ${enquiry.id}`,
    `Received:  ${formatLocalTime(enquiry.receivedAt)}`,
    `Status:    ${statusText}`,
    ...(enquiry.assignee === null ? [] : [`Assigned:  ${enquiry.assignee}`]),
    ...(enquiry.spamReason === null ? [] : [`Spam:      ${enquiry.spamReason}`]),
    ...singleLineFieldNames.map((name) => `${`${enquiryFields[name].label}:`.padEnd(11)}${enquiry[name]}`),
    ...deliveries.flatMap(formatDeliveryLines),
    ...events.map(formatEventLine),
    ...enquiry.files.map(
      ({ name, size, isKept }) =>
        `File:      ${name}, ${formatFileSize(size)}${isKept ? '' : ', in the mailbox alone'}`,
    ),
  ];
  const messages = enquiry.messages.slice(1).flatMap(formatMessageLines);
  const texts = multilineFieldNames.flatMap((name) => ['', removeHiddenCharacters(enquiry[name])]);
  return [...facts.map(toOneLine), ...messages, ...texts];
}

/** Returns the lines of a message, below one with its author. */
function formatMessageLines(message: StoredMessage): string[] {
  const { at, by, text, direction, claimsOffice, isUnverified } = message;
  const did = claimsOffice ? 'wrote, perhaps not a colleague' : direction === 'in' ? 'wrote' : 'replied';
  const heading = `${formatLocalTime(at)}  ${by} ${did}${formatRecipients(message)}${isUnverified ? ', not verified' : ''}:`;
  return ['', toOneLine(heading), removeHiddenCharacters(text).replaceAll(/^/gm, '  ')];
}

function describeStatus(enquiry: StoredEnquiry, responseTarget: ResponseTarget): string {
  const { status, waitingSince, closedAt } = enquiry;
  if (status === 'open') return `open, ${formatTimeLeft(waitingSince, responseTarget, new Date())}`;
  return closedAt === null ? status : `${status} ${formatLocalTime(closedAt)}: ${describeClosedReason(enquiry)}`;
}

const deliveryLabels: Record<EnquiryDeliveryKindName, string> = {
  mail: 'Mail:',
  acknowledgement: 'Visitor:',
  reply: 'Reply:',
  handover: 'Handover:',
  webhook: 'Webhook:',
};

/** Returns the lines of a delivery: its state, and the reason of its last failure. */
function formatDeliveryLines({ kind, payload, ...delivery }: Delivery): string[] {
  const what = kind === 'acknowledgement' ? 'acknowledgement' : payload['event'];
  return [
    `${deliveryLabels[kind as keyof typeof deliveryLabels].padEnd(11)}${what === undefined ? '' : `${what} `}${describeDelivery(delivery)}`,
    ...(delivery.lastReason === null ? [] : [`Reason:    ${delivery.lastReason}`]),
  ];
}

function describeDelivery({ state, attempts, dueAt, deliveredAt }: Omit<Delivery, 'kind' | 'payload'>): string {
  const attemptsText = `after ${pluralise(attempts, 'attempt', 'attempts')}`;
  const textsByState = {
    due: attempts === 0 ? 'due now' : `due ${formatLocalTime(dueAt)} ${attemptsText}`,
    delivered: deliveredAt === null ? 'delivered' : `delivered ${formatLocalTime(deliveredAt)}`,
    failed: `failed ${attemptsText}`,
    unconfirmed: 'perhaps sent: the inbox asks whether it was',
    suppressed: 'suppressed, will not be sent',
  };
  return textsByState[state];
}

function formatEventLine(entry: ActivityEvent, index: number): string {
  const { at, actor, action, detail, note } = entry;
  const done = action === 'note' ? `wrote: ${detail}` : describeEvent(entry);
  return `${(index === 0 ? 'Done:' : '').padEnd(11)}${formatLocalTime(at)}  ${actor} ${done}${note && `: ${note}`}`;
}
