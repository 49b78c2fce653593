// The real server on the build as a process of its own, without the limits that only visitors keep. Mail waits, as it does while
// a mail server is away. With STORING=none it reads an enquiry and answers, and that is all. It writes how many enquiries
// are stored when it starts and when it ends.
import '../process/production.ts';
import { randomUUID } from 'node:crypto';
import type { ReceiveOutcome } from '../enquiries/core/receiving.ts';
import { parseEnquiry } from '../enquiries/testing/fault-words.ts';
import { readConfig } from '../start/config.ts';
import { createLog } from '../process/log.ts';
import { assembleSite } from '../start/assemble-site.ts';
import { noLimits } from '../start/testing/no-limits.ts';

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const { app, core } = await assembleSite(config, createLog(config.logLevel), {
  ...(process.env['STORING'] === 'none' && { enquiries: { receive: readOnly } }),
  limits: noLimits,
  // Others keep the machine busy.
  overloadLimits: { delay: Infinity },
});
console.log(await core.enquiries.count({}));
await app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', async () => {
  app.server.closeAllConnections();
  await app.close();
  console.log(await core.enquiries.count({}));
  await core.close();
});

async function readOnly(input: unknown): Promise<ReceiveOutcome> {
  const parsed = parseEnquiry(input);
  return parsed.ok
    ? { outcome: 'accepted', reference: '0000-0000', id: randomUUID() }
    : { outcome: 'refused', faults: parsed.faults };
}
