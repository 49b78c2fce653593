import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portError } from '../../process/port-error.ts';

export interface MetricsServer {
  /** Where the metrics are. */
  url: string;
  /** Ends it at once, connections that are open included. */
  close(): Promise<void>;
}

// Figures about a business are for this machine alone: whoever collects them from elsewhere needs an agent here.
const host = '127.0.0.1';

/**
 * Serves GET /metrics and nothing else, to this machine alone. Rejects with a PortError where the port cannot be used.
 * @param port 0 lets the system choose
 */
export async function startMetricsServer(port: number, { read, type }: Readable): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.url !== '/metrics') return void response.writeHead(404, plain).end('Only /metrics is served here.\n');
    if (!isRead)
      return void response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('Only GET and HEAD are allowed.\n');
    read().then(
      (text) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500, plain).end('The metrics could not be read.\n'),
    );
  });
  server.maxConnections = 100;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (fault) {
    throw portError(fault, 'METRICS_PORT', port);
  }
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${listening}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Readable {
  read: () => Promise<string>;
  /** The Content-Type of what is read. */
  type: string;
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };
