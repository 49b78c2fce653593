import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { findFreePort } from '../../process/testing/find-free-port.ts';
import { startPostgresServer, type PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An address that answers with the URL of the run's PostgreSQL server. */
    postgres: string;
  }
}

/** Provides one PostgreSQL server for the run, started when a test first asks: most runs of one file need none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const port = await findFreePort();
  const urlServer = createServer((_request, response) => {
    // No test turns the power off.
    server ??= startPostgresServer('fsync=off');
    server.then(
      ({ url }) => response.end(url),
      (fault: Error) => response.writeHead(500).end(fault.message),
    );
  }).listen(port, '127.0.0.1');
  project.provide('postgres', `http://127.0.0.1:${port}`);
  return async () => {
    urlServer.closeAllConnections();
    urlServer.close();
    // One that failed to start has been told already.
    await (await server?.catch(() => undefined))?.remove();
  };
}
