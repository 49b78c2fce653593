import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { site } from '../../content/words.ts';
import type { Composition } from '../compose.ts';
import { inboxOrigin, type Config } from '../config.ts';
import { handedSocket } from '../handed-sockets.ts';
import type { StoredFile } from '../http/stored-files.ts';
import type { Log } from '../log.ts';
import { portError } from '../port-error.ts';
import type { InboxPages, InboxParts } from './inbox-parts.ts';
import { buildInbox } from './inbox.ts';

interface Parts
  extends Pick<Composition, 'enquiries' | 'contactSettings' | 'people'>, Pick<InboxParts, 'overloadLimits'> {
  config: Config;
  log: Log;
  /** The build of the website, whose entry has the inbox's pages. */
  build: ServerBuild;
  files: ReadonlyMap<string, StoredFile>;
}

/**
 * Serves the inbox on its port, to this machine alone, until it is closed; nothing where no port is set. Rejects with a PortError
 * where the port cannot be used.
 */
export async function openInbox({ config, log, build, ...parts }: Parts): Promise<FastifyInstance | undefined> {
  const { inboxPort: port } = config;
  if (port === undefined) return undefined;
  const inbox = await buildInbox({ ...parts, config, log, pages: pagesOf(build), promiseHours: site.replyWithinHours });
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

function pagesOf({ entry }: ServerBuild): InboxPages {
  const { renderInbox, inboxStyles, passkeyScript } = entry.module as Partial<InboxPages>;
  if (renderInbox === undefined || inboxStyles === undefined || passkeyScript === undefined)
    throw new Error('The server entry of the build must export the pages of the inbox');
  return { renderInbox, inboxStyles, passkeyScript };
}
