import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { apiHeaders } from './api.ts';
import type { ConnectMiddleware } from './page-handler.ts';

/** Limits of a connection where Node's own are lax; times in milliseconds. */
const serverOptions: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than the usual 60 s of proxies: the side that reuses a connection should close it first.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  // Saves a sixth of the time that a page takes. A request without a body has no end event then: see base-app.ts.
  optimizeEmptyRequests: true,
};

/** Creates an HTTP server that calls the page middleware first, then the routes. */
export function createHttpServer(pageMiddleware: ConnectMiddleware, routeListener: RequestListener): Server {
  const server = createServer(serverOptions, (request, response) => {
    const problem = findHttpViolation(request);
    if (problem !== undefined) return sendBadRequest(response, problem);
    pageMiddleware(request, response, () => routeListener(request, response));
  });
  server.maxConnections = 10_000;
  server.maxHeadersCount = 100;
  // Without a listener Node closes the connection without a response.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node hands the socket over without an error listener, and a client that resets it would end the process.
    socket.on('error', () => socket.destroy());
    respondAndClose(socket, [
      '405 Method Not Allowed',
      'method_not_allowed',
      'This server is not a proxy. Use GET or HEAD.',
    ]);
  });
  closeUnusedConnections(server);
  return server;
}

/**
 * Resolves once all connections that are open now have ended, each after its response: an idle one would keep it waiting.
 * New ones are taken meanwhile.
 */
export async function drainConnections(server: Server): Promise<void> {
  // No request may meet a closing connection: clients are told first.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await pause(250);
  const connections = connectionsByServer.get(server);
  if (connections) connections.drainedFrom = performance.now();
  const ends = [...(connections?.openedAt.keys() ?? [])].map((socket) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once('close', () => resolve());
    return promise;
  });
  setInterval(() => server.closeIdleConnections(), 50).unref();
  await Promise.all(ends);
}

function sendBadRequest(response: ServerResponse, message: string): void {
  response.writeHead(400, { ...apiHeaders, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify({ error: { code: 'invalid_request', message } }));
}

/** Returns an error message for an invalid request that Node's parser accepts. */
function findHttpViolation({ httpVersionMajor, rawHeaders }: IncomingMessage): string | undefined {
  // Node accepts any HTTP version, or none.
  if (httpVersionMajor !== 1) return 'Send HTTP/1.1 or HTTP/1.0.';
  // Node keeps the first Host header; a proxy in front may have used the other.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'Send exactly one Host header.' : undefined;
}

/** Answers requests that are not valid HTTP with a JSON error. */
export function respondToInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  // A response is under way: the client would take a second one for its end.
  if (socket.writableLength > 0) return void socket.destroy();
  respondAndClose(
    socket,
    responsesByErrorCode[error.code ?? ''] ?? ['400 Bad Request', 'invalid_request', 'This is not HTTP.'],
  );
}

type FinalResponse = [status: string, code: string, message: string];

function respondAndClose(socket: Socket, [status, code, message]: FinalResponse): void {
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      ...(status.startsWith('405') ? ['Allow: GET, HEAD'] : []),
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  // Gives the client time to read. One that keeps sending could hold its side open indefinitely.
  setTimeout(() => socket.destroy(), 1000).unref();
}

const responsesByErrorCode: Readonly<Record<string, FinalResponse>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'invalid_request',
    'The address and the headers together are larger than 16 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid_request', 'The request took too long to arrive.'],
};

/**
 * Makes `closeIdleConnections` also close connections without a request yet: proxies and browsers keep some open, and
 * Node counts them as busy.
 */
function closeUnusedConnections(server: Server): void {
  const openedAt = new Map<Socket, number>();
  const connections: Connections = { openedAt, drainedFrom: Infinity };
  connectionsByServer.set(server, connections);
  server.on('connection', (socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    // After pending input is read: a busy process must not take it for silence.
    setImmediate(() => {
      closeIdle();
      for (const [socket, time] of openedAt) {
        const isAwaited = !server.listening || time < connections.drainedFrom;
        if (isAwaited && socket.bytesRead === 0 && performance.now() - time > firstRequestGrace) socket.destroy();
      }
    });
  };
}

/** When each open connection was opened. The end of those from before `drainedFrom` is awaited. */
interface Connections {
  openedAt: Map<Socket, number>;
  drainedFrom: number;
}

const connectionsByServer = new WeakMap<Server, Connections>();

/** Time in which the first request of a new connection may be under way, in milliseconds. */
const firstRequestGrace = 500;
