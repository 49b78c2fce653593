import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpWebhook, faultOfWebhook, type HttpWebhookSettings } from './http-webhook.ts';
import { freePort } from '../testing/free-port.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { startWebhookReceiver, webhookSecret } from '../testing/webhook-receiver.ts';

const call = () => ({ id: 'an-id', timestamp: new Date(), body: '{"what":"£ and €"}' });
const here = { privateHost: '127.0.0.1' };
const post = (url: string, settings: HttpWebhookSettings = here) =>
  createHttpWebhook(url, webhookSecret, settings).post(call());
const failed = (says: RegExp) => ({ delivered: false, permanent: false, reason: expect.stringMatching(says) });
const taken = { delivered: true };

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>;
type Answer = (...given: [...Parameters<Receiver['answer']>, receiver: Receiver]) => unknown;

async function answeringReceiver(answer: Answer) {
  const receiver = await startWebhookReceiver();
  receiver.answer = (response, asked) => void answer(response, asked, receiver);
  return receiver;
}

/** Answers each name with these, and keeps which it was asked for. */
function answering(...addresses: string[]) {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const asked: string[] = [];
  const lookup: HttpWebhookSettings['lookup'] = (name, _options, answer) => (asked.push(name), answer(null, found));
  return { asked, lookup };
}

describe('a call of the webhook', () => {
  it('is one POST whose signature the library of Standard Webhooks accepts', async () => {
    const receiver = await startWebhookReceiver();
    const sent = call();
    expect(await createHttpWebhook(receiver.url, webhookSecret, here).post(sent)).toEqual(taken);
    const [received] = receiver.taken;
    expect(received).toMatchObject({
      method: 'POST',
      path: '/enquiries?key=a-key',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(sent.body)),
        'webhook-id': 'an-id',
        'webhook-timestamp': String(Math.floor(sent.timestamp.getTime() / 1000)),
        connection: 'close',
      },
    });
    expect(received?.verified()).toEqual({ what: '£ and €' });
    const another = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    await createHttpWebhook(receiver.url, another, here).post(call());
    expect(() => receiver.taken[1]?.verified()).toThrow('No matching signature');
  });

  it.each<[status: number, outcome: object]>([
    [200, taken],
    [299, taken],
    ...[304, 400, 500].map((status): [number, object] => [status, failed(/^127\.0\.0\.1:\d+: answered \d+ [A-Z]/)]),
    // The receiver wants no more.
    [410, { ...failed(/^127\.0\.0\.1:\d+: answered 410 Gone$/), permanent: true }],
    [308, failed(/redirections are not followed$/)],
  ])('that is answered with %i ends as %j', async (status, outcome) => {
    const receiver = await answeringReceiver((response) => void response.writeHead(status, { location: '/x' }).end());
    expect(await post(receiver.url)).toEqual(outcome);
    expect(receiver.taken).toHaveLength(1);
  });

  it('tells of a failure on one short line, without the key in the URL, the secret or the words of the receiver', async () => {
    const receiver = await answeringReceiver((response, { path, body }) => {
      response.writeHead(500, path.replace('?', ' ')).end(`${path} ${body} ${webhookSecret}`);
    });
    expect(await post(receiver.url)).toEqual(failed(/^\S+: answered 500 Internal Server Error$/));
    const lookup: HttpWebhookSettings['lookup'] = (_name, _options, answer) =>
      answer(new Error(`no\r\n${'x'.repeat(600)}`), []);
    const outcome = await post('https://a.example/secret-path?key=a-key', { lookup });
    expect(outcome).toEqual(failed(/^(?!.*(secret-path|a-key))[^\r\n]{500}$/));
  });
});

describe('a receiver that', () => {
  it('is away is tried again later, with what each of its addresses said', async () => {
    const { lookup } = answering('127.0.0.1', '127.0.0.2');
    const outcome = await post(`http://a.example:${await freePort()}`, { lookup, privateHost: 'a.example' });
    expect(outcome).toEqual(failed(/^a\.example:\d+: .*ECONNREFUSED 127\.0\.0\.1:.*127\.0\.0\.2:/));
  });

  // In milliseconds: what waits to the end waits shortly, and nothing else may be overtaken by a slow machine.
  it.each<[string, Answer, object, number]>([
    ['says nothing is left after the time for a call', () => {}, failed(/no answer within/), 200],
    [
      'hangs up is tried again later',
      (_response, _call, receiver) => receiver.hangUp(),
      failed(/socket hang up|ECONNRESET/),
      30_000,
    ],
    [
      'has said yes has taken the call, even if its answer never ends',
      (to) => void to.writeHead(200).write('x'),
      taken,
      3000,
    ],
    [
      'has said yes has taken the call, even if it hangs up in the middle of its answer',
      (response) => void response.writeHead(200).write('and', () => response.socket?.resetAndDestroy()),
      taken,
      30_000,
    ],
  ])('%s', async (_what, answer, outcome, timeout) => {
    const receiver = await answeringReceiver(answer);
    expect(await post(receiver.url, { ...here, timeout })).toEqual(outcome);
  });

  it('answers without an end is heard for 100 KB, and then cut off', async () => {
    const left = Promise.withResolvers<void>();
    const part = Buffer.alloc(16 * 1024, 'x');
    let written = 0;
    const receiver = await answeringReceiver((response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(part)) written += part.length;
      };
      response.on('close', left.resolve).on('drain', pour).writeHead(200);
      pour();
    });
    expect(await post(receiver.url)).toEqual(taken);
    await left.promise;
    // What was under way in the buffers of both sides was written as well.
    expect(written).toBeLessThan(20 * 1024 * 1024);
  });
});

describe('an address of a private network', () => {
  it('is not called where the URL has it', async () => {
    const receiver = await startWebhookReceiver();
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])
      expect(await post(receiver.url.replace('127.0.0.1', host), {})).toEqual(failed(/private network/));
    expect(receiver.taken).toEqual([]);
  });

  it.each([
    ['hooks.example.com', failed(/^hooks\.example\.com:\d+: .*127\.0\.0\.1.* private network/), 0],
    ['intranet.example.com', taken, 1],
  ])('to which %s leads is called only where that host is the allowed one, after one lookup', async (...given) => {
    const [host, outcome, calls] = given;
    const receiver = await startWebhookReceiver();
    const { asked, lookup } = answering('127.0.0.1', '::ffff:127.0.0.1');
    const url = receiver.url.replace('127.0.0.1', host);
    expect(await post(url, { lookup, privateHost: 'intranet.example.com' })).toEqual(outcome);
    expect([asked, receiver.taken.length]).toEqual([[host], calls]);
  });
});

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'over TLS a receiver hears nothing until its certificate is trusted for its name',
  async () => {
    const directory = temporaryDirectory();
    const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=here';
    const name = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile];
    execFileSync('openssl', [...request.split(' '), ...name], { stdio: 'ignore' });
    const cert = readFileSync(certFile, 'utf8');
    const receiver = await startWebhookReceiver({ key: readFileSync(keyFile), cert });
    expect(await post(receiver.url)).toEqual(failed(/self-signed certificate/));
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    setDefaultCACertificates([...usual, cert]);
    const another = receiver.url.replace('127.0.0.1', 'localhost');
    expect(await post(another, { privateHost: 'localhost' })).toEqual(failed(/altnames/));
    expect(receiver.taken).toEqual([]);
    expect(await post(receiver.url)).toEqual(taken);
  },
);

describe('the settings of the webhook', () => {
  const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
  const url = 'https://hooks.example.com/enquiries?key=a-key';

  it.each([
    ['a public address', url, undefined],
    ['a public IP address and a port', 'https://1.1.1.1:8443/', undefined],
    ['http:// to a private host that is named', 'http://Intranet:8080/x', 'INTRANET'],
    ['an IPv6 address that is named', 'http://[::1]:8080/', '[::1]'],
  ])('may be %s', (_what, address, privateHost) => {
    expect(faultOfWebhook(address, secretOf(32), privateHost)).toBeNull();
  });

  it.each([
    ['no address', 'hooks.example.com', undefined, /^WEBHOOK_URL takes an https/],
    ['another protocol', 'ftp://hooks.example.com/', undefined, /^WEBHOOK_URL takes an https/],
    ['http:// to the internet', 'http://hooks.example.com/', undefined, /^WEBHOOK_URL .*https/],
    ['a user and password', 'https://a:key@hooks.example.com/', undefined, /^WEBHOOK_URL .*without user/],
    ['a private address', 'https://10.0.0.7/?key=a-key', undefined, /^WEBHOOK_URL .*private/],
    ['a private host with a port', 'https://10.0.0.7:81/?key=a-key', '10.0.0.7:81', /^WEBHOOK_PRIVATE_HOST/],
    ['another private host', 'https://10.0.0.7/?key=a-key', '10.0.0.8', /^WEBHOOK_PRIVATE_HOST/],
  ])('are refused with %s, and not repeated', (_what, address, privateHost, says) => {
    const fault = faultOfWebhook(address, secretOf(32), privateHost);
    expect(fault).toMatch(says);
    expect(fault).not.toMatch(/key=|:key/);
  });

  it('take a secret of 24 to 64 bytes', () => {
    for (const bytes of [24, 64]) expect(faultOfWebhook(url, secretOf(bytes), undefined)).toBeNull();
    const encoded = randomBytes(32).toString('base64');
    for (const secret of [undefined, secretOf(23), secretOf(65), encoded, `whsec_${encoded}!`]) {
      const fault = faultOfWebhook(url, secret, undefined);
      expect(fault).toMatch(/^WEBHOOK_SECRET takes whsec_/);
      expect(fault).not.toContain(encoded.slice(0, 20));
    }
  });
});
