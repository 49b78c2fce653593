import { acknowledgementName } from '../channels/acknowledgement.ts';
import type { SendOutcome } from '../core/channels.ts';
import type { DeliveryEvent } from '../core/delivery.ts';
import type { Mail, Mailer } from '../channels/mail.ts';
import type { Webhook } from '../channels/webhook.ts';
import { living, type Process } from './database.ts';
import type { Faults } from './faults.ts';
import type { World } from './world.ts';

const timeout = 45_000;
const refuse = (permanent: boolean, reason: string): SendOutcome => ({ delivered: false, permanent, reason });

export type SimulatedMailServer = ReturnType<typeof createMailServer>;

/** A mail server that counts what it has taken, by its own word. */
export function createMailServer(world: World, faults: () => Faults) {
  const taken = new Map<string, number>();
  const forgiven = new Map<string, number>();
  const digests: string[] = [];
  const unrecorded = new Map<Process, Set<string>>();

  async function send(process: Process, mail: Pick<Mail, 'name' | 'text'>): Promise<SendOutcome> {
    const { refusal, refusalForGood, silence, slowness } = faults();
    await world.sleep(world.between(10, slowness));
    await living(process);
    if (world.chance(silence)) {
      await world.sleep(timeout - slowness);
      await living(process);
      return refuse(false, 'timeout');
    }
    const isDigest = mail.name.startsWith('digest');
    // A digest that is refused for good comes again with numbers alone, by which nothing could be checked.
    if (!isDigest && world.chance(refusalForGood)) return refuse(true, '550 no');
    if (world.chance(refusal)) return refuse(false, '451 later');
    if (!isDigest) return take(process, mail.name);
    digests.push(mail.text);
    return { delivered: true };
  }

  async function take(process: Process, id: string): Promise<SendOutcome> {
    count(taken, id);
    if (world.chance(faults().lie)) {
      // It will be sent again, and nobody but the mail server can be blamed.
      count(forgiven, id);
      return refuse(false, 'connection closed');
    }
    world.note(`${process.name} has sent ${id}`);
    unrecorded.set(process, (unrecorded.get(process) ?? new Set()).add(id));
    // The worst moment of all.
    if (world.chance(5 * faults().death)) process.die();
    await world.sleep(world.between(0, 50));
    await living(process);
    return { delivered: true };
  }

  return {
    connect: (process: Process): Mailer => ({ send: (mail) => send(process, mail) }),
    /** The receiver of the webhook has the same faults. */
    webhookFor: (process: Process): Webhook => webhookBy((call) => send(process, call)),
    /** How often it has taken a mail or a call, by its name. */
    taken: taken as ReadonlyMap<string, number>,
    /** The digests it has taken, one after another. */
    digests: (): string => digests.join('\n'),
    /** A process has recorded how its attempt ended. */
    recorded: (process: Process, id: string): void => void unrecorded.get(process)?.delete(id),
    /** A process has died: what it had sent and not recorded may be sent once more. */
    forgive(process: Process): void {
      for (const id of unrecorded.get(process) ?? []) count(forgiven, id);
      unrecorded.delete(process);
    },
    /** What was taken more often than deaths between the final dot and the record, and its own lies, can explain. */
    doubles: (): readonly string[] =>
      [...taken].filter(([id, times]) => times > 1 + (forgiven.get(id) ?? 0)).map(([id]) => id),
  };
}

function count(of: Map<string, number>, id: string): void {
  of.set(id, (of.get(id) ?? 0) + 1);
}

function webhookBy(send: (call: { name: string; text: string }) => Promise<SendOutcome>): Webhook {
  return {
    send: ({ id }) => send({ name: id, text: '' }),
    test: async () => ({ delivered: true }),
    status: async () => ({ state: 'working', since: null, reason: null }),
  };
}

/** What a mail server or a receiver of the webhook knows a delivery by. */
export function nameOf({ id, enquiryId, channel }: Pick<DeliveryEvent, 'id' | 'enquiryId' | 'channel'>): string {
  if (channel === 'webhook') return id;
  return channel === 'acknowledgement' ? acknowledgementName(enquiryId) : enquiryId;
}
