// The real server as a process of its own, with stand-ins for the pages: /slow is answered only once the end has begun.
// Takes three settings more than the real one: LEASE_MILLISECONDS; LIMITS=none for tests that send more than a visitor; and
// CRASH_AFTER, a number of enquiries: the last of them is stored, and the process dies before it can say so.
import type { Enquiries } from '../../enquiries/enquiries.ts';
import { buildServer } from '../app.ts';
import { compose } from '../compose.ts';
import { readConfig, type Config } from '../config.ts';
import type { Log } from '../log.ts';
import { shareMetrics, startCounting } from '../metrics-of-process.ts';
import { runProcesses } from '../run-processes.ts';
import { orExplain, run } from '../run.ts';

const { LEASE_MILLISECONDS: lease, LIMITS: limits, CRASH_AFTER: crashAfter } = process.env;
const ended = new Promise((resolve) => process.once('SIGTERM', resolve));

await orExplain(async () => {
  const config = readConfig(process.env);
  await runProcesses(config, (log) => serve(config, log));
});

async function serve(config: Config, log: Log): Promise<void> {
  const metrics = await startCounting(config, []);
  const composition = await compose(config, log, {
    ...metrics?.observers,
    ...(lease !== undefined && { leaseLength: Number(lease) }),
  });
  await shareMetrics(metrics, composition.enquiries);
  const app = await buildServer({
    config,
    log,
    ...composition,
    enquiries: crashAfter === undefined ? composition.enquiries : crashing(composition.enquiries, Number(crashAfter)),
    ...(limits === 'none' && { limits: { consume: async () => ({ allowed: true }) } }),
    metrics,
    front: (request, _response, next) => {
      if (request.url === '/slow') process.stdout.write('slow request in hand\n');
      next();
    },
    async renderPage() {
      await ended;
      return new Response('answered in good order');
    },
  });
  await run({ app, composition, config, log });
}

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
