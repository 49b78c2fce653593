// The real server as a process of its own, with stand-ins for the pages: /slow is answered only once the end has begun.
// Takes three settings more than the real one: LEASE_MILLISECONDS; LIMITS=none for tests that send more than a visitor; and
// CRASH_AFTER, a number of enquiries: the last of them is stored, and the process dies before it can say so.
import { flushCompileCache } from 'node:module';
import type { Enquiries } from '../../enquiries/core/enquiries.ts';
import { buildServer } from '../app.ts';
import { composeServer } from '../compose.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../../process/log.ts';
import { holdData, orExplain, run } from '../run.ts';
import { noLimits } from './no-limits.ts';
import { standInRecord } from './stand-in-record.ts';

const { LEASE_MILLISECONDS: lease, LIMITS: limits, CRASH_AFTER: crashAfter } = process.env;
const ended = new Promise((resolve) => process.once('SIGTERM', resolve));

await orExplain(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const hold = holdData(config);
  const composition = await composeServer(config, log, hold, lease === undefined ? {} : { leaseLength: Number(lease) });
  const app = await buildServer({
    config,
    log,
    ...composition,
    enquiries: crashAfter === undefined ? composition.enquiries : crashing(composition.enquiries, Number(crashAfter)),
    ...(limits === 'none' && { limits: noLimits }),
    front(request, response, next) {
      if (request.url !== '/slow') return next();
      process.stdout.write('slow request in hand\n');
      void ended.then(() => response.end('answered in good order'));
    },
    record: standInRecord(),
  });
  await run({ app, composition, config, log });
  // Most of these are killed, and would leave nothing for the next one.
  flushCompileCache();
});

function crashing(enquiries: Enquiries, after: number): Enquiries {
  let left = after;
  return {
    ...enquiries,
    async receive(...submission) {
      const result = await enquiries.receive(...submission);
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return result;
    },
  };
}
