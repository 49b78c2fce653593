// The real server as a process of its own, for visitors who send more than visitors do: on the build whose directory the first
// argument names, or without one without its pages. Mail waits, as it does while a mail server is away. With STORING=none it reads
// an enquiry and answers, and that is all.
import '../process/production.ts';
import '../process/environment.ts';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ReceiveOutcome } from '../enquiries/core/receiving.ts';
import { parseEnquiry } from '../enquiries/testing/fault-words.ts';
import { buildServer } from '../start/app.ts';
import { compose } from '../start/compose.ts';
import { readConfig } from '../process/config.ts';
import { createLog } from '../process/log.ts';
import { loadRenderer, openPages } from '../start/open-pages.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { standInRecord } from '../start/testing/stand-in-record.ts';

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const log = createLog(config.logLevel);
const composition = await compose(config, log);
const [, , directory] = process.argv;
const pages = await (directory === undefined ? undefined : pagesOf(resolve(directory)));
const app = await buildServer({
  ...composition,
  ...(process.env['STORING'] === 'none' && { enquiries: { ...composition.enquiries, receive: readOnly } }),
  config,
  log,
  limits: noLimits,
  front: (_request, _response, next) => next(),
  record: standInRecord(),
  ...pages,
});
await app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => {
  app.server.closeAllConnections();
  void app.close().then(() => composition.close());
});

async function readOnly(input: unknown): Promise<ReceiveOutcome> {
  const parsed = parseEnquiry(input);
  return parsed.ok
    ? { outcome: 'accepted', reference: '0000-0000', id: randomUUID() }
    : { outcome: 'refused', faults: parsed.faults };
}

async function pagesOf(build: string) {
  const pages = await openPages(build, await loadRenderer(build), composition, config, log);
  // Others keep the machine busy.
  return { ...pages, overloadLimits: { delay: Infinity } };
}
