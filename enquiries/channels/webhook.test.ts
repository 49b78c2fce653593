import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../core/channels.ts';
import type { StoredEnquiry } from '../core/store.ts';
import { sampleEnquiry } from '../testing/samples.ts';
import { temporarySqlite } from '../testing/temporary.ts';
import { createWebhook, type WebhookCaller, type WebhookParts } from './webhook.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = new Date('2025-01-01T12:00:00Z');
const taken: SendOutcome = { delivered: true };
const refused: SendOutcome = { delivered: false, permanent: false, reason: 'a.example: answered 500' };
const gone: SendOutcome = { delivered: false, permanent: true, reason: 'a.example: answered 410 Gone' };

const times = { queuedAt: noon, dueAt: noon, deliveredAt: noon };
const ofItsMail = {
  state: 'delivered',
  messageId: '<1@example.com>',
  attempts: 1,
  lastReason: null,
  ...times,
} as const;

function due(event = 'enquiry.received', changes: Partial<StoredEnquiry> = {}) {
  const unhandled = { handling: 'waiting', answeredAt: null, assignedTo: null, version: 0 } as const;
  const enquiry = { ...sampleEnquiry(1), reference: '0000-0001', ...unhandled, delivery: ofItsMail, ...changes };
  const delivery = { ...ofItsMail, queuedAt: new Date(noon.getTime() + 2 * minute) };
  return { id: `${event}.1`, event, enquiry, delivery };
}

/** A webhook whose receiver answers as told, in a day that is set by hand. */
function startWebhook(parts: Partial<WebhookParts> = {}) {
  const calls: Parameters<WebhookCaller['post']>[0][] = [];
  const day = { now: noon, answer: taken, writes: 0 };
  const { store } = temporarySqlite();
  const all: WebhookParts = {
    caller: { post: async (call) => (calls.push(call), day.answer) },
    place: 'here',
    store: {
      recall: store.recall,
      remember: (...noted) => ((day.writes += 1), store.remember(...noted)),
    },
    clock: { now: () => day.now },
    ...parts,
  };
  const webhook = createWebhook(all);
  return {
    ...webhook,
    calls,
    day,
    bodies: () => calls.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> }),
    /** The same receiver as another process has it, or another one. */
    again: (changes: Partial<WebhookParts> = {}) => createWebhook({ ...all, ...changes }),
    /** So many calls that fail, over so many milliseconds. */
    async failing(times: number, during: number): Promise<void> {
      day.answer = refused;
      for (let at = 0; at < times; at += 1) {
        if (at > 0) day.now = new Date(day.now.getTime() + during / (times - 1));
        await webhook.send(due());
      }
    },
    remember: (text: string) => store.remember('webhook', text),
  };
}

describe('the webhook', () => {
  it('tells what happened, when, and of which enquiry, in the documented shape', async () => {
    const { send, calls, day, bodies } = startWebhook({ inboxUrl: 'https://office.example.com' });
    day.now = new Date(noon.getTime() + hour);
    expect(await send(due())).toEqual(taken);
    expect(calls[0]).toMatchObject({ id: 'enquiry.received.1', timestamp: day.now });
    const { id, receivedAt, ...fields } = sampleEnquiry(1);
    expect(bodies()).toEqual([
      {
        type: 'enquiry.received',
        timestamp: '2025-01-01T12:02:00.000Z',
        data: {
          id,
          reference: '0000-0001',
          receivedAt: receivedAt.toISOString(),
          ...fields,
          state: 'waiting',
          reason: null,
          inbox: `https://office.example.com/enquiries/${id}`,
        },
      },
    ]);
  });

  it('has no link where there is no inbox', async () => {
    const { send, test, bodies } = startWebhook();
    await Promise.all([send(due()), test()]);
    expect(bodies().map(({ data }) => data['inbox'])).toEqual([null, null]);
  });

  it.each([
    ['why it was set aside', { state: 'quarantined' }, 'set aside', 'why'],
    ['why its mail failed', { state: 'failed' }, 'waiting', 'why'],
    ['nothing of an attempt that is to be repeated', { state: 'due' }, 'waiting', null],
  ] as const)('says of an enquiry %s', async (_what, mail, handling, reason) => {
    const { send, bodies } = startWebhook();
    await send(due('x', { handling, delivery: { ...ofItsMail, ...mail, lastReason: 'why' } }));
    expect(bodies()[0]?.data).toMatchObject({ state: handling, reason });
  });

  it('sends a test with all that a real event has, under an id of its own', async () => {
    const { send, test, calls, bodies } = startWebhook({ inboxUrl: 'https://office.example.com' });
    await send(due());
    expect([await test(), await test()]).toEqual([taken, taken]);
    const [real, first] = bodies();
    expect(first?.type).toBe('webhook.test');
    expect(Object.keys(first?.data ?? {})).toEqual(Object.keys(real?.data ?? {}));
    expect(first?.data['inbox']).toBe('https://office.example.com');
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
  });

  it('works until told otherwise, and notes nothing', async () => {
    const { send, test, status, day } = startWebhook();
    await send(due());
    await test();
    expect([await status(), day.writes]).toEqual([{ state: 'working', since: null, reason: null }, 0]);
  });

  it('is failing since the first of the calls that failed, until one succeeds', async () => {
    const { send, status, day, failing } = startWebhook();
    await failing(3, hour);
    expect(await status()).toEqual({ state: 'failing', since: noon, reason: 'a.example: answered 500' });
    day.answer = taken;
    await send(due());
    expect(await status()).toMatchObject({ state: 'working' });
    const { writes } = day;
    await send(due());
    expect(day.writes).toBe(writes);
  });
});

describe('a webhook whose calls fail', () => {
  it('is switched off after a day, and then calls no more', async () => {
    const { send, status, calls, day, failing } = startWebhook();
    await failing(25, 24 * hour - minute);
    expect(await status()).toMatchObject({ state: 'failing' });
    day.now = new Date(day.now.getTime() + minute);
    await send(due());
    expect(await status()).toEqual({ state: 'switched off', since: day.now, reason: 'a.example: answered 500' });
    const before = calls.length;
    const outcome = await send(due());
    expect(outcome).toMatchObject({ delivered: false, permanent: true });
    expect(outcome).toHaveProperty('reason', expect.stringMatching(/2025-01-02T12:00.*answered 500.*webhook test$/));
    expect(calls).toHaveLength(before);
  });

  it('is not switched off by a clock that is set forth', async () => {
    const { status, day, failing } = startWebhook();
    await failing(8, hour);
    day.now = new Date(day.now.getTime() + 1000 * hour);
    await failing(1, 0);
    expect(await status()).toMatchObject({ state: 'failing' });
    await failing(1, 0);
    expect(await status()).toMatchObject({ state: 'switched off' });
  });

  it('counts from now what a clock has noted that was set back since', async () => {
    const { status, day, failing } = startWebhook();
    await failing(9, hour);
    const earlier = new Date(noon.getTime() - 1000 * hour);
    day.now = earlier;
    await failing(1, 0);
    expect(await status()).toMatchObject({ state: 'failing', since: earlier });
    day.now = new Date(earlier.getTime() + 24 * hour);
    await failing(1, 0);
    expect(await status()).toMatchObject({ state: 'switched off' });
  });

  it('begins its day anew with each success', async () => {
    const { send, status, day, failing } = startWebhook();
    for (let times = 0; times < 3; times += 1) {
      await failing(20, 23 * hour);
      day.answer = taken;
      await send(due());
    }
    expect(await status()).toMatchObject({ state: 'working' });
  });

  it('is switched off at once where the receiver wants no more calls', async () => {
    const { send, status, day } = startWebhook();
    day.answer = gone;
    await send(due());
    expect(await status()).toEqual({ state: 'switched off', since: noon, reason: gone.reason });
  });
});

describe('a webhook that is switched off', () => {
  async function switchedOff() {
    const started = startWebhook();
    started.day.answer = gone;
    await started.send(due());
    started.day.now = new Date(noon.getTime() + hour);
    return started;
  }

  it('is off for other processes too', async () => {
    const { again, calls } = await switchedOff();
    expect(await again().send(due())).toMatchObject({ permanent: true });
    expect(calls).toHaveLength(1);
  });

  it('is switched on by a test that succeeds, also of another process', async () => {
    const { again, send, status, day } = await switchedOff();
    day.answer = taken;
    expect(await again().test()).toEqual(taken);
    expect(await status()).toMatchObject({ state: 'working' });
    expect(await send(due())).toEqual(taken);
  });

  it('stays off since then where the test fails, and says why it did', async () => {
    const { test, status, day } = await switchedOff();
    day.answer = refused;
    expect(await test()).toEqual(refused);
    expect(await status()).toEqual({ state: 'switched off', since: noon, reason: refused.reason });
  });

  it('is on with another address, and stays on when the first one comes back', async () => {
    const { again, status, day } = await switchedOff();
    const elsewhere = again({ place: 'elsewhere' });
    expect(await elsewhere.status()).toMatchObject({ state: 'working' });
    day.answer = taken;
    expect(await elsewhere.send(due())).toEqual(taken);
    expect(await status()).toMatchObject({ state: 'working' });
  });
});

describe('the note of a webhook', () => {
  it.each([
    'rubbish',
    '{}',
    '[1]',
    '{"place":"here","failingSince":"never","failures":1,"reason":"","offSince":null}',
    '{"place":"here","failingSince":"2025-01-01T12:00:00Z","failures":12,"reason":"","offSince":"never"}',
  ])('is taken for none where it is %s', async (text) => {
    const { send, status, day, remember } = startWebhook();
    await remember(text);
    expect(await status()).toMatchObject({ state: 'working' });
    day.answer = refused;
    await send(due());
    expect(await status()).toEqual({ state: 'failing', since: noon, reason: refused.reason });
  });

  it('does not change what became of a call where the store is away', async () => {
    const away = async (): Promise<never> => Promise.reject(new Error('the database is away'));
    const { send, test, calls, day } = startWebhook({ store: { recall: away, remember: away } });
    for (const answer of [taken, refused]) {
      day.answer = answer;
      expect(await send(due())).toEqual(answer);
    }
    expect(calls).toHaveLength(2);
    await expect(test()).rejects.toThrow('away');
  });
});
