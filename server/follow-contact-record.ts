import { systemClock } from '../enquiries/core/clock.ts';
import type { ContactOverrides, ContactSettings } from '../enquiries/core/contact-settings.ts';
import type { Publication } from './publication.ts';
import type { Log } from '../process/log.ts';

export interface FollowedRecord {
  /** The pages that are shown now. */
  current(): Publication;
  /** Ends it, after a look in hand. */
  stop(): Promise<void>;
}

interface Parts {
  settings: Pick<ContactSettings, 'overrides'>;
  /** Makes the pages with these facts. */
  publish(overrides: ContactOverrides): Promise<Publication>;
  show(publication: Publication): void;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** In milliseconds: one small query of each server. */
  interval?: number;
}

/**
 * Shows the pages with the contact record as it is, from when it resolves on: with the built-in contact facts where the database
 * is away. What is shown stays until something else could be read and published. Rejects where the first pages fail.
 */
export async function followContactRecord(parts: Parts): Promise<FollowedRecord> {
  const { settings, publish, show, log, interval = 5000 } = parts;
  let isAway = false;
  let isStopped = false;
  let callOff = () => {};
  let inHand = Promise.resolve();
  let known = (await read()) ?? {};
  let current = await publish(known);

  async function read(): Promise<ContactOverrides | undefined> {
    try {
      const overrides = await settings.overrides();
      isAway = false;
      return overrides;
    } catch (fault) {
      if (!isAway) log.warn({ err: fault }, 'the contact record cannot be read: the pages stay as they are');
      isAway = true;
      return undefined;
    }
  }

  async function look(): Promise<void> {
    const overrides = await read();
    if (overrides === undefined || JSON.stringify(overrides) === JSON.stringify(known)) return;
    current = await publish(overrides);
    known = overrides;
    show(current);
    log.info({ overridden: Object.keys(overrides) }, 'the pages follow the contact record');
  }

  function lookLater(): void {
    if (isStopped) return;
    callOff = systemClock.after(interval, () => {
      inHand = look()
        .catch((fault: unknown) => log.error({ err: fault }, 'the pages could not follow the contact record'))
        .then(lookLater);
    });
  }

  show(current);
  lookLater();

  return {
    current: () => current,
    async stop() {
      isStopped = true;
      callOff();
      await inHand;
    },
  };
}
