import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';
import { buildServer, type ServerParts } from '../app.ts';
import { compose, type Composition } from '../compose.ts';
import { readConfig, type Config } from '../config.ts';
import { createLog, type Log } from '../../process/log.ts';
import { noLimits } from './no-limits.ts';
import { standInRecord } from './stand-in-record.ts';

export { temporaryDirectory };

export interface SiteUnderTest {
  url: string;
  composition: Composition;
  config: Config;
  /** All lines of the log so far. */
  log(): string;
}

/** The real server on a port of its own, with a real database; the pages are a stand-in that tells what it was asked. */
export async function startSite(
  env: Record<string, string> = {},
  parts: Partial<Omit<ServerParts, 'config' | 'log' | 'enquiries'>> & {
    enquiries?: Partial<ServerParts['enquiries']>;
  } = {},
  { log, lines }: RecordedLog = recordedLog(),
): Promise<SiteUnderTest> {
  const config = readConfig({ DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, ...env });
  const composition = await compose(config, log, parts.metrics?.observers);
  const { contactSettings, concerns } = composition;
  const app = await buildServer({
    config,
    log,
    contactSettings,
    concerns,
    front: (_request, _response, next) => next(),
    record: standInRecord(),
    limits: noLimits,
    // What a test itself computes makes the event loop late, which the server shares.
    overloadLimits: { delay: Infinity },
    ...parts,
    enquiries: { ...composition.enquiries, ...parts.enquiries },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
    await composition.close();
  });
  return { url, composition, config, log: () => lines.join('') };
}

interface RecordedLog {
  log: Log;
  lines: string[];
}

export function recordedLog(): RecordedLog {
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return { log: createLog('trace', destination, Infinity), lines };
}
