import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
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
    const result = await load(url, seconds);
    return {
      perSecond: result['2xx'] / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      acknowledged: result['2xx'],
      others: result.non2xx + result.errors,
    };
  } finally {
    server.stdin.end();
    await ended;
  }
}

let sent = 0;

function load(url: string, duration: number): Promise<autocannon.Result> {
  return autocannon({
    url,
    connections: 50,
    duration,
    requests: [
      {
        method: 'POST',
        path: sendContactEmailPath,
        setupRequest(request) {
          sent += 1;
          const unique = `${process.pid}-${sent}`;
          return {
            ...request,
            headers: { 'content-type': 'application/json', 'idempotency-key': unique },
            body: JSON.stringify({
              name: 'Ada Example',
              email: `ada.${unique}@example.com`,
              company: 'Example Ltd',
              subject: `A quotation for part ${unique}`,
              message: `Good morning, please call me back about part ${unique}. `.repeat(8),
            }),
          };
        },
      },
    ],
  });
}
