import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { connectRaw } from './testing/raw-connection.ts';
import { secret, startStoredSite } from './testing/stored-site.ts';

/** How long an answer may take, in milliseconds: generous, since the machine may be busy. */
const patience = 3000;

/** One of the words of a text. */
const oneOf = (words: string) => fc.constantFrom(...words.trim().split(/\s+/));

const method = fc.oneof(
  { weight: 6, arbitrary: oneOf('GET HEAD POST OPTIONS') },
  { weight: 2, arbitrary: oneOf('PUT DELETE TRACE CONNECT PROPFIND QUERY M-SEARCH') },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);

const known =
  oneOf(`/ /about /contact /assets/a-1.js /api/content/contact /functions/v1/send-contact-email /auth/v1/token
  /healthz /readyz`);
const segment = fc.oneof(
  fc.constantFrom('..', '.', '', '%2e%2e', '%00', '%', '%ff', '%0a', '\\', '*', 'index.html', '__proto__', 'a.data'),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const address = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 3, arbitrary: fc.tuple(known, fc.array(segment, { maxLength: 4 })).map((parts) => parts.flat().join('/')) },
  { weight: 2, arbitrary: fc.tuple(known, fc.webQueryParameters()).map((parts) => parts.join('?')) },
  { weight: 2, arbitrary: fc.oneof(fc.webUrl(), fc.string({ unit: 'binary', maxLength: 200 })) },
);

const contentType = oneOf(
  'application/json application/x-www-form-urlencoded multipart/form-data;boundary=x text/plain /',
);
const value = fc.oneof(
  oneOf('* */* identity;q=0 *;q=0 "a" bytes=0- null -1 https://evil.example cross-site same-origin 100-continue'),
  fc.constantFrom('', 'gzip;q=0, br;q=x', 'W/"a", *', '192.0.2.1, unknown', 'x'.repeat(3000)),
  fc.string({ maxLength: 40 }),
);
const name = fc.oneof(
  oneOf(`Accept Accept-Encoding If-None-Match If-Modified-Since Range Origin Sec-Fetch-Site X-Forwarded-For X-Forwarded-Host
    Forwarded Authorization Cookie Idempotency-Key Access-Control-Request-Method Content-Encoding Upgrade Accept-Version`),
  fc.stringMatching(/^[a-zA-Z-]{1,20}$/),
);
const headers = fc.array(fc.tuple(name, value), { maxLength: 8 });

const keys = fc.constantFrom(...Object.keys(fields), '__proto__', 'constructor', 'form-key', 'website');
const form = fc.dictionary(keys, fc.string({ unit: 'binary', maxLength: 300 }));
const encoded = form.map((entries) =>
  new URLSearchParams(Object.entries(entries).map(([key, text]) => [key, text.toWellFormed()])).toString(),
);
const body = fc.oneof(
  fc.constantFrom('', '['.repeat(20_000), 'x'.repeat(70_000)),
  fc.json(),
  form.map((entries) => JSON.stringify(entries)),
  form.map((entries) => JSON.stringify({ ...fields, ...entries })),
  encoded,
  fc.string({ unit: 'binary', maxLength: 500 }),
);
const submission = fc.constantFrom(
  ['POST', '/functions/v1/send-contact-email', 'application/json'],
  ['POST', '/contact', 'application/x-www-form-urlencoded'],
);
const target = fc.oneof(
  { weight: 1, arbitrary: submission },
  { weight: 3, arbitrary: fc.tuple(method, address, contentType) },
);

const request = fc.record({ target, headers, body, isChunked: fc.boolean() }).map((parts) => {
  const [method, address, type] = parts.target;
  const bytes = Buffer.from(parts.body);
  const chunk = bytes.length === 0 ? '' : `${bytes.length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`;
  const length = `Content-Length: ${bytes.length}\r\n\r\n${bytes.toString('latin1')}`;
  const begin = `${method} ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n`;
  const more = parts.headers.map(([name, text]) => `${name}: ${text}\r\n`).join('');
  // One character a byte: a counterexample is to be read.
  const head = Buffer.from(begin + more).toString('latin1');
  return head + (parts.isChunked ? `Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n` : length);
});

/** All that comes back until the server closes the connection, which it has to do in time. The client sends no more. */
async function send(url: string, bytes: string): Promise<string> {
  const { socket, closed } = await connectRaw(url);
  socket.end(bytes, 'latin1');
  const late = new AbortController();
  const failed = setTimeout(patience, 'The connection stayed open', late).catch(() => '');
  return Promise.race([closed, failed]).finally(() => {
    late.abort();
    socket.destroy();
  });
}

/** Reads the answers one after the other. Throws where one of them is not complete. */
function readAnswers(text: string, isHead: boolean): { status: number; body: string }[] {
  if (text === '') return [];
  const [head, status] = /^HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/.exec(text) ?? [];
  if (head === undefined) throw new Error(`No answer: ${text.slice(0, 200)}`);
  const behind = text.slice(head.length);
  // What is no HTTP is answered with a body, whatever its method seemed to be.
  const isEmpty = /^(?:1..|204|304)$/.test(`${status}`) || (isHead && /^(?:$|HTTP\/1\.1 )/.test(behind));
  const length = isEmpty ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  if (!(behind.length >= length)) throw new Error(`${behind.length} of ${length} bytes: ${head}`);
  return [{ status: Number(status), body: behind.slice(0, length) }, ...readAnswers(behind.slice(length), isHead)];
}

const telltale =
  /\bat .+:\d+:\d+|node:internal|node_modules|\/(?:home|root|tmp|usr|var|work)\/|\.ts\b|ECONN|SQLITE|FST_ERR/;

it('whatever is sent is answered completely and in time, without a fault of ours and a word about our insides', async () => {
  const { url, log } = await startStoredSite();
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      for (const { status, body } of readAnswers(await send(url, bytes), bytes.startsWith('HEAD '))) {
        // 501 is what /auth/v1 answers always.
        expect(status === 501 ? 0 : status).toBeLessThan(500);
        expect(body).not.toMatch(telltale);
        expect(body).not.toContain(secret);
      }
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect(log()).not.toContain('request failed');
}, 60_000);
