import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AuthServer {
  url: string;
  /** Method, path and body of each request so far. */
  requests: { line: string; body: unknown }[];
  close(): void;
}

/** A session as the authentication server gives it and the client stores it. */
export function session(name: string, expiresAt: Date) {
  return {
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    user: { id: '00000000-0000-4000-8000-000000000001', aud: 'authenticated', app_metadata: {}, user_metadata: {} },
  };
}

/** An authentication server on another origin than the site, which answers every request for a token with a new session of an hour. */
export async function startAuthServer(): Promise<AuthServer> {
  const requests: AuthServer['requests'] = [];
  const server = createServer(async (request, response) => {
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('access-control-allow-headers', '*, authorization');
    // A browser asks first whether it may send the client's headers.
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    for await (const part of request) body += String(part);
    requests.push({ line: `${request.method} ${request.url}`, body: body === '' ? undefined : JSON.parse(body) });
    const granted = session(String(requests.length), new Date(Date.now() + 3_600_000));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(granted));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
