import { connect } from 'node:net';

/** What every answer to the same request has in common. */
export interface KnownAnswer {
  /** Head and body, in bytes. Dates and ids differ, but not in length. */
  length: number;
  /** Whether what arrived is the beginning of an answer with the expected status. */
  beginsAs(bytes: Uint8Array): boolean;
  /** To read into: larger than most answers. */
  buffer: Uint8Array;
}

/** Asks once, and reads the whole answer to learn its length. */
export async function learnAnswer(asked: {
  port: number;
  host: string;
  request: Buffer;
  status: number;
}): Promise<KnownAnswer> {
  const { port, host, request, status } = asked;
  const socket = connect({ port, host });
  socket.write(request);
  let received = Buffer.alloc(0);
  for await (const part of socket) {
    received = Buffer.concat([received, part as Buffer]);
    if (isComplete(received)) break;
  }
  socket.destroy();
  const expected = Buffer.from(`HTTP/1.1 ${status} `);
  return {
    length: received.length,
    beginsAs: (bytes) => expected.every((byte, at) => bytes[at] === byte),
    buffer: Buffer.alloc(256 * 1024),
  };
}

function isComplete(received: Buffer): boolean {
  const text = received.toString('latin1');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return false;
  if (/^transfer-encoding: *chunked/im.test(head)) return text.endsWith('\r\n0\r\n\r\n');
  const bodyLength = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return received.length >= head.length + 4 + bodyLength;
}
