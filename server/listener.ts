import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import type { FrontListener } from './front.ts';

/** What a connection may do; times in milliseconds. */
export interface ConnectionLimits {
  /** Until a client has taken what was written to it at once: a whole page or file, or a part of what is passed through. */
  answer: number;
  /** Without a byte in either direction: between two requests, or while an answer is waited for. */
  silence: number;
  /** How often this is checked, and whether requests have arrived: a client may have so much more. */
  checkEvery: number;
  /** Until the headers of a request have arrived, from the connection's start or the request's first byte. */
  headers: number;
  /** Until the whole request has arrived. */
  request: number;
  /** At a time. More are closed as they come. */
  connections: number;
}

const usualLimits: ConnectionLimits = {
  headers: 10_000,
  request: 30_000,
  answer: 30_000,
  // Outlives the usual 60 s of proxies: the side that would reuse a connection should close it first.
  silence: 65_000,
  checkEvery: 5000,
  connections: 10_000,
};

/** An HTTP server that asks the front first, with limits where Node's own are lax. */
export function createListener(
  front: FrontListener,
  routes: RequestListener,
  metrics?: RequestMetrics,
  changes: Partial<ConnectionLimits> = {},
): Server {
  const limits = { ...usualLimits, ...changes };
  const server = createServer(serverOptions(limits), (request, response) => {
    const passedOn = metrics?.follow(request, response);
    const misuse = misuseOfHttp(request);
    if (misuse !== undefined) {
      passedOn?.();
      return refuse(response, misuse);
    }
    front(request, response, () => {
      passedOn?.();
      routes(request, response);
    });
  });
  server.maxConnections = limits.connections;
  server.maxHeadersCount = 100;
  // Without a listener Node closes the connection without a word.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node hands the socket over without one, and a client that resets it would end the process.
    socket.on('error', () => socket.destroy());
    endWith(socket, ['405 Method Not Allowed', 'method_not_allowed', 'This server is not a proxy. Use GET or HEAD.']);
  });
  endStandingConnections(server, limits);
  return server;
}

function refuse(response: ServerResponse, message: string): void {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  };
  response.writeHead(400, { ...headers, 'x-content-type-options': 'nosniff' });
  response.end(JSON.stringify({ error: { code: 'invalid_request', message } }));
}

/** What is wrong with a request that Node's parser takes, in a sentence. */
function misuseOfHttp({ httpVersionMajor, rawHeaders }: IncomingMessage): string | undefined {
  // It takes requests that name any version, or none.
  if (httpVersionMajor !== 1) return 'Send HTTP/1.1 or HTTP/1.0.';
  // Of two it keeps the first; a proxy in front may have decided by the other.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'Send exactly one Host header.' : undefined;
}

function serverOptions({ headers, request, checkEvery }: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: checkEvery,
    // Node would set a timer before and after each request: see endStandingConnections.
    keepAliveTimeout: 0,
    maxHeaderSize: 16 * 1024,
    // Saves a sixth of the time that a page takes. A request without a body has no end event then: see base-app.ts.
    optimizeEmptyRequests: true,
  };
}

/** Answers what is not even HTTP, in the form of all other errors. */
export function answerBrokenRequest(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return;
  // An answer is on its way: the client would take another for its end.
  if (socket.writableLength > 0) return void socket.destroy();
  endWith(socket, brokenRequests[fault.code ?? ''] ?? ['400 Bad Request', 'invalid_request', 'This is not HTTP.']);
}

type LastAnswer = [status: string, code: string, message: string];

function endWith(socket: Socket, [status, code, message]: LastAnswer): void {
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
  // Time to read it. A client that goes on sending would keep its side open for as long as it likes.
  setTimeout(() => socket.destroy(), 1000).unref();
}

const brokenRequests: Readonly<Record<string, LastAnswer>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'invalid_request',
    'The address and the headers together are larger than 16 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid_request', 'The request took too long to arrive.'],
};

/**
 * Ends the connections that stand still: silent ones, and those whose client does not take the answer that waits for it. A
 * client that takes a byte now and then is never silent, and would hold its answer in memory for days. Checked from outside,
 * so that it costs a request nothing.
 */
function endStandingConnections(server: Server, { answer, silence, checkEvery }: ConnectionLimits): void {
  const watched = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    watched.set(socket, { opened: performance.now(), taken: 0, read: 0, checksNotTaking: 0, checksInSilence: 0 });
    socket.once('close', () => watched.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, progress] of watched) {
      note(progress, socket);
      // Closing would leave to the system what waits, and the system would go on trying to send it.
      if (progress.checksNotTaking * checkEvery >= answer) socket.resetAndDestroy();
      else if (progress.checksInSilence * checkEvery >= silence) socket.destroy();
    }
  }, checkEvery);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    // By then what has come meanwhile is read: a process that was busy must not take it for silence.
    setImmediate(() => {
      closeIdle();
      // Proxies and browsers keep connections ready over which nothing has come yet: Node takes them for busy.
      for (const [socket, { opened }] of watched)
        if (socket.bytesRead === 0 && performance.now() - opened > justOpened) socket.destroy();
    });
  };
}

/** Until then a request may be on its way, in milliseconds. */
const justOpened = 500;

/** Bytes in both directions at the last check; and checks, not time: a process that was suspended must not blame its clients. */
interface Progress {
  opened: number;
  taken: number;
  read: number;
  checksNotTaking: number;
  checksInSilence: number;
}

function note(progress: Progress, socket: Socket): void {
  const waiting = socket.writableLength;
  const taken = socket.bytesWritten - waiting;
  const read = socket.bytesRead;
  const takesNothing = taken === progress.taken;
  progress.checksNotTaking = takesNothing && waiting > 0 ? progress.checksNotTaking + 1 : 0;
  progress.checksInSilence = takesNothing && read === progress.read ? progress.checksInSilence + 1 : 0;
  progress.taken = taken;
  progress.read = read;
}
