import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answers what it knows (pages and assets), and calls `next` for what it does not. The shape of a Connect middleware. */
export type FrontListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (fault?: unknown) => void,
) => void;

/** An HTTP server with the front before the rest, and with limits where Node's own are lax. */
export function createListener(front: FrontListener, rest: RequestListener): Server {
  const server = createServer(limits, (request, response) => {
    front(request, response, (fault) => {
      if (fault === undefined || fault === null) rest(request, response);
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('Something went wrong here.\n');
    });
  });
  server.maxConnections = 10_000;
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 10_000;
  // Ends clients that read or write nothing for this long.
  server.setTimeout(60_000);
  return server;
}

// 65 s of keep-alive outlive the usual 60 s of proxies: the side that would reuse a connection should close it first.
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16 * 1024,
};

/** Answers what is not even HTTP, in the form of all other errors. */
export function answerBrokenRequest(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return;
  const [status, code, message] = brokenRequests[fault.code ?? ''] ?? [
    '400 Bad Request',
    'invalid_request',
    'This is not HTTP.',
  ];
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

const brokenRequests: Readonly<Record<string, [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'invalid_request',
    'The headers are larger than 16 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid_request', 'The request took too long to arrive.'],
};
