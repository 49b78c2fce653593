import { describe, expect, it } from 'vitest';
import { startWebhookReceiver, webhookSecret } from '../enquiries/testing/webhook-receiver.ts';
import { startOperator } from './testing/operator.ts';

async function startWithReceiver() {
  const receiver = await startWebhookReceiver();
  const operator = await startOperator({
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: webhookSecret,
    WEBHOOK_PRIVATE_HOST: '127.0.0.1',
  });
  return {
    ...operator,
    receiver,
    /** What the receiver answers from now on. */
    answer: (status: number) => (receiver.answer = (response) => void response.writeHead(status).end()),
  };
}

describe('the command for the webhook', () => {
  it('sends a signed test event at once', async () => {
    const { run, runJson, receiver } = await startWithReceiver();
    expect(await run('webhook', 'test')).toEqual({ code: 0, out: expect.stringContaining('200 to 299'), err: '' });
    expect(await runJson('webhook', 'test')).toEqual({ delivered: true, reason: null });
    expect(receiver.taken.map((call) => call.verified())).toEqual([
      expect.objectContaining({ type: 'webhook.test' }),
      expect.objectContaining({ type: 'webhook.test' }),
    ]);
  });

  it('says what the receiver answered instead of taking it, but not where that is', async () => {
    const { run, runWith, answer } = await startWithReceiver();
    answer(404);
    const failed = await run('webhook', 'test');
    expect(failed).toEqual({ code: 1, out: '', err: expect.stringMatching(/answered 404 Not Found\.\n$/) });
    expect(failed.err).not.toContain('key');
    const told = await runWith({}, 'webhook', 'test', '--json');
    expect([told.code, JSON.parse(told.out), told.err]).toEqual([
      1,
      { delivered: false, reason: expect.stringContaining('404') },
      '',
    ]);
  });

  it('shows how the webhook stands, and switches it on again', async () => {
    const { run, runJson, answer } = await startWithReceiver();
    expect((await run('webhook', 'status')).out).toMatch(/^The webhook works/);
    answer(500);
    await run('webhook', 'test');
    expect(await run('webhook', 'status')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/failing since .*500/),
    });
    answer(410);
    await run('webhook', 'test');
    expect((await run('webhook', 'status')).out).toMatch(/switched off since .*410.*\n.*webhook test\n$/);
    expect(await runJson('webhook', 'status')).toEqual({
      state: 'switched off',
      since: expect.stringMatching(/Z$/),
      reason: expect.stringContaining('410'),
    });
    answer(204);
    expect((await run('webhook', 'test')).out).toMatch(/on again/);
    expect(await runJson('webhook', 'status')).toEqual({ state: 'working', since: null, reason: null });
  });

  it.each(['test', 'status'])('says what to set where there is no webhook (%s)', async (command) => {
    const { run } = await startOperator();
    const missing = expect.stringMatching(/WEBHOOK_URL.*WEBHOOK_SECRET/);
    expect(await run('webhook', command)).toEqual({ code: 1, out: '', err: missing });
  });
});
