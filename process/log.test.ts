import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loggablePath } from './log.ts';
import { recordedLog } from '../start/testing/site-under-test.ts';

/** Characters that end a line or act on a terminal, in JSON or somewhere that JSON is copied to. */
const acting = /[\p{C}\p{Zl}\p{Zp}]/u;

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\n', '\r', '\u001B[2J', '\u009B31m', '\u0085', '\u2028', '\u2029', '\u202E', '\uD800', '"', '\\'),
    fc.constantFrom('","level":60,"msg":"', '}\n{', '@', '%40', '?', '/'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  ),
  maxLength: 300,
});

describe('the log', () => {
  it('is one JSON object a line, whatever is logged', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { log, lines } = recordedLog();
        log.info({ path: text, err: new Error(text) }, 'a fault');
        log.child({ requestId: text }).warn(text);
        expect(lines).toHaveLength(2);
        for (const line of lines) expect(line.slice(0, -1)).not.toMatch(acting);
        const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(first).toMatchObject({ level: 30, path: text, msg: 'a fault' });
        expect(second).toMatchObject({ level: 40, requestId: text });
      }),
    );
  });

  it('keeps personal data out, should it be handed over by mistake', () => {
    const { log, lines } = recordedLog();
    const person = { name: 'Ada', email: 'ada@example.com', message: 'private words' };
    const request = { method: 'GET', url: '/x?name=Ada', ip: '192.0.2.7', headers: { cookie: 'Ada' }, body: person };
    log.warn({ enquiry: person, mail: person, body: person, email: person.email, req: request }, 'oops');
    expect(lines.join('')).not.toMatch(/Ada|ada@|private|192\.0\.2/);
    expect(lines.join('')).toContain('"req":{"method":"GET","path":"/x"}');
  });
});

describe('a path for the log', () => {
  it.each([
    ['/about', '/about'],
    ['/search?email=ada@example.com', '/search'],
    ['/unsubscribe/ada@example.com/now', '/unsubscribe/[address]/now'],
    ['/unsubscribe/ada%40example.com', '/unsubscribe/[address]'],
    ['/a%0Ab', '/a%0Ab'],
    ['/a\u0000\u001B[31m\u009B\u2028\u202Eb', '/a\uFFFD\uFFFD[31m\uFFFD\uFFFD\uFFFDb'],
  ])('is made of %j', (url, path) => expect(loggablePath(url)).toBe(path));

  it('has 200 characters at most, nothing that acts on a terminal, no query and no address', () => {
    fc.assert(
      fc.property(hostile, (url) => {
        const path = loggablePath(url);
        expect(path.length).toBeLessThanOrEqual(200);
        expect(path).not.toMatch(acting);
        expect(path).not.toMatch(/[?@]|%40/);
      }),
    );
  });
});
