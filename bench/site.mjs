// The built site as its own process, assembled and run as in production, but without limits that only visitors keep.
// Mail waits, as during an outage of a mail server. Prints the number of stored enquiries at start and end. Plain
// JavaScript: stripping types would be measured too.
import '../build/node/process/production.js';
import { createLog } from '../build/node/process/log.js';
import { assembleSite } from '../build/node/start/assemble-site.js';
import { readConfig } from '../build/node/start/config.js';
import { runSite } from '../build/node/start/run.js';

const config = readConfig({ LOG_LEVEL: 'silent', ...process.env });
const allow = async () => ({ allowed: true });
const site = await assembleSite(config, createLog(config.logLevel), {
  limits: { consume: allow, consumeShared: allow },
  // Other processes keep the machine busy.
  overloadLimits: { delay: Infinity },
});
await sayWhatIsStored();
await runSite({ ...site, core: { ...site.core, start() {}, stop: sayWhatIsStored } });

async function sayWhatIsStored() {
  console.log(`stored: ${await site.core.enquiries.count({})}`);
}
