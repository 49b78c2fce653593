import type { FastifyInstance } from 'fastify';
import * as words from '../content/words.ts';
import type { Composition } from '../start/compose.ts';
import { inboxOrigin, type InboxPlace } from './inbox-origin.ts';
import { handedSocket } from '../process/handed-sockets.ts';
import type { Renderer } from '../server/publication.ts';
import type { StoredFile } from '../server/stored-files.ts';
import type { Log } from '../process/log.ts';
import { portError } from '../process/port-error.ts';
import type { InboxPages, InboxParts } from './inbox-parts.ts';
import { buildInbox } from './inbox.ts';

interface Parts
  extends Pick<Composition, 'enquiries' | 'contactSettings' | 'people'>, Pick<InboxParts, 'overloadLimits'> {
  config: InboxParts['config'] & InboxPlace;
  log: Log;
  /** What is built of the website, which has the inbox's pages. */
  renderer: Pick<Renderer, 'renderInbox' | 'inboxStyles' | 'passkeyScript'>;
  files: ReadonlyMap<string, StoredFile>;
}

/**
 * Serves the inbox on its port, to this machine alone, until it is closed; nothing where no port is set. Rejects with a PortError
 * where the port cannot be used.
 */
export async function openInbox({ config, log, renderer, ...parts }: Parts): Promise<FastifyInstance | undefined> {
  const { inboxPort: port } = config;
  if (port === undefined) return undefined;
  const inbox = await buildInbox({
    ...parts,
    config,
    log,
    pages: pagesOf(renderer),
    promiseHours: words.site.replyWithinHours,
  });
  try {
    const fd = handedSocket('website-inbox.socket');
    await inbox.listen({ host: '127.0.0.1', port, ...(fd !== undefined && { fd }) });
  } catch (fault) {
    await inbox.close();
    throw portError(fault, 'INBOX_PORT', port);
  }
  log.info({ url: inboxOrigin(config) }, 'inbox');
  return inbox;
}

function pagesOf({ renderInbox, ...texts }: Parts['renderer']): InboxPages {
  return { ...texts, renderInbox: (view) => renderInbox(view, words) };
}
