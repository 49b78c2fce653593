// The real server on a copy of build/client, which the first argument names. Ends when its standard input does.
import '../server/production.ts';
import '../server/environment.ts';
import { buildServer } from '../server/app.ts';
import { compose } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { createFront } from '../server/http/front.ts';
import { answerPages } from '../server/http/page-answers.ts';
import { createLog } from '../server/log.ts';

const config = readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'silent' });
const log = createLog(config.logLevel);
const front = createFront(process.argv[2] ?? 'build/client', config, log);
const composition = await compose(config, log);
// Nothing that is measured needs a page rendered.
const renderPage = answerPages(async () => new Response(null, { status: 501 }), config);
const app = await buildServer({ ...composition, config, log, front: front.listener, renderPage });
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.stdin.resume().on('end', () => {
  app.server.closeAllConnections();
  void app.close().then(() => composition.close());
});
