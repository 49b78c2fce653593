import { acknowledgementName } from '../notifications/acknowledgement.ts';
import type { Mailer } from '../../outbox/mail.ts';
import type { Webhook } from '../notifications/webhook.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import type { DeliveryEvent } from '../../outbox/deliver.ts';
import type { Faults } from './faults.ts';
import type { Process, World } from './world.ts';

const refuse = (permanent: boolean, reason: string) => ({ delivered: false, permanent, reason }) as const;

export type SimulatedMailServer = ReturnType<typeof createMailServer>;

/** A mail server that remembers what it has taken, by its own word. The receiver of the webhook has the same faults. */
export function createMailServer(world: World, faults: () => Faults) {
  /** How often each was taken, less what is forgiven. */
  const taken = new Map<string, number>();
  const count = (id: string, by: 1 | -1): void => void taken.set(id, (taken.get(id) ?? 0) + by);
  const digests: string[] = [];
  const unrecorded = new Map<Process, Set<string>>();

  async function send(process: Process, name: string, text = ''): Promise<SendOutcome> {
    const { refusal, refusalForGood, silence, slowness } = faults();
    await world.step(process, world.between(10, slowness));
    if (world.chance(silence)) {
      await world.step(process, 45_000 - slowness);
      return { ...refuse(false, 'timeout'), perhaps: world.chance(0.5) };
    }
    const isDigest = name.startsWith('digest');
    // A digest that is refused for good comes again with numbers alone, by which nothing could be checked.
    if (!isDigest && world.chance(refusalForGood)) return refuse(true, '550 no');
    if (world.chance(refusal)) return refuse(false, '451 later');
    if (isDigest) digests.push(text);
    return isDigest ? { delivered: true } : take(process, name);
  }

  async function take(process: Process, id: string): Promise<SendOutcome> {
    count(id, 1);
    if (world.chance(faults().lie)) {
      // It will be sent again, and nobody but the mail server can be blamed; but a reply is not.
      if (!isReply(id)) count(id, -1);
      return { ...refuse(false, 'connection closed'), perhaps: true };
    }
    world.note(`${process.name} has sent ${id}`);
    unrecorded.set(process, (unrecorded.get(process) ?? new Set()).add(id));
    // The worst moment of all.
    if (world.chance(5 * faults().death)) process.die();
    await world.step(process, world.between(0, 50));
    return { delivered: true };
  }

  return {
    mailerOf: (process: Process): Mailer => ({ send: ({ name, text }) => send(process, name, text) }),
    webhookOf: (process: Process): Pick<Webhook, 'send'> => ({ send: ({ id }) => send(process, id) }),
    hasTaken: (name: string): boolean => taken.has(name),
    /** Whether a digest that it has taken tells of an enquiry. */
    hasTold: (reference: string): boolean => digests.some((text) => text.includes(reference)),
    /** Whether the last one tells of an enquiry that an answer to it did not go out, or perhaps not. */
    hasToldUnsent: (reference: string): boolean =>
      /Answers that did not go out[^]*?Look at one/.exec(digests.at(-1) ?? '')?.[0].includes(reference) ?? false,
    /** A process has recorded how its attempt ended. */
    recorded: (process: Process, id: string): void => void unrecorded.get(process)?.delete(id),
    /** A process has died: what it had sent and not recorded may be sent once more. */
    forgive: (process: Process): void => unrecorded.get(process)?.forEach((id) => !isReply(id) && count(id, -1)),
    timesTaken: (name: string): number => taken.get(name) ?? 0,
    /** What was taken more often than deaths between the final dot and the record, and its own lies, can explain. */
    doubles: (): readonly string[] => [...taken.keys()].filter((id) => !isReply(id) && (taken.get(id) ?? 0) > 1),
  };
}

const isReply = (name: string): boolean => name.startsWith('reply-');

/** What a mail server or a receiver of the webhook knows a delivery by. */
export function nameOf({ id, aboutId, kind }: Pick<DeliveryEvent, 'id' | 'aboutId' | 'kind'>): string {
  if (kind === 'webhook') return id;
  if (kind === 'reply') return `reply-${aboutId}-${id.slice('reply.'.length)}`;
  return kind === 'acknowledgement' ? acknowledgementName(aboutId) : aboutId;
}
