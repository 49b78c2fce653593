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
  { weight: 2, arbitrary: oneOf('PUT DELETE PATCH TRACE CONNECT PROPFIND QUERY M-SEARCH') },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);

const known =
  oneOf(`/ /about /contact /assets/a-1.js /api/content/contact /functions/v1/send-contact-email /auth/v1/token
  /healthz /readyz`);
const segment = fc.oneof(
  fc.constantFrom('..', '.', '', '%2e%2e', '%00', '%', '%ff', '%0a', '\\', '*', 'index.html', '__proto__', 'a.data'),
  fc.webSegment(),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const address = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 3, arbitrary: fc.tuple(known, fc.array(segment, { maxLength: 4 })).map((parts) => parts.flat().join('/')) },
  { weight: 2, arbitrary: fc.tuple(known, fc.webQueryParameters()).map((parts) => parts.join('?')) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  '/',
  '',
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
const body = fc.oneof(
  fc.constant(''),
  fc.json(),
  form.map((entries) => JSON.stringify(entries)),
  form.map((entries) => JSON.stringify({ ...fields, ...entries })),
  form.map((entries) =>
    new URLSearchParams(Object.entries(entries).map(([key, text]) => [key, text.toWellFormed()])).toString(),
  ),
  fc.constant('['.repeat(20_000)),
  fc.constant('x'.repeat(70_000)),
  fc.string({ unit: 'binary', maxLength: 500 }),
);
const framing = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('length', 'chunks') },
  { weight: 1, arbitrary: fc.constantFrom('none', 'both', 'too long', 'nonsense') },
);

const submission = fc.constantFrom(
  ['POST', '/functions/v1/send-contact-email', 'application/json'],
  ['POST', '/contact', 'application/x-www-form-urlencoded'],
);
const target = fc.oneof(
  { weight: 1, arbitrary: submission },
  { weight: 3, arbitrary: fc.tuple(method, address, contentType) },
);

const request = fc.record({ target, headers, body, framing }).map((parts) => {
  const [method, address, type] = parts.target;
  const bytes = Buffer.from(parts.body);
  const [lengths, payload] = frame(bytes, parts.framing);
  const begin = `${method} ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n`;
  const more = parts.headers.map(([name, text]) => `${name}: ${text}\r\n`).join('');
  // One character a byte: a counterexample is to be read.
  return Buffer.concat([Buffer.from(`${begin}${more}${lengths}\r\n`), payload]).toString('latin1');
});

/** What a body is announced by, and how it is sent then. */
function frame(body: Buffer, framing: string): [lengths: string, payload: Buffer] {
  const chunks = body.length === 0 ? '' : `${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n`;
  const inChunks = Buffer.from(`${chunks}0\r\n\r\n`, 'latin1');
  const length = `Content-Length: ${body.length + (framing === 'too long' ? 1 : 0)}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  if (framing === 'length' || framing === 'too long') return [length, body];
  if (framing === 'none') return ['', body];
  return [framing === 'both' ? length + chunked : chunked, framing === 'nonsense' ? body : inChunks];
}

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

it(
  'whatever is sent is answered completely and in time, without a fault of ours and without a word about our insides',
  { timeout: 60_000 },
  async () => {
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
  },
);
