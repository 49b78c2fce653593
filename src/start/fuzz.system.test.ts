import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { exchangeBytes } from './testing/raw-connection.ts';
import { secret, startServerWithPages } from './testing/server-with-pages.ts';

/** How long an answer may take, in milliseconds: generous, since the machine may be busy. */
const patience = 3000;

/** One of the words of a text. */
const oneOf = (words: string) => fc.constantFrom(...words.trim().split(/\s+/));

/** Values of unexpected types. */
const odd = fc.oneof(
  oneOf(String.raw`.. . %2e%2e %00 % %ff %0a \ * index.html __proto__ a.data */* identity;q=0 *;q=0 "a" W/"a",* bytes=0-
    null -1 https://evil.example cross-site same-origin 100-continue gzip;q=0,br;q=x 192.0.2.1,unknown websocket`),
  fc.constantFrom('', 'x'.repeat(3000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const method = fc.oneof(
  { weight: 6, arbitrary: oneOf('GET HEAD POST OPTIONS') },
  { weight: 2, arbitrary: oneOf('PUT DELETE TRACE CONNECT PROPFIND QUERY M-SEARCH') },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);
const known = oneOf(`/ /about /contact /assets/a-1.js /api/content/contact ${sendContactEmailPath} /auth/v1/token
  /healthz /readyz`);
const address = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 3, arbitrary: fc.tuple(known, fc.array(odd, { maxLength: 4 })).map((parts) => parts.flat().join('/')) },
  { weight: 2, arbitrary: fc.tuple(known, fc.webQueryParameters()).map((parts) => parts.join('?')) },
  { weight: 2, arbitrary: fc.oneof(fc.webUrl(), odd) },
);
const name = fc.oneof(
  oneOf(`Accept Accept-Encoding If-None-Match If-Modified-Since Range Origin Sec-Fetch-Site X-Forwarded-For X-Forwarded-Host
    Forwarded Authorization Cookie Idempotency-Key Access-Control-Request-Method Content-Encoding Upgrade Accept-Version`),
  fc.stringMatching(/^[a-zA-Z-]{1,20}$/),
);
const keys = fc.constantFrom(...Object.keys(sampleFields), '__proto__', 'constructor', 'form-key', 'website');
const form = fc.dictionary(keys, fc.string({ unit: 'binary', maxLength: 300 }));
const body = fc.oneof(
  fc.constantFrom('', '['.repeat(20_000), 'x'.repeat(70_000)),
  fc.json(),
  form.map((entries) => JSON.stringify({ ...sampleFields, ...entries })),
  form.map((entries) =>
    Object.entries(entries)
      .map(([key, text]) => `${key}=${encodeURIComponent(text.toWellFormed())}`)
      .join('&'),
  ),
);
const json = 'application/json';
const type = oneOf(`${json} application/x-www-form-urlencoded multipart/form-data;boundary=x text/plain /`);
const submission = fc.constantFrom(
  ['POST', sendContactEmailPath, json],
  ['POST', '/contact', 'application/x-www-form-urlencoded'],
);
const target = fc.oneof(
  { weight: 1, arbitrary: submission },
  { weight: 3, arbitrary: fc.tuple(method, address, type) },
);
const headers = fc.array(fc.tuple(name, odd), { maxLength: 8 });

const request = fc.record({ target, headers, body }).map(({ target: [method, address, type], headers, body }) => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const lines = [`Content-Type: ${type}`, ...headers.map((parts) => parts.join(': ')), length, '', body];
  const begin = [`${method} ${address} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
  // One character a byte: a counterexample is to be read.
  return Buffer.from([...begin, ...lines].join('\r\n')).toString('latin1');
});

const telltale =
  /\bat .+:\d+:\d+|node:internal|node_modules|\/(?:home|root|tmp|usr|var|work)\/|\.ts\b|ECONN|SQLITE|FST_ERR/;

it('whatever is sent is answered completely and in time, without a fault of ours and a word about our insides', async () => {
  const { url, log } = await startServerWithPages();
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      const late = setTimeout(patience, 'The connection stayed open', { ref: false });
      const answer = (await Promise.race([exchangeBytes(url, bytes), late])).replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '');
      if (answer === '') return;
      const [head, status] = /^HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/.exec(answer) ?? [answer];
      const text = answer.slice(head.length);
      const length = /^content-length: (\d+)/im.exec(head)?.[1] ?? '0';
      // Malformed HTTP is answered with a body, whatever its method.
      const hasNone = text === '' && (bytes.startsWith('HEAD ') || status === '304');
      expect(text).toHaveLength(hasNone ? 0 : Number(length));
      // 501 is what /auth/v1 answers always.
      expect(status === '501' ? 0 : Number(status)).toBeLessThan(500);
      expect(text).not.toMatch(telltale);
      expect(text).not.toContain(secret);
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect(log()).not.toContain('request failed');
}, 60_000);
