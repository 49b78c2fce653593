import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { getOrCreateSecret } from '../database/meta.ts';

/** Makes and recognises the Message-IDs of the site's mails, which only who has got the mail can name. */
export interface MessageIds {
  /** Returns the Message-ID of a mail by its name, the same for every attempt. */
  format(name: string): string;
  /** Returns the name in a Message-ID that `format` has made, on whichever server; null for any other. */
  parse(messageId: string): string | null;
}

/** Returns a function that resolves to the site's Message-IDs. It reads their secret once. */
export function createMessageIdLoader(database: Database, mailDomain: string): () => Promise<MessageIds> {
  let messageIds: MessageIds | undefined;
  return async () =>
    (messageIds ??= createMessageIds(await getOrCreateSecret(database, 'message-id-secret'), mailDomain));
}

function createMessageIds(secret: string, mailDomain: string): MessageIds {
  // In lower case, to which some programs change a Message-ID.
  const sign = (name: string) => createHmac('sha256', secret).update(name).digest('hex').slice(0, 32);
  return {
    format: (name) => `<${name}.${sign(name)}@${mailDomain}>`,
    parse(messageId) {
      const [, name, signature = ''] = /^<([^@<>]+)\.([0-9a-f]{32})@[^@<>]+>$/.exec(messageId) ?? [];
      return name !== undefined && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(name))) ? name : null;
    },
  };
}
