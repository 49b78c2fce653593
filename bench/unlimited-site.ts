// The real server on the build as a process of its own, without the limits that only visitors keep. Mail waits, as it does while
// a mail server is away. With STORING=none it reads an enquiry and answers, and that is all. It writes how many enquiries
// are stored when it starts and when it ends.
import '../process/production.ts';
import { randomUUID } from 'node:crypto';
import type { ReceiveOutcome } from '../enquiries/core/receiving.ts';
import { parseEnquiry } from '../enquiries/testing/fault-words.ts';
import { readConfig } from '../start/config.ts';
import { createLog } from '../process/log.ts';
import { buildServer } from '../start/app.ts';
import { compose } from '../start/compose.ts';
import { loadRenderer, openPages } from '../start/open-pages.ts';
import { noLimits } from '../start/testing/no-limits.ts';

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const log = createLog(config.logLevel);
const composition = await compose(config, log);
console.log(await composition.enquiries.count({}));
const app = await buildServer({
  ...composition,
  ...(process.env['STORING'] === 'none' && { enquiries: { ...composition.enquiries, receive: readOnly } }),
  ...(await openPages('build', await loadRenderer('build'), composition, config, log)),
  config,
  log,
  limits: noLimits,
  // Others keep the machine busy.
  overloadLimits: { delay: Infinity },
});
await app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', async () => {
  app.server.closeAllConnections();
  await app.close();
  console.log(await composition.enquiries.count({}));
  await composition.close();
});

async function readOnly(input: unknown): Promise<ReceiveOutcome> {
  const parsed = parseEnquiry(input);
  return parsed.ok
    ? { outcome: 'accepted', reference: '0000-0000', id: randomUUID() }
    : { outcome: 'refused', faults: parsed.faults };
}
