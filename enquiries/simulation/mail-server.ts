import { formatAcknowledgementName } from '../notifications/acknowledgement.ts';
import type { Webhook } from '../notifications/webhook.ts';
import type { DeliveryEvent } from '../../outbox/deliver.ts';
import type { Mailer } from '../../outbox/mail.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import type { Faults } from './faults.ts';
import type { Process, World } from './world.ts';

const refuse = (permanent: boolean, reason: string) => ({ delivered: false, permanent, reason }) as const;

export type SimulatedMailServer = ReturnType<typeof createMailServer>;

/** Creates a mail server that records accepted mails. The webhook's receiver has the same faults. */
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
    // A refused digest would be sent again with numbers alone, which cannot be checked.
    if (!isDigest && world.chance(refusalForGood)) return refuse(true, '550 no');
    if (world.chance(refusal)) return refuse(false, '451 later');
    if (!isDigest) return take(process, name);
    digests.push(text);
    return { delivered: true };
  }

  async function take(process: Process, name: string): Promise<SendOutcome> {
    taken.add(name);
    if (world.chance(faults().lie)) {
      // A second copy is the mail server's fault and excused, except for a reply, which must not be sent again.
      if (!isReply(name)) excused.add(name);
      return { ...refuse(false, 'connection closed'), perhaps: true };
    }
    world.note(`${process.name} has sent ${name}`);
    unrecorded.set(process, (unrecorded.get(process) ?? new Set()).add(name));
    // The worst moment to die: sent, but not recorded.
    if (world.chance(5 * faults().death)) process.die();
    await world.step(process, world.between(0, 50));
    return { delivered: true };
  }

  return {
    mailerOf: (process: Process): Mailer => ({ send: ({ name, text }) => send(process, name, text) }),
    webhookOf: (process: Process): Pick<Webhook, 'send'> => ({ send: ({ id }) => send(process, id) }),
    /** Counts per mail: accepted copies, and extra copies excused by a lie, a death or a person's request. */
    taken,
    excused,
    /** Texts of the accepted digests. */
    digests,
    /** Marks an attempt as recorded by its process. */
    recorded: (process: Process, name: string): void => void unrecorded.get(process)?.delete(name),
    /** Excuses one more copy of mails that a dead process had sent but not recorded. */
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

/** Returns the name by which the mail server or the webhook's receiver identifies a delivery. */
export function formatDeliveryName({ id, aboutId, kind }: Pick<DeliveryEvent, 'id' | 'aboutId' | 'kind'>): string {
  if (kind === 'webhook') return id;
  if (kind === 'reply') return `reply-${aboutId}-${id.slice('reply.'.length)}`;
  return kind === 'acknowledgement' ? formatAcknowledgementName(aboutId) : aboutId;
}
