import { describe, expect, it } from 'vitest';
import { startCommandTest, startCommandTestWithWebhook } from './testing/command-test.ts';

describe('the command for the webhook', () => {
  it('sends a signed test event at once', async () => {
    const { run, runJson, receiver } = await startCommandTestWithWebhook();
    expect(await run('webhook', 'test')).toEqual({ code: 0, out: expect.stringContaining('200 to 299'), err: '' });
    expect(await runJson('webhook', 'test')).toEqual({ delivered: true, reason: null });
    const event = { type: 'webhook.test' };
    expect(receiver.receivedCalls.map((call) => call.verifyBody())).toMatchObject([event, event]);
  });

  it('says what the receiver answered instead of taking it, but not where that is', async () => {
    const { run, answer } = await startCommandTestWithWebhook();
    answer(404);
    const err = expect.stringMatching(/^(?!.*key).*answered 404 Not Found\.\n$/);
    expect(await run('webhook', 'test')).toEqual({ code: 1, out: '', err });
  });

  it('says what to set where there is no webhook', async () => {
    const { run } = await startCommandTest();
    const err = expect.stringMatching(/WEBHOOK_URL.*WEBHOOK_SECRET/);
    expect(await run('webhook', 'test')).toEqual({ code: 1, out: '', err });
  });
});
