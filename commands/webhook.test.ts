import { describe, expect, it } from 'vitest';
import { startOperator, startOperatorWithWebhook } from './testing/operator.ts';

describe('the command for the webhook', () => {
  it('sends a signed test event at once', async () => {
    const { run, runJson, receiver } = await startOperatorWithWebhook();
    expect(await run('webhook', 'test')).toEqual({ code: 0, out: expect.stringContaining('200 to 299'), err: '' });
    expect(await runJson('webhook', 'test')).toEqual({ delivered: true, reason: null });
    const event = { type: 'webhook.test' };
    expect(receiver.taken.map((call) => call.verified())).toMatchObject([event, event]);
  });

  it('says what the receiver answered instead of taking it, but not where that is', async () => {
    const { run, answer } = await startOperatorWithWebhook();
    answer(404);
    const err = expect.stringMatching(/^(?!.*key).*answered 404 Not Found\.\n$/);
    expect(await run('webhook', 'test')).toEqual({ code: 1, out: '', err });
  });

  it('shows how the webhook stands, and switches it on again', async () => {
    const { run, runJson, answer } = await startOperatorWithWebhook();
    const after = async (status: number) => {
      answer(status);
      const { out: tested } = await run('webhook', 'test');
      return { tested, status: await run('webhook', 'status') };
    };
    expect((await run('webhook', 'status')).out).toMatch(/^The webhook works/);
    expect((await after(500)).status).toMatchObject({ code: 0, out: expect.stringMatching(/failing since .*500/) });
    expect((await after(410)).status.out).toMatch(/switched off since .*410.*\n.*webhook test\n$/);
    const [since, reason] = [expect.stringMatching(/Z$/), expect.stringContaining('410')];
    expect(await runJson('webhook', 'status')).toEqual({ state: 'switched off', since, reason });
    expect((await after(204)).tested).toMatch(/on again/);
    expect(await runJson('webhook', 'status')).toEqual({ state: 'working', since: null, reason: null });
  });

  it.each(['test', 'status'])('says what to set where there is no webhook (%s)', async (command) => {
    const { run } = await startOperator();
    const err = expect.stringMatching(/WEBHOOK_URL.*WEBHOOK_SECRET/);
    expect(await run('webhook', command)).toEqual({ code: 1, out: '', err });
  });
});
