import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendContactEmailPath } from '../server/http/send-contact-email.ts';

export interface Receiving {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  /** How many enquiries were answered with success. */
  acknowledged: number;
  others: number;
}

const clients = 50;

/** Sends enquiries by 50 clients to a server process of its own, each with words and a key of its own. */
export async function measureReceiving(databaseUrl: string, seconds: number): Promise<Receiving> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'enquiry-server.ts')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const [url] = (await once(createInterface(server.stdout), 'line')) as [string];
  try {
    await load(url, 2);
    return await load(url, seconds);
  } finally {
    server.stdin.end();
    await ended;
  }
}

/** Raw HTTP, as in server-load.ts and for the same reason: a client that does more holds up the server. */
async function load(url: string, seconds: number): Promise<Receiving> {
  const latencies = createHistogram();
  const counts = { acknowledged: 0, others: 0 };
  const sockets: Socket[] = [];
  const begun = performance.now();
  for (let client = 0; client < clients; client += 1) {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
    sockets.push(socket);
    let since = 0;
    const send = (): void => {
      since = performance.now();
      socket.write(submission());
    };
    socket.on('connect', send);
    // An answer is shorter than a packet, so that it comes as one.
    socket.on('data', (answer) => {
      counts[answer.subarray(0, 13).equals(success) ? 'acknowledged' : 'others'] += 1;
      latencies.record(Math.max(1, Math.round((performance.now() - since) * 1000)));
      send();
    });
    socket.on('error', () => (counts.others += 1));
  }
  await sleep(seconds * 1000);
  const passed = (performance.now() - begun) / 1000;
  // What is under way now may still be stored: it is acknowledged to nobody.
  const measured = { ...counts };
  for (const socket of sockets) socket.removeAllListeners('data').on('data', () => {});
  for (const socket of sockets) socket.destroy();
  return {
    perSecond: measured.acknowledged / passed,
    p50: latencies.percentile(50) / 1000,
    p99: latencies.percentile(99) / 1000,
    ...measured,
  };
}

const success = Buffer.from('HTTP/1.1 200 ');
let sent = 0;

function submission(): string {
  sent += 1;
  const unique = `${process.pid}-${sent}`;
  const body = JSON.stringify({
    name: 'Ada Example',
    email: `ada.${unique}@example.com`,
    company: 'Example Ltd',
    subject: `A quotation for part ${unique}`,
    message: `Good morning, please call me back about part ${unique}. `.repeat(8),
  });
  return [
    `POST ${sendContactEmailPath} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `idempotency-key: ${unique}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
