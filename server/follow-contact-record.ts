import { systemClock } from '../enquiries/clock.ts';
import type { ContactOverrides, ContactSettings } from '../enquiries/contact-settings.ts';
import type { Config } from './config.ts';
import { contactRecord, factsInText, type FactsInText } from './http/facts-in-text.ts';
import type { Front } from './http/front.ts';
import type { Log } from './log.ts';

export interface FollowedRecord {
  /** Puts the facts into a page that is made while the server runs. */
  inHtml(page: string): string;
  /** Ends it, after a look in hand. */
  stop(): Promise<void>;
}

interface Parts {
  settings: Pick<ContactSettings, 'overrides'>;
  config: Pick<Config, 'retentionDays'>;
  front: Pick<Front, 'show'>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** In milliseconds: one small query of each server. */
  interval?: number;
}

/**
 * Has all that the site says follow the contact record and RETENTION_DAYS. Resolves once that is so: with the built-in contact
 * facts where the database is away. What is shown stays until something else could be read.
 */
export async function followContactRecord({
  settings,
  config,
  front,
  log,
  interval = 5000,
}: Parts): Promise<FollowedRecord> {
  let facts: FactsInText | undefined;
  let shown = JSON.stringify(contactRecord({}));
  let isAway = false;
  let isStopped = false;
  let callOff = () => {};
  let inHand = Promise.resolve();

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

  async function show(overrides: ContactOverrides): Promise<void> {
    const record = contactRecord(overrides);
    facts = factsInText(record, config.retentionDays);
    await front.show(facts);
    shown = JSON.stringify(record);
  }

  async function look(): Promise<void> {
    const overrides = await read();
    if (overrides !== undefined && JSON.stringify(contactRecord(overrides)) !== shown) {
      await show(overrides);
      log.info({ overridden: Object.keys(overrides) }, 'the pages follow the contact record');
    }
  }

  function lookLater(): void {
    if (isStopped) return;
    callOff = systemClock.after(interval, () => {
      inHand = look()
        .catch((fault: unknown) => log.error({ err: fault }, 'the pages could not follow the contact record'))
        .then(lookLater);
    });
  }

  const overrides = (await read()) ?? {};
  if (factsInText(contactRecord(overrides), config.retentionDays) !== undefined) await show(overrides);
  lookLater();

  return {
    inHtml: (page) => facts?.html(page) ?? page,
    async stop() {
      isStopped = true;
      callOff();
      await inHand;
    },
  };
}
