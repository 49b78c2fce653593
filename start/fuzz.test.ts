import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
  const lines = [
    `${method} ${address} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Type: ${type}`,
    ...parts.headers.map(([name, text]) => `${name}: ${text}`),
    ...lengths,
  ];
  // One character a byte: a counterexample is to be read.
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload]).toString('latin1');
});

function frame(body: Buffer, framing: string): [lengths: string[], payload: Buffer] {
  const chunks = body.length === 0 ? '' : `${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n`;
  const isChunked = framing === 'chunks' || framing === 'both' || framing === 'nonsense';
  const hasLength = framing === 'length' || framing === 'both' || framing === 'too long';
  const lengths = [
    ...(hasLength ? [`Content-Length: ${body.length + (framing === 'too long' ? 1 : 0)}`] : []),
    ...(isChunked ? ['Transfer-Encoding: chunked'] : []),
  ];
  return [lengths, isChunked && framing !== 'nonsense' ? Buffer.from(`${chunks}0\r\n\r\n`, 'latin1') : body];
}

/** All that comes back until the server closes the connection; null where it does not in time. The client sends no more. */
async function send(url: string, bytes: string): Promise<string | null> {
  const { socket, closed } = await connectRaw(url);
  socket.end(bytes, 'latin1');
  const done = new AbortController();
  const late = setTimeout(patience, null, done).catch(() => null);
  return Promise.race([closed, late]).finally(() => {
    done.abort();
    socket.destroy();
  });
}

interface Answer {
  status: number;
  body: string;
}

/** Reads the answers one after the other. Throws where one of them is not complete. */
function readAnswers(text: string, isHead: boolean): Answer[] {
  const answers: Answer[] = [];
  let rest = text;
  while (rest !== '') {
    const at = rest.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(rest)?.[1]);
    if (at === -1 || Number.isNaN(status)) throw new Error(`No answer: ${rest.slice(0, 200)}`);
    const head = rest.slice(0, at);
    const behind = rest.slice(at + 4);
    // What is no HTTP is answered with a body, whatever its method seemed to be.
    const isForHead = isHead && (behind === '' || behind.startsWith('HTTP/1.1 '));
    const [body, after] = readBody(behind, head, isForHead || status < 200 || status === 204 || status === 304);
    answers.push({ status, body });
    rest = after;
  }
  return answers;
}

function readBody(text: string, head: string, isEmpty: boolean): [body: string, after: string] {
  if (isEmpty) return ['', text];
  if (!/^transfer-encoding: chunked/im.test(head)) {
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (text.length < length) throw new Error(`${text.length} of ${length} bytes`);
    return [text.slice(0, length), text.slice(length)];
  }
  let body = '';
  let rest = text;
  for (;;) {
    const [line, size] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    if (line === undefined || size === undefined) throw new Error('A chunk is missing');
    const length = Number.parseInt(size, 16);
    body += rest.slice(line.length, line.length + length);
    rest = rest.slice(line.length + length + 2);
    if (length === 0) return [body, rest];
  }
}

const telltale =
  /\bat .+:\d+:\d+|node:internal|node_modules|\/(?:home|root|tmp|usr|var|work)\/|\.ts\b|ECONN|SQLITE|FST_ERR/;

describe('whatever is sent', { timeout: 60_000 }, () => {
  it('is answered completely and in time, without a fault of ours and without a word about our insides', async () => {
    const { url, log } = await startStoredSite();
    await fc.assert(
      fc.asyncProperty(request, async (bytes) => {
        const text = await send(url, bytes);
        if (text === null) throw new Error('The connection stayed open');
        for (const { status, body } of readAnswers(text, bytes.startsWith('HEAD '))) {
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
  });
});
