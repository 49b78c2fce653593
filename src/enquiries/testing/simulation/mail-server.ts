import { formatAcknowledgementMailName } from '../../notifications/acknowledgement.ts';
import type { Webhook } from '../../notifications/webhook.ts';
import type { DeliveryAttempt } from '../../../outbox/delivery-processor.ts';
import { listRecipients, type Mailer, type MailWithMessageId } from '../../../outbox/mail.ts';
import type { SendOutcome } from '../../../outbox/send-outcome.ts';
import type { FaultProbabilities } from './faults.ts';
import type { SimulatedProcess, SimulatedWorld } from './world.ts';

const refuse = (permanent: boolean, reason: string) => ({ delivered: false, permanent, reason }) as const;

/** Mail server and webhook receiver of a run. */
export type SimulatedMailServer = ReturnType<typeof createSimulatedMailServer>;

/**
 * Creates a mail server that records accepted mails. The webhook's receiver has the same faults.
 * @param onReply called with the Message-ID of each reply that it accepts
 */
export function createSimulatedMailServer(
  world: SimulatedWorld,
  faults: () => FaultProbabilities,
  onReply: (messageId: string) => void,
) {
  const taken = createTally();
  const excused = createTally();
  /** By mail and recipient: accepted copies of replies, and those of which the sender has not heard. */
  const [copiesTaken, doubtful, lastCopies] = [createTally(), createTally(), new Map<string, readonly string[]>()];
  const digests: string[] = [];
  const unrecorded = new Map<SimulatedProcess, Set<string>>();

  async function send(process: SimulatedProcess, name: string, mail?: MailWithMessageId): Promise<SendOutcome> {
    const { refusal, refusalForGood, silence, slowness } = faults();
    await world.sleepInProcess(process, world.between(10, slowness));
    if (world.chance(silence)) {
      await world.sleepInProcess(process, 45_000 - slowness);
      return { ...refuse(false, 'timeout'), possiblySent: world.chance(0.5) };
    }
    const isDigest = name.startsWith('digest');
    // A refused digest would be sent again with numbers alone, which cannot be checked.
    if (!isDigest && world.chance(refusalForGood)) return refuse(true, '550 no');
    if (world.chance(refusal)) return refuse(false, '451 later');
    if (mail !== undefined && isReply(name)) return sendReply(process, name, mail);
    if (!isDigest) return take(process, name);
    digests.push(mail?.text ?? '');
    return { delivered: true };
  }

  /** Answers for each recipient by itself, also once the faults have ended: their servers are not ours. */
  async function sendReply(process: SimulatedProcess, name: string, mail: MailWithMessageId): Promise<SendOutcome> {
    const all = listRecipients(mail);
    const states = (mail.pendingRecipients ?? all).map((recipient) => {
      const state = world.chance(0.1) ? 'failed' : world.chance(0.3) ? 'due' : 'delivered';
      const copy = mail.to.includes(recipient) ? {} : ({ isCopy: true } as const);
      return [
        recipient,
        { state, reason: state === 'delivered' ? null : `${state} for ${recipient}`, ...copy },
      ] as const;
    });
    const answer = all.length === 1 ? {} : { recipientStates: Object.fromEntries(states) };
    const accepted = states.flatMap(([recipient, { state }]) => (state === 'delivered' ? recipient : []));
    if (accepted.length === 0)
      return {
        ...refuse(
          states.every(([, { state }]) => state === 'failed'),
          '450 or 550 to all',
        ),
        ...answer,
      };
    const copies = accepted.filter((recipient) => !mail.to.includes(recipient));
    for (const recipient of copies) copiesTaken.add(`${name} ${recipient}`);
    lastCopies.set(name, copies);
    if (copies.length < accepted.length) onReply(mail.messageId);
    const outcome = await take(process, name, copies.length < accepted.length);
    return outcome.delivered ? { ...outcome, ...answer } : outcome;
  }

  /** The sender cannot know whether the recipients of a copy have it. */
  function doubtCopies(name: string): void {
    for (const recipient of lastCopies.get(name) ?? []) doubtful.add(`${name} ${recipient}`);
  }

  async function take(process: SimulatedProcess, name: string, isTakenByMain = true): Promise<SendOutcome> {
    if (isTakenByMain) taken.add(name);
    if (world.chance(faults().lie)) {
      doubtCopies(name);
      // A second copy is the mail server's fault and excused, except for a reply, which must not be sent again.
      if (!isReply(name)) excused.add(name);
      return { ...refuse(false, 'connection closed'), possiblySent: true };
    }
    world.addToTrace(`${process.name} has sent ${name}`);
    unrecorded.set(process, (unrecorded.get(process) ?? new Set()).add(name));
    // The worst moment to die: sent, but not recorded.
    if (world.chance(5 * faults().death)) process.die();
    await world.sleepInProcess(process, world.between(0, 50));
    return { delivered: true };
  }

  return {
    createMailer: (process: SimulatedProcess): Mailer<MailWithMessageId> => ({
      send: (mail) => send(process, mail.uniqueName, mail),
    }),
    createWebhook: (process: SimulatedProcess): Pick<Webhook, 'send'> => ({ send: ({ id }) => send(process, id) }),
    /** Counts per mail, of a reply those that the visitor gets: accepted copies, and extra copies excused by a lie, a death or a person's request. */
    taken,
    excused,
    copiesTaken,
    doubtful,
    /** Texts of the accepted digests. */
    digests,
    /** Marks an attempt as recorded by its process. */
    markRecorded: (process: SimulatedProcess, name: string): void => void unrecorded.get(process)?.delete(name),
    /** Excuses one more copy of mails that a dead process had sent but not recorded. */
    excuseUnrecorded: (process: SimulatedProcess): void =>
      unrecorded.get(process)?.forEach((name) => (isReply(name) ? doubtCopies(name) : excused.add(name))),
  };
}

function createTally() {
  const counts = new Map<string, number>();
  return {
    add: (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    of: (name: string): number => counts.get(name) ?? 0,
    names: () => counts.keys(),
  };
}

const isReply = (name: string): boolean => name.startsWith('reply-');

/** Returns the name by which the mail server or the webhook's receiver identifies a delivery. */
export function formatReceivedName({ id, recordId, kind }: Pick<DeliveryAttempt, 'id' | 'recordId' | 'kind'>): string {
  if (kind === 'webhook') return id;
  if (kind === 'reply') return `reply-${recordId}-${id.slice('reply.'.length)}`;
  return kind === 'acknowledgement' ? formatAcknowledgementMailName(recordId) : recordId;
}
