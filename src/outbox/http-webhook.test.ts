import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createWebhookCaller, explainInvalidWebhookSettings } from './http-webhook.ts';
import { findFreePort } from '../process/testing/find-free-port.ts';
import { startWebhookReceiver, webhookSecret } from './testing/webhook-receiver.ts';

const call = () => ({ id: 'an-id', timestamp: new Date(), body: '{"what":"£ and €"}' });
const post = (url: string, timeout?: number) => createWebhookCaller(url, webhookSecret, timeout)(call());
const failed = (says: RegExp) => ({ delivered: false, permanent: false, reason: expect.stringMatching(says) });
const taken = { delivered: true };

type Answer = Awaited<ReturnType<typeof startWebhookReceiver>>['answer'];

async function answeringReceiver(answer: Answer) {
  const receiver = await startWebhookReceiver();
  receiver.answer = answer;
  return receiver;
}

describe('a call of the webhook', () => {
  it('is one POST whose signature the library of Standard Webhooks accepts', async () => {
    const receiver = await startWebhookReceiver();
    const sent = call();
    expect(await createWebhookCaller(receiver.url, webhookSecret)(sent)).toEqual(taken);
    const [received] = receiver.receivedCalls;
    expect(received).toMatchObject({
      method: 'POST',
      path: '/enquiries?key=a-key',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(sent.body)),
        'webhook-id': 'an-id',
        'webhook-timestamp': String(Math.floor(sent.timestamp.getTime() / 1000)),
      },
    });
    expect(received?.verifyBody()).toEqual({ what: '£ and €' });
  });

  it.each<[status: number, outcome: object]>([
    [200, taken],
    [299, taken],
    ...[304, 400, 500].map((status): [number, object] => [status, failed(/^127\.0\.0\.1:\d+: answered \d+ [A-Z]/)]),
    // The receiver has unsubscribed.
    [410, { ...failed(/^127\.0\.0\.1:\d+: answered 410 Gone$/), permanent: true }],
    [308, failed(/redirections are not followed$/)],
  ])('that is answered with %i ends as %j', async (status, outcome) => {
    const receiver = await answeringReceiver((response) => void response.writeHead(status, { location: '/x' }).end());
    expect(await post(receiver.url)).toEqual(outcome);
    expect(receiver.receivedCalls).toHaveLength(1);
  });

  it('tells of a failure without the key in the URL, the secret or the words of the receiver', async () => {
    const receiver = await answeringReceiver((response, { path, body }) => {
      response.writeHead(500, path.replace('?', ' ')).end(`${path} ${body} ${webhookSecret}`);
    });
    expect(await post(receiver.url)).toEqual(failed(/^\S+: answered 500 Internal Server Error$/));
  });
});

describe('a receiver that', () => {
  it('is away is tried again later, and its host and port alone are told', async () => {
    const host = `127.0.0.1:${await findFreePort()}`;
    const says = new RegExp(`^${host}: connect ECONNREFUSED ${host}$`);
    expect(await post(`http://${host}/secret-path?key=a-key`)).toEqual(failed(says));
  });

  it('says nothing is left after the time for a call', async () => {
    const receiver = await answeringReceiver(() => {});
    expect(await post(receiver.url, 200)).toEqual(failed(/no answer within/));
  });

  it('has said yes has taken the call, even if its answer never ends', async () => {
    const receiver = await answeringReceiver((response) => void response.writeHead(200).write('x'));
    expect(await post(receiver.url)).toEqual(taken);
  });
});

describe('the settings of the webhook', () => {
  const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
  const url = 'https://hooks.example.com/enquiries?key=a-key';

  it('may name a receiver in a private network, by http:// too', () => {
    expect(explainInvalidWebhookSettings('http://intranet:8080/x', secretOf(32))).toBeNull();
  });

  it.each([
    ['no address', 'hooks.example.com?key=a-key', /^WEBHOOK_URL takes an https/],
    ['another protocol', 'ftp://hooks.example.com/?key=a-key', /^WEBHOOK_URL takes an https/],
    ['a user and password', 'https://a:key@hooks.example.com/', /^WEBHOOK_URL .*without user/],
  ])('are refused with %s, and not repeated', (_what, address, says) => {
    const fault = explainInvalidWebhookSettings(address, secretOf(32));
    expect(fault).toMatch(says);
    expect(fault).not.toMatch(/key=|:key/);
  });

  it('take a secret of 24 to 64 bytes', () => {
    for (const bytes of [24, 64]) expect(explainInvalidWebhookSettings(url, secretOf(bytes))).toBeNull();
    const encoded = randomBytes(32).toString('base64');
    for (const secret of [secretOf(23), secretOf(65), encoded, `whsec_${encoded}!`]) {
      const fault = explainInvalidWebhookSettings(url, secret);
      expect(fault).toMatch(/^WEBHOOK_SECRET takes whsec_/);
      expect(fault).not.toContain(encoded.slice(0, 20));
    }
  });
});
