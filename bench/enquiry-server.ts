// The real server without its pages and its limits, as a process of its own. Mail waits, as it does while a mail server is
// away: what is measured is receiving. Ends when its standard input does.
import { buildServer } from '../server/app.ts';
import { compose } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { createLog } from '../server/log.ts';

const config = readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'silent' });
const log = createLog(config.logLevel);
const composition = await compose(config, log);
const app = await buildServer({
  ...composition,
  config,
  log,
  limits: { consume: async () => ({ allowed: true }) },
  front: (_request, _response, next) => next(),
  renderPage: async () => new Response(null, { status: 404 }),
});
process.stdout.write(`${await app.listen({ host: config.host, port: config.port })}\n`);
process.stdin.resume().on('end', () => void app.close().then(() => composition.close()));
