import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  socket: Socket;
  /** Everything that has come back so far, one character a byte. */
  received(): string;
  /** Resolves to that once both sides are closed, in whatever way. */
  closed: Promise<string>;
}

/** A connection that keeps its side open until the server ends it. Destroyed when the test ends. */
export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const connected = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  let received = '';
  socket.on('connect', connected.resolve);
  // What the server resets or drops is what these tests are about: it counts as closed.
  socket.on('error', () => connected.resolve());
  socket.on('data', (part) => (received += part.toString('latin1')));
  socket.on('close', () => closed.resolve(received));
  onTestFinished(() => void socket.destroy());
  await connected.promise;
  return { socket, received: () => received, closed: closed.promise };
}

/** Sends bytes as they are, and then nothing more; resolves to what came back until the server had closed the connection. */
export async function converse(url: string, bytes: string | Buffer): Promise<string> {
  const { socket, closed } = await connectRaw(url);
  socket.on('end', () => socket.end());
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return closed;
}
