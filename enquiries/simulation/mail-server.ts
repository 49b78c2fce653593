import { formatAcknowledgementName } from '../notifications/acknowledgement.ts';
import type { Webhook } from '../notifications/webhook.ts';
import type { DeliveryEvent } from '../../outbox/deliver.ts';
import type { Mailer } from '../../outbox/mail.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import type { Faults } from './faults.ts';
import type { Process, World } from './world.ts';

const refuse = (permanent: boolean, reason: string) => ({ delivered: false, permanent, reason }) as const;

export type SimulatedMailServer = ReturnType<typeof createMailServer>;

/** A mail server that remembers what it has taken, by its own word. The receiver of the webhook has the same faults. */
export function createMailServer(world: World, faults: () => Faults) {
  const taken = createTally();
  const excused = createTally();
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
    if (!isDigest) return take(process, name);
    digests.push(text);
    return { delivered: true };
  }

  async function take(process: Process, name: string): Promise<SendOutcome> {
    taken.add(name);
    if (world.chance(faults().lie)) {
      // It will be sent again, and nobody but the mail server can be blamed; but a reply is not.
      if (!isReply(name)) excused.add(name);
      return { ...refuse(false, 'connection closed'), perhaps: true };
    }
    world.note(`${process.name} has sent ${name}`);
    unrecorded.set(process, (unrecorded.get(process) ?? new Set()).add(name));
    // The worst moment of all.
    if (world.chance(5 * faults().death)) process.die();
    await world.step(process, world.between(0, 50));
    return { delivered: true };
  }

  return {
    mailerOf: (process: Process): Mailer => ({ send: ({ name, text }) => send(process, name, text) }),
    webhookOf: (process: Process): Pick<Webhook, 'send'> => ({ send: ({ id }) => send(process, id) }),
    /** How often each was taken, and how often more than once by a lie, a death or the wish of a person. */
    taken,
    excused,
    /** What each of the digests that it has taken says. */
    digests,
    /** A process has recorded how its attempt ended. */
    recorded: (process: Process, name: string): void => void unrecorded.get(process)?.delete(name),
    /** A process has died: what it had sent and not recorded may be sent once more. */
    forgive: (process: Process): void =>
      unrecorded.get(process)?.forEach((name) => !isReply(name) && excused.add(name)),
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

/** What a mail server or a receiver of the webhook knows a delivery by. */
export function formatDeliveryName({ id, aboutId, kind }: Pick<DeliveryEvent, 'id' | 'aboutId' | 'kind'>): string {
  if (kind === 'webhook') return id;
  if (kind === 'reply') return `reply-${aboutId}-${id.slice('reply.'.length)}`;
  return kind === 'acknowledgement' ? formatAcknowledgementName(aboutId) : aboutId;
}
