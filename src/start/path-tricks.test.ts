import { expect, it } from 'vitest';
import { exchangeBytes } from './testing/raw-connection.ts';
import { secret, startServerWithPages } from './testing/server-with-pages.ts';
import { expectApiError } from './testing/submissions.ts';

/** Sends a request as it is. Resolves to status, headers and body of the only answer. */
async function askRaw({ url }: { url: string }, bytes: string) {
  const text = await exchangeBytes(url, bytes);
  expect(text.match(/HTTP\/1\.1 \d{3} /g) ?? []).toHaveLength(1);
  const at = text.indexOf('\r\n\r\n');
  return { status: Number(text.slice(9, 12)), head: text.slice(0, at), body: text.slice(at + 4) };
}

const get = (address: string) => `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

const unknown = String.raw`
  /.. /../secret.html /../../../../../../../../etc/passwd /assets/../../../.env /../client-secret/index.html
  /../client-secret/ /about/../contact /./about /%2e%2e/secret.html /..%2fsecret.html /..%c0%afsecret.html
  /%252e%252e%252fsecret.html /..\secret.html /%5c..%5csecret.html /about%00.html /%ff /% /%zz /404.html
  /about/index.html.br /assets/a-1.js.gz /server/index.js /.env /about#x /about;x /// //about /about//
  //evil.example/about /\evil.example/about http://evil.example/about file:///etc/passwd * /api/../about
  /functions/v1/..%2f..%2fsecret`;
const invalid = ['\\..\\secret.html', '/about\0', '/\xff\xfe', '?', 'about', '', '/a b', '/%0d%0aX: y'];
const longUnknown = [`/${'x'.repeat(15_000)}`, `/${'../'.repeat(5000)}etc/passwd`];
const tooLong = [`/about?${'x'.repeat(17_000)}`, `/${'x'.repeat(17_000)}`, `/${'x'.repeat(1_000_000)}`];

it.each<[number, readonly string[]]>([
  [404, [...unknown.trim().split(/\s+/), ...longUnknown, `/${'%2e%2e%2f'.repeat(1600)}etc/passwd`]],
  [400, invalid],
  [431, tooLong],
  [501, ['/auth/v1/../../secret.html']],
])('an address that leads out of the site is answered %i without a file', async (status, addresses) => {
  const site = await startServerWithPages();
  for (const address of addresses) {
    const answer = await askRaw(site, get(address));
    const begin = address.slice(0, 60);
    expect([begin, answer.status]).toEqual([begin, status]);
    expect(answer.body, begin).not.toContain(secret);
    expect(answer.body, begin).not.toMatch(/<title>(?!\/404\.html|Oops)|root:/);
    expect(answer.head, begin).not.toMatch(/^location:/im);
  }
});

const smuggled = 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string, body = '') =>
  `POST /functions/v1/send-contact-email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}${smuggled}`;

it('a request that two servers might read differently is answered 400 once, and its connection closed', async () => {
  const site = await startServerWithPages();
  for (const [what, bytes] of Object.entries({
    'both lengths': post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
    'two lengths': post('Content-Length: 2\r\nContent-Length: 3', '{}\r'),
    'chunked, and then not': post('Transfer-Encoding: chunked, identity', '0\r\n\r\n'),
    'an encoding that nobody knows': post('Transfer-Encoding: xchunked', '0\r\n\r\n'),
    'a space before the colon': post('Transfer-Encoding : chunked', '0\r\n\r\n'),
    'a folded header': post('X: a\r\n b\r\nContent-Length: 0'),
    'bare LF alone': 'GET /about HTTP/1.1\nHost: x\n\n',
    'a NUL in a header': 'GET /about HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
    'a chunk size beyond numbers': post('Transfer-Encoding: chunked', 'fffffffffffffffff\r\n'),
    'no host': 'GET /about HTTP/1.1\r\n\r\n',
    'two hosts': 'GET /about HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n',
    'HTTP/0.9': 'GET /about\r\n\r\n',
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  }))
    expect([what, (await askRaw(site, bytes)).status]).toEqual([what, 400]);
});

it('a method that a page or a file does not have is answered 405 with what there is', async () => {
  const site = await startServerWithPages();
  for (const begin of [
    'CONNECT x:443',
    'TRACE /about',
    'PROPFIND /about',
    'POST /about?x=1',
    'DELETE /assets/a-1.js',
  ]) {
    const bytes = `${begin} HTTP/1.1\r\nHost: x\r\nX-Told: back\r\nConnection: close\r\n\r\n`;
    const { status, head, body } = await askRaw(site, bytes);
    expect([begin, status]).toEqual([begin, 405]);
    expect(head).toMatch(/^allow: GET, HEAD\r?$/im);
    expect(body).not.toContain('X-Told');
  }
});

it('an unknown address of the API is answered 404 in JSON, and the log has the path', async () => {
  const { url, log } = await startServerWithPages();
  for (const path of ['/api', '/api/nope', '/api/content/contact/', '/api/%zz', '/functions/v1/nope', '/healthz/x'])
    for (const method of ['GET', 'POST']) {
      const response = await fetch(url + path, { method });
      expect([path, response.status]).toEqual([path, 404]);
      expect((await expectApiError(response)).code).toBe('not_found');
      expect(log()).toContain(`"status":404,"path":"${path}","msg":"unknown path"`);
    }
});
