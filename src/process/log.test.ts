import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { exchangeBytes } from '../start/testing/raw-connection.ts';
import { createRecordedLog, startTestServer } from '../start/testing/test-server.ts';
import { createLog, redactPath } from './log.ts';

/** Characters that end a line or act on a terminal, in JSON or somewhere that JSON is copied to. */
const acting = /[\p{C}\p{Zl}\p{Zp}]/u;

const marker = 'Xyzzy';
const part = fc.oneof(
  fc.constantFrom('\r\n', '\n', '\r', '\u0000', '\u001B[2J', '\u009B31m', '\u0085', '\u2028', '\u2029', '\u202E'),
  fc.constantFrom('\uD800', '"', '\\', '@', '%40', '%0A', '?', '/', '%s %j', '${jndi:x}'),
  fc.constantFrom('","level":60,"msg":"', '}\n{', '{"level":60,"time":1,"msg":"', '"}\n{"level":60}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
);
const hostile = fc.array(part, { maxLength: 100 }).map((parts) => parts.join(''));
const marked = fc.array(part, { maxLength: 8 }).map((parts) => marker + parts.join(marker));

/** Reads the log as a collector does: a line is what ends with \n, and every line is an object of ours. */
function linesOf(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => {
    expect(line).not.toMatch(acting);
    const object = JSON.parse(line) as Record<string, unknown>;
    expect(Object.keys(object).slice(0, 2)).toEqual(['level', 'time']);
    return object;
  });
}

describe('the log', () => {
  it('is one JSON object a line, whatever is logged', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { log, lines } = createRecordedLog();
        log.info({ path: text, err: new Error(text) }, 'a fault');
        log.child({ requestId: text }).warn(text);
        expect(linesOf(lines.join(''))).toMatchObject([
          { level: 30, path: text, msg: 'a fault' },
          { level: 40, requestId: text },
        ]);
      }),
    );
  });

  it('keeps personal data out, should it be handed over by mistake', () => {
    const { log, lines } = createRecordedLog();
    const person = { name: 'Ada', email: 'ada@example.com', message: 'private words' };
    const request = { method: 'GET', url: '/x?name=Ada', ip: '192.0.2.7', headers: { cookie: 'Ada' }, body: person };
    log.warn({ enquiry: person, mail: person, body: person, email: person.email, req: request }, 'oops');
    expect(lines.join('')).not.toMatch(/Ada|ada@|private|192\.0\.2/);
    expect(lines.join('')).toContain('"req":{"method":"GET","path":"/x"}');
  });
});

it('of a flood of refusals the log has twenty a second, and how many more of each status; of what is no refusal, all', () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const read = () => linesOf(lines.splice(0).join(''));
  for (const _second of [1, 2]) {
    for (let count = 0; count < 30; count += 1)
      for (const status of [200, 399, 400, 499, 500]) log.info({ status }, 'request');
    const written = read().map(({ status }) => status);
    const times = (wanted: number) => written.filter((status) => status === wanted).length;
    expect([200, 399, 400, 499, 500].map(times)).toEqual([30, 30, 10, 10, 30]);
    vi.advanceTimersByTime(1000);
    expect(read()).toMatchObject([{ refused: { 400: 20, 499: 20 }, msg: 'more requests were refused' }]);
  }
  log.info({ status: 404 }, 'request');
  vi.advanceTimersByTime(1000);
  expect(read()).toMatchObject([{ status: 404 }]);
});

it.each([
  ['/search?email=ada@example.com', '/search'],
  ['/unsubscribe/ada@example.com/now', '/unsubscribe/[address]/now'],
  ['/unsubscribe/ada%40example.com', '/unsubscribe/[address]'],
  ['/draft/abc', '/draft/[token]'],
  [`/${'x'.repeat(300)}`, `/${'x'.repeat(199)}`],
  ['/a\u0000\u001B[31m\u009B\u2028\u202Eb', '/a\uFFFD\uFFFD[31m\uFFFD\uFFFD\uFFFDb'],
])('a path for the log is made of %j', (url, path) => expect(redactPath(url)).toBe(path));

it('a hostile request cannot forge a line of the log, nor get a word of its fields, query or headers into it', async () => {
  const site = await startTestServer();
  /** Sends a POST as bytes, which `fetch` would clean up first. */
  function post(path: string, headers: Record<string, string>, body: string) {
    const all = { host: 'x', connection: 'close', 'content-length': `${Buffer.byteLength(body)}`, ...headers };
    const lines = [`POST ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''];
    return exchangeBytes(site.url, Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), Buffer.from(body)]));
  }
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await fc.assert(
    fc.asyncProperty(marked, fc.constantFrom(...Object.keys(sampleFields)), async (text, field) => {
      const before = linesOf(site.log()).length;
      // As far as HTTP lets it through in a header: every byte but control characters below 128.
      const bytes = Buffer.from(text)
        .toString('latin1')
        .replaceAll(/[\0-\u001F\u007F]/g, '_');
      const headers = { 'user-agent': bytes, referer: bytes, 'x-forwarded-for': bytes, 'x-request-id': bytes };
      const query = `?q=${encodeURIComponent(text.toWellFormed())}`;
      const keyed = { ...headers, ...json, 'idempotency-key': bytes };
      await post(sendContactEmailPath + query, keyed, JSON.stringify({ ...sampleFields, [field]: text }));
      await post(sendContactEmailPath, keyed, `{"name":"${text}`);
      await post(`/contact${query}`, { ...headers, ...form }, text);
      const lines = linesOf(site.log()).slice(before);
      expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'request']);
      expect(site.log()).not.toContain(marker);
    }),
    { numRuns: 50 },
  );
  expect(site.log()).toContain('"status":200');
  expect(site.log()).not.toContain('127.0.0.1"');
});
