// The real server as a process of its own, with stand-ins for the pages: /slow is answered only once the end has begun.
import { buildServer } from '../app.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { orExplain, run } from '../run.ts';

const ended = new Promise((resolve) => process.once('SIGTERM', resolve));

await orExplain(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const composition = compose(config, log);
  const app = await buildServer({
    config,
    log,
    ...composition,
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
});
