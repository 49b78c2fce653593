import { namesInFile } from './environment.ts';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'vite';
import { readConfig } from './config.ts';
import { createReloading } from './dev-reloading.ts';
import { serveSite } from './dev-serve.ts';
import { announce, holdData, orExplain } from './run.ts';

/**
 * The site while it is worked on. Vite gives the browser its code, and runs the pages and the server's own modules from their
 * sources: each request is answered by what the files are now, and each change of one loads the open pages again.
 */
await orExplain(async () => {
  const config = readConfig(process.env, namesInFile);
  holdData(config);
  const server = createHttpServer();
  const reloading = createReloading((file) => void site.check(file));
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
    plugins: [reloading.plugin],
    // 2000 files that are made one: the first page would wait for them for 10 seconds.
    ssr: { optimizeDeps: { include: ['lucide'] } },
    // As the settings have it now: see dev-site.ts.
    define: { 'import.meta.env.SITE_URL': 'globalThis.siteUrl' },
  });
  const site = serveSite(vite, reloading);
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => void site.answer(request, response)),
  );
  await site.ready();
  server.listen(config.port, config.host);
  await once(server, 'listening');
  announce(config, portOf(server));
  void site.check();

  const end = async (): Promise<void> => {
    setTimeout(() => process.exit(1), 4000).unref();
    await site.close();
    await vite.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end());
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
