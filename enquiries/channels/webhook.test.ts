import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../core/channels.ts';
import { referenceOf } from '../core/reference.ts';
import { coreUnderTest, receive, refusedForGood, refusedForNow } from '../testing/core-under-test.ts';
import { fields, hour, spam, storedEnquiry } from '../testing/samples.ts';
import { temporarySqlite } from '../testing/temporary.ts';
import { createWebhook, testPayload, type WebhookCaller, type WebhookParts, type WebhookPayload } from './webhook.ts';

const minute = 60_000;
const noon = new Date('2025-01-01T12:00:00Z');
const taken: SendOutcome = { delivered: true };
const refused: SendOutcome = { delivered: false, permanent: false, reason: 'a.example: answered 500' };
const gone: SendOutcome = { delivered: false, permanent: true, reason: 'a.example: answered 410 Gone' };
const inboxUrl = 'https://office.example.com';

/** A core with a webhook whose receiver answers as told, in a day that is set by hand. */
function startWebhook({ mails = [], ...parts }: Partial<WebhookParts> & { mails?: SendOutcome[] } = {}) {
  const calls: Parameters<WebhookCaller['post']>[0][] = [];
  const day = { now: noon, answer: taken, writes: 0 };
  const { store } = temporarySqlite();
  const all: WebhookParts = {
    caller: { post: async (call) => (calls.push(call), day.answer) },
    place: 'here',
    store: { recall: store.recall, remember: (...noted) => ((day.writes += 1), store.remember(...noted)) },
    clock: { now: () => day.now },
    ...parts,
  };
  const webhook = createWebhook(all);
  const core = coreUnderTest({ store, outcomes: mails, parts: { webhook } });
  const enquiry = storedEnquiry(1);
  const { delivery } = enquiry;
  const call = (one = webhook) => one.send({ id: 'an-id', event: 'enquiry.received', enquiry, delivery });
  const bodies = () => calls.map(({ body }) => JSON.parse(body) as WebhookPayload);
  return {
    ...core,
    ...webhook,
    calls,
    day,
    call,
    bodies,
    events: () =>
      bodies()
        .map(({ type }) => type.replace('enquiry.', ''))
        .toSorted(),
    /** The same receiver as another process has it, or another one. */
    again: (changes: Partial<WebhookParts> = {}) => createWebhook({ ...all, ...changes }),
    /** So many calls that fail, over so many milliseconds. */
    async failing(times: number, during: number): Promise<void> {
      day.answer = refused;
      for (let at = 0; at < times; at += 1) {
        if (at > 0) day.now = new Date(day.now.getTime() + during / (times - 1));
        await call();
      }
    },
  };
}

describe('the webhook is told', () => {
  it('of a new enquiry in the documented shape, and again by the same id where it was not there', async () => {
    const { enquiries, deliver, pass, calls, bodies, day } = startWebhook({ inboxUrl });
    const id = await receive(enquiries, fields);
    day.answer = refused;
    await deliver();
    day.answer = taken;
    pass(hour);
    await deliver();
    const data = { id, reference: referenceOf(id), receivedAt: noon.toISOString(), ...fields, state: 'waiting' };
    const body = { type: 'enquiry.received', timestamp: noon.toISOString() };
    const told = { ...body, data: { ...data, reason: null, inbox: `${inboxUrl}/enquiries/${id}` } };
    expect(bodies()).toEqual([told, told]);
    expect(calls.map((call) => call.id)).toEqual(Array(2).fill(`enquiry.received.${id}`));
    const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhook.md'), 'utf8');
    const example = JSON.parse(/```json\n(.*?)```/s.exec(document)?.[1] ?? '') as WebhookPayload;
    for (const one of [testPayload(id, noon, undefined), example])
      expect([Object.keys(one), Object.keys(one.data)]).toEqual([Object.keys(told), Object.keys(told.data)]);
    expect(example.data.reference).toBe(referenceOf(example.data.id));
  });

  it('of one that was set aside, by a person too, with the reason, and of it as a new one once somebody has released it', async () => {
    const { receive, act, deliver, events, bodies } = startWebhook();
    await act(await receive(), 'set aside');
    await deliver();
    expect(events()).toEqual(['received', 'set_aside']);
    const id = await receive(spam);
    await deliver();
    const data = { state: 'set aside', reason: expect.stringContaining('hidden field'), inbox: null };
    expect(bodies().at(-1)).toMatchObject({ type: 'enquiry.set_aside', data });
    await act(id, 'release');
    await deliver();
    expect(events()).toEqual(['received', 'received', 'set_aside', 'set_aside']);
  });

  it('of one whose mail was given up, with the reason, and of none whose mail is to be tried again', async () => {
    const { receive, deliver, bodies, events } = startWebhook({ mails: [refusedForNow, refusedForGood] });
    for (let count = 0; count < 2; count += 1) await receive();
    await deliver();
    expect(events()).toEqual(['failed', 'received', 'received']);
    const reasons = bodies().flatMap(({ type, data }) => (type === 'enquiry.failed' ? data.reason : []));
    expect(reasons).toEqual([refusedForGood.reason]);
  });

  it('of no failure but that of the mail: its own holds up none, and is no failed enquiry', async () => {
    const { receive, deliver, day, events, sent } = startWebhook();
    day.answer = { ...gone };
    await receive();
    expect(await deliver()).toEqual({ delivered: 1, due: 0, failed: 1 });
    day.answer = taken;
    await deliver();
    expect([sent.length, events()]).toEqual([1, ['received']]);
  });

  it('of a test with an id of its own and a link to the inbox', async () => {
    const { test, calls, bodies } = startWebhook({ inboxUrl });
    expect([await test(), await test()]).toEqual([taken, taken]);
    const body = { type: 'webhook.test', data: { inbox: inboxUrl } };
    expect(bodies()).toMatchObject([body, body]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });
});

describe('a webhook whose calls fail', () => {
  it('is failing since the first of them, until one succeeds, and notes nothing while it works', async () => {
    const { call, status, day, failing } = startWebhook();
    const working = { state: 'working', since: null, reason: null };
    await call();
    expect([await status(), day.writes]).toEqual([working, 0]);
    await failing(3, hour);
    expect(await status()).toEqual({ state: 'failing', since: noon, reason: 'a.example: answered 500' });
    day.answer = taken;
    await call();
    expect(await status()).toEqual(working);
  });

  it('is switched off after a day, for other processes too, and then calls no more', async () => {
    const { again, call, status, calls, day, failing } = startWebhook();
    await failing(25, 24 * hour - minute);
    expect(await status()).toMatchObject({ state: 'failing' });
    day.now = new Date(day.now.getTime() + minute);
    await call();
    expect(await status()).toEqual({ state: 'switched off', since: day.now, reason: 'a.example: answered 500' });
    const reason = expect.stringMatching(/2025-01-02T12:00.*answered 500.*webhook test$/);
    expect(await call(again())).toEqual({ delivered: false, permanent: true, reason });
    expect(calls).toHaveLength(26);
  });

  it('is not switched off by a clock that is set forth or back', async () => {
    const { status, day, failing } = startWebhook();
    await failing(8, hour);
    day.now = new Date(day.now.getTime() + 1000 * hour);
    await failing(1, 0);
    expect(await status()).toMatchObject({ state: 'failing' });
    // What it has noted counts from now once it is set back.
    day.now = new Date(noon.getTime() - 1000 * hour);
    await failing(1, 0);
    expect(await status()).toMatchObject({ state: 'failing', since: day.now });
  });

  it('is switched off at once where the receiver wants no more calls, until a test succeeds, also of another process', async () => {
    const { again, call, test, status, day } = startWebhook();
    day.answer = gone;
    await call();
    expect(await status()).toEqual({ state: 'switched off', since: noon, reason: gone.reason });
    day.now = new Date(noon.getTime() + hour);
    day.answer = refused;
    expect(await test()).toEqual(refused);
    expect(await status()).toEqual({ state: 'switched off', since: noon, reason: refused.reason });
    day.answer = taken;
    expect(await again().test()).toEqual(taken);
    expect(await status()).toMatchObject({ state: 'working' });
  });

  it('is on with another address, and stays on when the first one comes back', async () => {
    const { again, call, status, day } = startWebhook();
    day.answer = gone;
    await call();
    day.answer = taken;
    expect(await call(again({ place: 'elsewhere' }))).toEqual(taken);
    expect(await status()).toMatchObject({ state: 'working' });
  });

  it('says what became of a call where the store is away', async () => {
    const away = async (): Promise<never> => Promise.reject(new Error('the database is away'));
    const { call, test, day } = startWebhook({ store: { recall: away, remember: away } });
    for (const answer of [taken, refused]) {
      day.answer = answer;
      expect(await call()).toEqual(answer);
    }
    await expect(test()).rejects.toThrow('away');
  });
});
