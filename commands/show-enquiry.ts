import { Argument } from 'commander';
import { replyPromiseOf } from '../content/put-together.ts';
import { actInWords } from '../enquiries/describe-event.ts';
import { enquiryFields, lineNames, textNames } from '../enquiries/enquiry.ts';
import { timeLeft, type ReplyPromise } from '../enquiries/response-target.ts';
import type { Activity, Channel, Delivery, DueDelivery, Reply, StoredEnquiry } from '../enquiries/store.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { enquiryOf } from './choose-enquiries.ts';
import { counted, onOneLine, printable, shortTime, stateHelp } from './enquiry-text.ts';

type Sent = Omit<DueDelivery, 'enquiry'>;

export const showCommand: OperatorCommand = {
  name: 'show',
  summary: 'Shows one enquiry in full',
  arguments: [new Argument('<reference or id>', 'as "enquiries list" shows it, in upper or lower case')],
  json: 'a JSON object with every field, all "deliveries" and the "activity" of people',
  description: stateHelp,
  examples: ['enquiries show 7K2M-9QXD'],
  async run({ open, answer }, word) {
    const { enquiries, wordsNow } = await open();
    const enquiry = await enquiryOf(word, enquiries);
    if (enquiry === undefined) throw new CommandFailure(`There is no enquiry ${word}.`);
    const deliveries = await enquiries.deliveries(enquiry.id);
    const activity = await enquiries.activity({ enquiryId: enquiry.id });
    const standing = handlingText(enquiry, replyPromiseOf(await wordsNow()));
    answer({ ...enquiry, deliveries, activity }, linesOf(enquiry, standing, deliveries, activity));
  },
};

/** The visitor's words come last: whatever they imitate, nothing of ours follows them. */
function linesOf(
  enquiry: StoredEnquiry,
  standing: string,
  deliveries: readonly Sent[],
  activity: readonly Activity[],
): string[] {
  const facts = [
    `Reference: ${enquiry.reference}`,
    `Id:        ${enquiry.id}`,
    `Received:  ${shortTime(enquiry.receivedAt)}`,
    `Handling:  ${standing}`,
    ...(enquiry.assignedTo === null ? [] : [`Assigned:  ${enquiry.assignedTo}`]),
    ...lineNames.map((name) => `${`${enquiryFields[name].label}:`.padEnd(11)}${enquiry[name]}`),
    ...deliveries.flatMap((sent) => deliveryLines(sent, enquiry)),
    ...activity.map(activityLine),
  ];
  const replies = enquiry.replies.flatMap(replyLines);
  const texts = textNames.flatMap((name) => ['', printable(enquiry[name])]);
  return [...facts.map(onOneLine), ...replies, ...texts];
}

/** Each below a line that says who wrote it. */
function replyLines({ at, by, text }: Reply): string[] {
  return ['', onOneLine(`${shortTime(at)}  ${by} answered:`), printable(text).replaceAll(/^/gm, '  ')];
}

function handlingText({ handling, waitingSince, answeredAt }: StoredEnquiry, promise: ReplyPromise): string {
  if (handling === 'waiting') return `waiting, ${timeLeft(waitingSince, promise, new Date())}`;
  return handling === 'answered' && answeredAt !== null ? `answered ${shortTime(answeredAt)}` : handling;
}

const labels: Record<Channel, string> = {
  mail: 'Mail:',
  acknowledgement: 'Visitor:',
  reply: 'Answer:',
  handover: 'Told:',
  webhook: 'Webhook:',
  digest: 'Digest:',
};

/** How far one delivery has come, and why it has not come further. */
function deliveryLines({ channel, event, delivery }: Sent, { reference }: StoredEnquiry): string[] {
  const what = channel === 'acknowledgement' ? 'acknowledgement ' : event === '' ? '' : `${event} `;
  return [
    `${labels[channel].padEnd(11)}${what}${deliveryText(channel, delivery, reference)}`,
    ...(delivery.lastReason === null ? [] : [`Reason:    ${delivery.lastReason}`]),
  ];
}

function deliveryText(channel: Channel, { state, attempts, dueAt, deliveredAt }: Delivery, reference: string): string {
  const tried = `after ${counted(attempts, 'attempt', 'attempts')}`;
  const release = `: not sent unless it is released (enquiries release ${reference})`;
  const held = channel === 'mail' ? release : ', and not sent';
  const delivered = deliveredAt === null ? 'delivered' : `delivered ${shortTime(deliveredAt)}`;
  const words = {
    due: attempts === 0 ? 'due now' : `due ${shortTime(dueAt)} ${tried}`,
    delivered,
    failed: `failed ${tried}`,
    unsure: 'perhaps sent: the inbox asks whether it was',
    quarantined: `quarantined${deliveredAt === null ? held : `, after it was ${delivered}`}`,
  };
  return words[state];
}

function activityLine(entry: Activity, index: number): string {
  const { at, by, act, detail, note } = entry;
  const deed = act === 'note' ? `wrote: ${detail}` : actInWords(entry);
  return `${(index === 0 ? 'Done:' : '').padEnd(11)}${shortTime(at)}  ${by} ${deed}${note && `: ${note}`}`;
}
