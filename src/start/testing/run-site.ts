// The real server as its own process, with stand-in pages: /slow responds only after SIGTERM. Additional settings:
// LEASE_MILLISECONDS; LIMITS=none for tests that send more than a visitor; CRASH_AFTER, a number of enquiries, kills
// the process after the last one is stored and before it is acknowledged; SLOW_OFFICE=yes adds an office with /slow.
import { flushCompileCache } from 'node:module';
import Fastify from 'fastify';
import { assembleApplication } from '../assemble-application.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../../process/log.ts';
import { exitOnFailure, runApplication } from '../run-application.ts';
import { noLimits } from './no-limits.ts';
import { createStandInPages } from './stand-in-pages.ts';

const { LEASE_MILLISECONDS: lease, LIMITS: limits, CRASH_AFTER: crashAfter, SLOW_OFFICE: slowOffice } = process.env;
const ended = new Promise((resolve) => process.once('SIGTERM', resolve));

let left = Number(crashAfter ?? Infinity);

await exitOnFailure(async () => {
  const config = readConfig(process.env);
  const site = await assembleApplication(config, createLog(config.logLevel), {
    observers: {
      ...(lease !== undefined && { leaseDurationMs: Number(lease) }),
      onSubmission() {
        left -= 1;
        if (left === 0) process.kill(process.pid, 'SIGKILL');
      },
    },
    ...(limits === 'none' && { submissionLimits: noLimits }),
    // Other tests on the same machine delay the event loop.
    overloadLimits: { maxEventLoopDelay: Infinity },
    pages: createStandInPages({
      pageHandler(request, response, next) {
        if (request.url !== '/slow') return next();
        process.stdout.write('slow request in hand\n');
        void ended.then(() => response.end('answered in good order'));
      },
    }),
  });
  await runApplication(slowOffice === undefined ? site : { ...site, openOffice: openSlowOffice });
  // Most of these processes are killed, and would leave no cache for the next one.
  flushCompileCache();
});

async function openSlowOffice() {
  const office = Fastify();
  office.get('/slow', async () => {
    process.stdout.write('slow request in hand\n');
    await ended;
    return 'answered in good order';
  });
  process.stdout.write(`slow office at ${await office.listen({ host: '127.0.0.1', port: 0 })}\n`);
  return office;
}
