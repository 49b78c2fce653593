import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createTemporaryDatabase, createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';
import { assembleApplication, type ApplicationOverrides } from '../assemble-application.ts';
import type { PageServices } from '../built-pages.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../../process/log.ts';
import { noLimits } from './no-limits.ts';
import { createStandInPages } from './stand-in-pages.ts';

export { createTemporaryDirectory };

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** Starts the real server on its own port, with a real database and stand-in pages that return what they received. */
export async function startTestServer(
  env: Record<string, string> = {},
  { pageHandler, contentFollower, ...parts }: ApplicationOverrides & Partial<PageServices> = {},
  recordedLog = createRecordedLog(),
) {
  const variables = { DATABASE_URL: `sqlite:${createTemporaryDatabase()}`, ...env };
  const pages = createStandInPages({
    ...(pageHandler && { pageHandler }),
    ...(contentFollower && { contentFollower }),
  });
  const { close, ...site } = await openTestServer(variables, { pages, ...parts }, recordedLog);
  onTestFinished(close);
  return site;
}

/** Opens the server until `close`, by default with the pages of the build. `log` returns all log lines so far. */
export async function openTestServer(
  env: Record<string, string>,
  overrides: ApplicationOverrides,
  { log, lines } = createRecordedLog(),
  port = 0,
) {
  const config = readConfig(env);
  const { app, core, openOffice } = await assembleApplication(config, log, {
    // Some tests run several servers on one database.
    lock: () => {},
    submissionLimits: noLimits,
    // A test's own computations delay the event loop, which the server shares.
    overloadLimits: { maxEventLoopDelay: Infinity },
    ...overrides,
  });
  const url = await app.listen({ host: '127.0.0.1', port });
  async function close(): Promise<void> {
    app.server.closeAllConnections();
    await app.close();
    await core.close();
  }
  return { url, core, config, openOffice, log: () => lines.join(''), close };
}

export function createRecordedLog() {
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return { log: createLog('trace', destination, Infinity), lines };
}
