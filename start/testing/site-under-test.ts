import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../database/testing/temporary.ts';
import { assembleSite, type Replacements } from '../assemble-site.ts';
import type { Pages } from '../built-pages.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../../process/log.ts';
import { noLimits } from './no-limits.ts';
import { standInPages } from './stand-in-pages.ts';

export { temporaryDirectory };

export type SiteUnderTest = Awaited<ReturnType<typeof startSite>>;

/** Starts the real server on its own port, with a real database and stand-in pages that return what they received. */
export async function startSite(
  env: Record<string, string> = {},
  { front, words, ...parts }: Replacements & Partial<Pages> = {},
  recorded = recordedLog(),
) {
  const own = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, ...env };
  const pages = standInPages({ ...(front && { front }), ...(words && { words }) });
  const { close, ...site } = await openSite(own, { pages, ...parts }, recorded);
  onTestFinished(close);
  return site;
}

/** Opens the server until `close`, by default with the pages of the build. `log` returns all log lines so far. */
export async function openSite(
  env: Record<string, string>,
  parts: Replacements,
  { log, lines } = recordedLog(),
  port = 0,
) {
  const config = readConfig(env);
  const { app, core, openInbox } = await assembleSite(config, log, {
    // Some tests run several servers on one database.
    lock: () => {},
    limits: noLimits,
    // A test's own computations delay the event loop, which the server shares.
    overloadLimits: { delay: Infinity },
    ...parts,
  });
  const url = await app.listen({ host: '127.0.0.1', port });
  async function close(): Promise<void> {
    app.server.closeAllConnections();
    await app.close();
    await core.close();
  }
  return { url, core, config, openInbox, log: () => lines.join(''), close };
}

export function recordedLog() {
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return { log: createLog('trace', destination, Infinity), lines };
}
