import { once } from 'node:events';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { Proxy } from './proxies.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Question {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of this machine to ask from: 127.0.0.1 to 127.255.255.254. */
  from?: string;
}

/** Asks the proxy over HTTP/2 for an address of www.example.com. Rejects where TLS or the connection fails. */
export async function ask(proxy: Proxy, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', host = 'www.example.com', headers = {}, body, from = '127.0.0.1' } = question;
  const session = await open(proxy, host, from);
  try {
    // As browsers do; a proxy can only refuse early what says how long it is.
    const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
    const stream = session.request({ ':method': method, ':authority': host, ':path': path, ...length, ...headers });
    // A proxy may answer before it has read everything, and then ends the stream.
    stream.on('error', () => {});
    const closed = new AbortController();
    stream.once('close', () => closed.abort(new Error('The stream was closed without an answer')));
    const answered = once(stream, 'response', closed) as Promise<[IncomingHttpHeaders]>;
    stream.end(body);
    const [received] = await answered;
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    // The answer may be whole while the rest of the question is never asked for, and the stream stays open.
    if (!stream.closed) await new Promise<void>((resolve) => stream.once('end', resolve).once('close', resolve));
    return { status: Number(received[':status']), headers: received, body: Buffer.concat(parts) };
  } finally {
    session.destroy();
  }
}

async function open(proxy: Proxy, host: string, from: string): Promise<ClientHttp2Session> {
  const options = { ca: proxy.certificate, servername: host, localAddress: from, lookup: undefined };
  const session = connect(`https://127.0.0.1:${proxy.httpsPort}`, options);
  await once(session, 'connect');
  const { alpnProtocol } = session.socket as TLSSocket;
  if (alpnProtocol !== 'h2') throw new Error(`It speaks ${String(alpnProtocol)}`);
  return session;
}
