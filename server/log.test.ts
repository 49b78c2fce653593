import { describe, expect, it } from 'vitest';
import { loggablePath } from './log.ts';
import { recordedLog } from './testing/site-under-test.ts';

describe('the log', () => {
  it('is one JSON object a line', () => {
    const { log, lines } = recordedLog();
    log.info({ path: '/a\n{"level":60}' }, 'one\ntwo');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, path: '/a\n{"level":60}', msg: 'one\ntwo' });
  });

  it('keeps personal data out, should it be handed over by mistake', () => {
    const { log, lines } = recordedLog();
    const person = { name: 'Ada', email: 'ada@example.com', message: 'private words' };
    log.warn({ enquiry: person, mail: person, body: person, email: person.email, req: { ip: '192.0.2.7' } }, 'oops');
    expect(lines.join('')).not.toMatch(/Ada|ada@|private|192\.0\.2/);
  });
});

describe('a path for the log', () => {
  it.each([
    ['/about', '/about'],
    ['/search?email=ada@example.com', '/search'],
    ['/a%0Ab', '/a%0Ab'],
    ['/a\u0000\u001B[31m\u009B\u2028\u202Eb', '/a\uFFFD\uFFFD[31m\uFFFD\uFFFD\uFFFDb'],
  ])('is made of %j', (url, path) => expect(loggablePath(url)).toBe(path));

  it('has 200 characters at most', () => {
    expect(loggablePath(`/${'x'.repeat(5000)}`)).toHaveLength(200);
  });
});
