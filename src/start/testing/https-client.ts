import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { ConnectionAddresses } from './machine.ts';
import type { Proxy } from './proxies.ts';

export interface ProxyResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ProxyRequestOptions extends ConnectionAddresses {
  method?: string;
  /** Host of the request. */
  host?: string;
  /** Server name for TLS, if it differs. */
  serverName?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request for www.example.com to the proxy over HTTP/2. Rejects if TLS or the connection fails. */
export async function sendHttp2Request(
  proxy: Proxy,
  path: string,
  options: ProxyRequestOptions = {},
): Promise<ProxyResponse> {
  const { host = 'www.example.com', serverName = host, clientAddress, serverAddress } = options;
  const session = await openHttp2(proxy, { serverName, clientAddress, serverAddress });
  return sendRequest(session, path, options).finally(() => session.destroy());
}

/** Sends all requests at once over one connection. */
export async function sendHttp2Requests(
  proxy: Proxy,
  paths: readonly string[],
  options: ProxyRequestOptions,
): Promise<ProxyResponse[]> {
  const session = await openHttp2(proxy, { ...options, serverName: options.host });
  return Promise.all(paths.map((path) => sendRequest(session, path, options))).finally(() => session.destroy());
}

/** Sends a request. Rejects if its stream ends without a response. */
async function sendRequest(
  session: ClientHttp2Session,
  path: string,
  options: ProxyRequestOptions,
): Promise<ProxyResponse> {
  const { method = 'GET', host = 'www.example.com', headers = {}, body } = options;
  // As browsers do; a proxy can reject a large body early only if it knows the length.
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  const stream = session.request({ ':method': method, ':authority': host, ':path': path, ...length, ...headers });
  // A proxy may respond before it has read everything, and then ends the stream.
  stream.on('error', () => {});
  const closed = new AbortController();
  stream.once('close', () => closed.abort(new Error('The stream was closed without an answer')));
  const answered = once(stream, 'response', closed) as Promise<[IncomingHttpHeaders]>;
  stream.end(body);
  const [received] = await answered;
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  // The response may be complete while the rest of the request is never read: then the stream stays open.
  if (!stream.closed) await new Promise<void>((resolve) => stream.once('end', resolve).once('close', resolve));
  return { status: Number(received[':status']), headers: received, body: Buffer.concat(parts) };
}

/** Opens an HTTP/2 connection, which the caller destroys. */
export async function openHttp2(
  proxy: Proxy,
  {
    serverName = 'www.example.com',
    clientAddress,
    serverAddress,
  }: ConnectionAddresses & { serverName?: string | undefined } = {},
): Promise<ClientHttp2Session> {
  const socket = await openTls(
    proxy,
    { servername: serverName, ALPNProtocols: ['h2'] },
    { clientAddress, serverAddress },
  );
  if (socket.alpnProtocol !== 'h2') throw new Error(`It speaks ${String(socket.alpnProtocol)}`);
  // In megabytes: for the files of an answer.
  const session = connect(`https://${serverName}`, { createConnection: () => socket, maxSessionMemory: 64 });
  return session.on('error', () => {});
}

/** Resolves to a TLS connection to the proxy. Rejects if the handshake fails. */
export async function openTls(
  proxy: Proxy,
  options: ConnectionOptions = {},
  ends: ConnectionAddresses = {},
): Promise<TLSSocket> {
  const socket = proxy.machine.connect(443, ends);
  const tls = connectTls({ socket, ca: proxy.certificate, servername: 'www.example.com', ...options });
  await once(tls, 'secureConnect');
  return tls;
}

/** Sends a request over plain HTTP, and ignores the body. Rejects without a response. */
export async function sendPlainHttpRequest(
  { machine }: Proxy,
  path: string,
  { host = 'www.example.com', clientAddress, serverAddress, port = 80 }: ProxyRequestOptions & { port?: number } = {},
): Promise<IncomingMessage> {
  const createConnection = () => machine.connect(port, { clientAddress, serverAddress });
  const asked = request({ path, headers: { host }, createConnection }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.resume();
}
