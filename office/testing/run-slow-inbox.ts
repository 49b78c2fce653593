// The real end of a server with an inbox, of which /slow is answered only once the end has begun. Neither has any other route.
import Fastify from 'fastify';
import { openCore } from '../../start/open-core.ts';
import { readConfig } from '../../start/config.ts';
import { createLog } from '../../process/log.ts';
import { lockData } from '../../start/lock-data.ts';
import { orExplain, run } from '../../start/run.ts';

const ended = new Promise((resolve) => process.once('SIGTERM', resolve));

await orExplain(async () => {
  const config = readConfig(process.env);
  const core = await openCore(config, createLog(config.logLevel), { lock: lockData(config) });
  const inbox = Fastify();
  inbox.get('/slow', async () => {
    process.stdout.write('slow request in hand\n');
    await ended;
    return 'answered in good order';
  });
  const openInbox = async () => {
    const url = await inbox.listen({ host: '127.0.0.1', port: 0 });
    process.stdout.write(`slow inbox at ${new URL(url).port}\n`);
    return inbox;
  };
  await run({ app: Fastify(), openInbox, core });
});
