import { describe, expect, it } from 'vitest';
import { converse } from './testing/raw-connection.ts';
import { secret, startStoredSite } from './testing/stored-site.ts';

/** Status, headers and body of the only answer in `text`. */
function readOnlyAnswer(text: string): { status: number; head: string; body: string } {
  expect(text.match(/HTTP\/1\.1 \d{3} /g) ?? []).toHaveLength(1);
  const at = text.indexOf('\r\n\r\n');
  return { status: Number(text.slice(9, 12)), head: text.slice(0, at), body: text.slice(at + 4) };
}

describe('an address that leads out of the site, or pretends to', () => {
  const addresses: [address: string, status: number][] = [
    ['/..', 404],
    ['/../secret.html', 404],
    ['/../../../../../../../../etc/passwd', 404],
    ['/assets/../../../.env', 404],
    ['/../client-secret/index.html', 404],
    ['/../client-secret/', 404],
    ['/../client-secret', 404],
    ['/about/../contact', 404],
    ['/./about', 404],
    ['/assets/./a-1.js', 404],
    ['/%2e%2e/secret.html', 404],
    ['/%2e%2e%2fsecret.html', 404],
    ['/..%2fsecret.html', 404],
    ['/..%c0%afsecret.html', 404],
    ['/%c0%ae%c0%ae/secret.html', 404],
    ['/%252e%252e/secret.html', 404],
    ['/%252e%252e%252fsecret.html', 404],
    ['/..\\secret.html', 404],
    ['\\..\\secret.html', 400],
    ['/%5c..%5csecret.html', 404],
    ['/..%255csecret.html', 404],
    ['/%00', 404],
    ['/about%00.html', 404],
    ['/about\0', 400],
    ['/%ff', 404],
    ['/%', 404],
    ['/%zz', 404],
    ['/\xff\xfe', 400],
    ['/404.html', 404],
    ['/about/index.html.br', 404],
    ['/assets/a-1.js.gz', 404],
    ['/server/index.js', 404],
    ['/.env', 404],
    ['/about#x', 404],
    ['/about;x', 404],
    ['///', 404],
    ['//about', 404],
    ['/about//', 404],
    ['//evil.example/about', 404],
    ['/\\evil.example/about', 404],
    ['http://localhost:3000/about', 404],
    ['http://evil.example/about', 404],
    ['http://evil.example', 404],
    ['file:///etc/passwd', 404],
    ['*', 404],
    ['?', 400],
    ['about', 400],
    ['', 400],
    ['/a b', 400],
    ['/%0d%0aX: y', 400],
    ['/api/../about', 404],
    ['/api/%2e%2e/about', 404],
    ['/functions/v1/..%2f..%2fsecret', 404],
    ['/auth/v1/../../secret.html', 501],
    [`/${'x'.repeat(15_000)}`, 404],
    [`/${'../'.repeat(5000)}etc/passwd`, 404],
    [`/${'%2e%2e%2f'.repeat(1600)}etc/passwd`, 404],
    [`/about?${'x'.repeat(17_000)}`, 431],
    [`/${'x'.repeat(17_000)}`, 431],
    [`/${'x'.repeat(1_000_000)}`, 431],
  ];

  it('is answered without a file', async () => {
    const { url } = await startStoredSite();
    for (const [address, status] of addresses) {
      const bytes = `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const answer = readOnlyAnswer(await converse(url, bytes));
      const begin = address.slice(0, 60);
      expect([begin, answer.status]).toEqual([begin, status]);
      expect(answer.body, begin).not.toContain(secret);
      expect(answer.body, begin).not.toMatch(/<title>(?!\/404\.html|Oops)|root:/);
      expect(answer.head, begin).not.toMatch(/^location:/im);
    }
  });

  it.each([
    ['/%0a/evil.example', '/evil.example'],
    ['/%0d//evil.example/about', '/evil.example/about'],
    ['/\\%0aevil.example', '/evil.example'],
    ['//%0aevil.example/', '/evil.example/'],
    ['//', '/'],
    ['/About/', '/about'],
  ])('is never sent on to another host: %s', async (address, location) => {
    const { url } = await startStoredSite();
    const answer = readOnlyAnswer(
      await converse(url, `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    expect([answer.status, /^location: (.*)$/im.exec(answer.head)?.[1]?.trim()]).toEqual([308, location]);
  });
});

const post = 'POST /functions/v1/send-contact-email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const smuggled = 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a request that two servers might read differently', () => {
  const requests: [what: string, bytes: string][] = [
    ['both lengths', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'both lengths, the other way round',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}\r${smuggled}`],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}${smuggled}`],
    ['a length below nothing', `${post}Content-Length: -1\r\n\r\n${smuggled}`],
    ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}${smuggled}`],
    ['a length in hexadecimal', `${post}Content-Length: 0x2\r\n\r\n{}${smuggled}`],
    ['chunked, and then not', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['an encoding that nobody knows', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a vertical tab in the encoding', `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a folded header', `${post}X: a\r\n b\r\nContent-Length: 0\r\n\r\n${smuggled}`],
    ['a bare LF after a header', `${post}X: a\nContent-Length: 0\r\n\r\n${smuggled}`],
    ['bare LF alone', 'GET /about HTTP/1.1\nHost: x\n\n'],
    ['bare CR alone', 'GET /about HTTP/1.1\rHost: x\r\r'],
    ['a NUL in a header', 'GET /about HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['a header without a name', 'GET /about HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['no chunk size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n${smuggled}`],
    ['a chunk size beyond numbers', `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${smuggled}`],
    ['no host', 'GET /about HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /about HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['two hosts, for what is not stored', 'GET /nowhere HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['HTTP/0.9', 'GET /about\r\n\r\n'],
    ['HTTP/0.9 by name', 'GET /about HTTP/0.9\r\n\r\n'],
    ['HTTP/2 by name', 'GET /about HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['HTTP/2 in earnest', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version of its own', 'GET /about HTTP/1.1x\r\nHost: x\r\n\r\n'],
    ['a method of its own', 'FOO /about HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in small letters', 'get /about HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ];

  it('is answered 400 once, and its connection closed', async () => {
    const { url } = await startStoredSite();
    for (const [what, bytes] of requests) {
      expect([what, readOnlyAnswer(await converse(url, bytes)).status]).toEqual([what, 400]);
    }
  });
});

describe('a method that a page or a file does not have', () => {
  const unusual = [
    'CONNECT x:443',
    'CONNECT /about',
    'TRACE /about',
    'PROPFIND /about',
    'QUERY /contact',
    'PUT /about',
  ];
  const usual = ['POST /about?x=1', 'DELETE /assets/a-1.js', 'OPTIONS /about'];

  it.each([...unusual, ...usual])('is answered 405 with what there is: %s', async (begin) => {
    const { url } = await startStoredSite();
    const bytes = `${begin} HTTP/1.1\r\nHost: x\r\nX-Told: back\r\nConnection: close\r\n\r\n`;
    const answer = readOnlyAnswer(await converse(url, bytes));
    expect(answer.status).toBe(405);
    expect(answer.head).toMatch(/^allow: GET, HEAD\r?$/im);
    expect(answer.body).not.toContain('X-Told');
  });
});

describe('an unknown address of the API', () => {
  it.each(['/api', '/api/', '/api/nope', '/api/content/contact/', '/api/%zz', '/functions/v1/nope', '/healthz/x'])(
    'is answered 404 in JSON, and the log has the path: %s',
    async (path) => {
      const { url, log } = await startStoredSite();
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await fetch(url + path, { method });
        expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
        expect(headers.get('x-request-id')).toMatch(/\w/);
        expect(log()).toContain(`"path":"${path}","msg":"unknown path"`);
      }
    },
  );
});
