import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Ends } from './machine.ts';
import type { Proxy } from './proxies.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Question extends Ends {
  method?: string;
  /** Host of the request. */
  host?: string;
  /** Server name for TLS, if it differs. */
  serverName?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request for www.example.com to the proxy over HTTP/2. Rejects if TLS or the connection fails. */
export async function ask(proxy: Proxy, path: string, question: Question = {}): Promise<Answer> {
  const { host = 'www.example.com', serverName = host, from, to } = question;
  const session = await openHttp2(proxy, { serverName, from, to });
  return askIn(session, path, question).finally(() => session.destroy());
}

/** Sends all requests at once over one connection. */
export async function askAll(proxy: Proxy, paths: readonly string[], question: Question): Promise<Answer[]> {
  const session = await openHttp2(proxy, { ...question, serverName: question.host });
  return Promise.all(paths.map((path) => askIn(session, path, question))).finally(() => session.destroy());
}

/** Sends a request. Rejects if its stream ends without a response. */
async function askIn(session: ClientHttp2Session, path: string, question: Question): Promise<Answer> {
  const { method = 'GET', host = 'www.example.com', headers = {}, body } = question;
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
  { serverName = 'www.example.com', from, to }: Ends & { serverName?: string | undefined } = {},
): Promise<ClientHttp2Session> {
  const socket = await openTls(proxy, { servername: serverName, ALPNProtocols: ['h2'] }, { from, to });
  if (socket.alpnProtocol !== 'h2') throw new Error(`It speaks ${String(socket.alpnProtocol)}`);
  const session = connect(`https://${serverName}`, { createConnection: () => socket });
  return session.on('error', () => {});
}

/** Resolves to a TLS connection to the proxy. Rejects if the handshake fails. */
export async function openTls(proxy: Proxy, options: ConnectionOptions = {}, ends: Ends = {}): Promise<TLSSocket> {
  const socket = proxy.machine.connect(443, ends);
  const tls = connectTls({ socket, ca: proxy.certificate, servername: 'www.example.com', ...options });
  await once(tls, 'secureConnect');
  return tls;
}

/** Sends a request over plain HTTP, and ignores the body. Rejects without a response. */
export async function askInPlainText(
  { machine }: Proxy,
  path: string,
  { host = 'www.example.com', from, to, port = 80 }: Question & { port?: number } = {},
): Promise<IncomingMessage> {
  const createConnection = () => machine.connect(port, { from, to });
  const asked = request({ path, headers: { host }, createConnection }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.resume();
}
