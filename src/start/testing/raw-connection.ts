import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  socket: Socket;
  /** Returns the data received so far, one character per byte. */
  received(): string;
  /** Resolves to the received data once the connection is closed on both sides or reset. */
  closed: Promise<string>;
}

/** Connects, and keeps its side open until the server ends the connection. Destroyed when the test ends. */
export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const connected = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  let received = '';
  socket.on('connect', connected.resolve);
  // Resets are what these tests provoke: they count as closed.
  socket.on('error', () => connected.resolve());
  socket.on('data', (part) => (received += part.toString('latin1')));
  socket.on('close', () => closed.resolve(received));
  onTestFinished(() => void socket.destroy());
  await connected.promise;
  return { socket, received: () => received, closed: closed.promise };
}

/** Sends bytes and ends its side. Resolves to the data received until the server closed the connection. */
export async function exchangeBytes(url: string, bytes: string | Buffer): Promise<string> {
  const { socket, closed } = await connectRaw(url);
  socket.on('end', () => socket.end());
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return closed;
}
