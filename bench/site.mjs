// The built site as a process of its own, put together and run as production does it, but for the limits that only visitors keep.
// Mail waits, as it does while a mail server is away. When it starts and when it ends it says how many enquiries are stored.
// Plain JavaScript: what takes types away would be measured, too.
import '../build/node/process/production.js';
import { createLog } from '../build/node/process/log.js';
import { assembleSite } from '../build/node/start/assemble-site.js';
import { readConfig } from '../build/node/start/config.js';
import { runSite } from '../build/node/start/run.js';

const config = readConfig({ LOG_LEVEL: 'silent', ...process.env });
const allow = async () => ({ allowed: true });
const site = await assembleSite(config, createLog(config.logLevel), {
  limits: { consume: allow, consumeShared: allow },
  // Others keep the machine busy.
  overloadLimits: { delay: Infinity },
});
await sayWhatIsStored();
await runSite({ ...site, core: { ...site.core, start() {}, stop: sayWhatIsStored } });

async function sayWhatIsStored() {
  console.log(`stored: ${await site.core.enquiries.count({})}`);
}
