import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpWebhook, type HttpWebhookSettings } from './http-webhook.ts';
import { freePort } from '../testing/free-port.ts';
import { dribble, startTcpPeer } from '../testing/smtp-peer.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { startWebhookReceiver, webhookSecret } from '../testing/webhook-receiver.ts';

const call = () => ({ id: 'an-id', timestamp: new Date(), body: '{"what":"£ and €"}' });
const here = { privateHost: '127.0.0.1' };
const impatient = { ...here, timeout: 200 };
const post = (url: string, settings: HttpWebhookSettings = here) =>
  createHttpWebhook(url, webhookSecret, settings).post(call());
const failed = (says: RegExp) => ({ delivered: false, permanent: false, reason: expect.stringMatching(says) });
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

async function answeringReceiver(
  answer: (...given: [...Parameters<Receiver['answer']>, receiver: Receiver]) => unknown,
) {
  const receiver = await startWebhookReceiver();
  receiver.answer = (response, call) => void answer(response, call, receiver);
  return receiver;
}

/** Answers each name with these, and keeps which it was asked for. */
function answering(...addresses: string[]) {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const asked: string[] = [];
  const lookup: HttpWebhookSettings['lookup'] = (name, _options, answer) => {
    asked.push(name);
    answer(null, found);
  };
  return { asked, lookup };
}

describe('a call of the webhook', () => {
  it('is one POST whose signature the library of Standard Webhooks accepts', async () => {
    const receiver = await startWebhookReceiver();
    const caller = createHttpWebhook(receiver.url, webhookSecret, here);
    const sent = call();
    expect(await caller.post(sent)).toEqual({ delivered: true });
    const [taken] = receiver.taken;
    expect(taken).toMatchObject({
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
    expect(taken?.verified()).toEqual({ what: '£ and €' });
  });

  it('has a signature that fits no other words and no other secret', async () => {
    const receiver = await startWebhookReceiver();
    const another = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    await createHttpWebhook(receiver.url, another, here).post(call());
    expect(() => receiver.taken[0]?.verified()).toThrow('No matching signature');
  });

  const again = (status: number) => failed(new RegExp(`^127\\.0\\.0\\.1:\\d+: answered ${status} [A-Z]`));
  it.each<[status: number, outcome: object]>([
    ...[200, 201, 202, 204, 299].map((status): [number, object] => [status, { delivered: true }]),
    ...[304, 400, 401, 404, 408, 413, 429, 500, 503].map((status): [number, object] => [status, again(status)]),
    // The receiver wants no more.
    [
      410,
      { delivered: false, permanent: true, reason: expect.stringMatching(/^127\.0\.0\.1:\d+: answered 410 Gone$/) },
    ],
  ])('that is answered with %i ends as %j', async (status, outcome) => {
    const receiver = await answeringReceiver((response) => void response.writeHead(status).end());
    expect(await post(receiver.url)).toEqual(outcome);
  });

  it.each([301, 302, 307, 308])('follows no redirection (%i)', async (status) => {
    const receiver = await answeringReceiver(
      (response) => void response.writeHead(status, { location: '/elsewhere' }).end(),
    );
    expect(await post(receiver.url)).toEqual(failed(/redirections are not followed$/));
    expect(receiver.taken).toHaveLength(1);
  });

  it('tells of a failure on one short line, without the key in the URL, the secret or the words of the receiver', async () => {
    const receiver = await answeringReceiver((response, { path, body }) => {
      response.writeHead(500, path.replace('?', ' ')).end(`${path} ${body} ${webhookSecret}`);
    });
    expect(await post(receiver.url)).toEqual(failed(/^\S+: answered 500 Internal Server Error$/));
    const name = `${'a'.repeat(60)}.`.repeat(4);
    const lookup: HttpWebhookSettings['lookup'] = (_name, _options, answer) =>
      answer(new Error(`no\r\n${'x'.repeat(600)}`), []);
    const outcome = await post(`https://${name}example/secret-path?key=a-key`, { lookup });
    expect(outcome).toEqual(failed(/^[^\r\n]{500}$/));
    expect(JSON.stringify(outcome)).not.toMatch(/secret-path|a-key/);
  });
});

describe('a receiver that', () => {
  it('is away is tried again later', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    expect(await post(url)).toEqual(failed(/ECONNREFUSED/));
    const { lookup } = answering('127.0.0.1', '127.0.0.2');
    const outcome = await post(url.replace('127.0.0.1', 'a.example'), { lookup, privateHost: 'a.example' });
    expect(outcome).toEqual(failed(/^a\.example:\d+: .*127\.0\.0\.1:.*127\.0\.0\.2:/));
  });

  it.each<[string, Parameters<typeof answeringReceiver>[0], object]>([
    ['says nothing is left after the time for a call', () => {}, failed(/no answer within/)],
    [
      'hangs up is tried again later',
      (_response, _call, receiver) => receiver.hangUp(),
      failed(/socket hang up|ECONNRESET/),
    ],
    [
      'wants to speak something else is left after the time for a call',
      (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).flushHeaders(),
      failed(/./),
    ],
    [
      'has said yes has taken the call, even if its answer never ends',
      (response) => void response.writeHead(200).write('and'),
      { delivered: true },
    ],
    [
      'has said yes has taken the call, even if it hangs up in the middle of its answer',
      (response) => void response.writeHead(200).write('and', () => response.socket?.resetAndDestroy()),
      { delivered: true },
    ],
  ])('%s', async (_what, answer, outcome) => {
    const receiver = await answeringReceiver(answer);
    expect(await post(receiver.url, impatient)).toEqual(outcome);
  });

  it.each<[string, (guest: Socket) => void, RegExp]>([
    [
      'dribbles its headers is left after the time for a call',
      (guest) => (guest.write('HTTP/1.1 200 OK\r\n'), dribble(guest, 'x-still: here')),
      /no answer within/,
    ],
    ['speaks no HTTP is tried again later', (guest) => void guest.end('220 hello\r\n'), /Parse Error|ECONNRESET|EPIPE/],
  ])('%s', async (_what, receive, says) => {
    const { url } = await startTcpPeer(receive);
    expect(await post(url.replace('smtp:', 'http:'), impatient)).toEqual(failed(says));
  });

  it('takes its time to say more than yes is heard to the end', async () => {
    let isSaid = false;
    const receiver = await answeringReceiver((response) => {
      response.writeHead(200).write('and');
      setTimeout(() => ((isSaid = true), response.end('more')), 50);
    });
    expect(await post(receiver.url)).toEqual({ delivered: true });
    expect(isSaid).toBe(true);
  });

  it.each([
    [200, { delivered: true }],
    [500, failed(/answered 500/)],
  ])('answers %i without an end is heard for 100 KB, and then cut off', async (status, outcome) => {
    const left = Promise.withResolvers<void>();
    const part = Buffer.alloc(16 * 1024, 'x');
    let written = 0;
    const receiver = await answeringReceiver((response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(part)) written += part.length;
      };
      response.on('close', left.resolve).on('drain', pour).writeHead(status);
      pour();
    });
    expect(await post(receiver.url)).toEqual(outcome);
    await left.promise;
    // What was under way in the buffers of both sides was written as well.
    expect(written).toBeLessThan(20 * 1024 * 1024);
  });
});

describe('an address of a private network', () => {
  it('is not called where the URL has it', async () => {
    const receiver = await startWebhookReceiver();
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost'])
      expect(await post(receiver.url.replace('127.0.0.1', host), {})).toEqual(failed(/private network/));
    expect(receiver.taken).toEqual([]);
  });

  it('is not called where a name leads to it, and the name is looked up once', async () => {
    const receiver = await startWebhookReceiver();
    const { asked, lookup } = answering('127.0.0.1', '::ffff:127.0.0.1');
    const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
    expect(await post(url, { lookup })).toEqual(failed(/^hooks\.example\.com:\d+: .*127\.0\.0\.1/));
    expect([asked, receiver.taken]).toEqual([['hooks.example.com'], []]);
  });

  it.each([
    ['hooks.example.com', failed(/private network/), 0],
    ['intranet.example.com', { delivered: true }, 1],
  ])('of %s is called only where that host is the allowed one', async (host, outcome, calls) => {
    const receiver = await startWebhookReceiver();
    const { lookup } = answering('127.0.0.1');
    const url = receiver.url.replace('127.0.0.1', host);
    expect(await post(url, { lookup, privateHost: 'intranet.example.com' })).toEqual(outcome);
    expect(receiver.taken).toHaveLength(calls);
  });

  it('is called where it is allowed by the name that this machine has for itself', async () => {
    const { url } = await startWebhookReceiver();
    const outcome = await post(url.replace('127.0.0.1', 'localhost'), { privateHost: 'localhost' });
    expect(outcome).toEqual({ delivered: true });
  });
});

describe.skipIf(!hasOpenssl)('over TLS', () => {
  function selfSigned() {
    const directory = temporaryDirectory();
    const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=here';
    const name = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile];
    execFileSync('openssl', [...request.split(' '), ...name], { stdio: 'ignore' });
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
  }

  it('a receiver hears nothing until its certificate is trusted', async () => {
    const certificate = selfSigned();
    const receiver = await startWebhookReceiver(certificate);
    expect(await post(receiver.url)).toEqual(failed(/self-signed certificate/));
    expect(receiver.taken).toEqual([]);
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    setDefaultCACertificates([...usual, certificate.cert]);
    expect(await post(receiver.url)).toEqual({ delivered: true });
    expect(receiver.taken[0]?.verified()).toEqual({ what: '£ and €' });
    const another = receiver.url.replace('127.0.0.1', 'localhost');
    expect(await post(another, { privateHost: 'localhost' })).toEqual(failed(/altnames/));
  });
});
