// Runs the built site as its own process, assembled as in production, but without rate limits and load shedding.
// Mail waits, as during an outage of a mail server. Prints the number of stored enquiries at start and end. Plain
// JavaScript: stripping types would be measured too.
import '../../build/node/process/set-production-mode.js';
import { createLog } from '../../build/node/process/log.js';
import { assembleApplication } from '../../build/node/start/assemble-application.js';
import { readConfig } from '../../build/node/start/config.js';
import { runApplication } from '../../build/node/start/run-application.js';

const config = readConfig({ LOG_LEVEL: 'silent', ...process.env });
const allow = async () => ({ isAllowed: true });
const site = await assembleApplication(config, createLog(config.logLevel), {
  submissionLimits: { consume: allow, consumeShared: allow },
  // The clients and the database share this machine.
  overloadLimits: { maxEventLoopDelay: Infinity },
});
await printStoredCount();
await runApplication({ ...site, core: { ...site.core, start() {}, stop: printStoredCount } });

async function printStoredCount() {
  console.log(`stored: ${await site.core.enquiries.count({})}`);
}
