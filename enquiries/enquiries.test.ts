import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { DeliveryEvent } from './delivery.ts';
import { createEnquiries, type Enquiries, type ReceiveOutcome } from './enquiries.ts';
import type { KeptMails, Mailer } from './mailer.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createSqliteEnquiryStore } from './sqlite-enquiry-store.ts';
import type { EnquiryStore } from './store.ts';
import { fields } from './testing/samples.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from './testing/scripted-mailer.ts';
import { temporaryDatabase, temporaryDirectory } from './testing/temporary.ts';

const hour = 3_600_000;
const route = { from: 'hello@ours.example', to: 'office@ours.example', siteName: 'Ours' };

interface Setting {
  mailer?: Mailer;
  store?: EnquiryStore;
  keptMails?: KeptMails;
}

/** The core on a real database, with a clock that only moves when it is told to. */
function setUp({ mailer = scriptedMailer(), store, keptMails = nothingKept }: Setting = {}) {
  const clock = { now: new Date('2025-01-01T12:00:00Z') };
  const events: DeliveryEvent[] = [];
  const faults: unknown[] = [];
  const enquiries = createEnquiries({
    store: store ?? createSqliteEnquiryStore(temporaryDatabase()),
    mailer,
    keptMails,
    route,
    now: () => clock.now,
    random: () => 0.5,
    report: (event) => events.push(event),
    onFault: (fault, during) => faults.push([during, fault]),
  });
  const pass = (milliseconds: number): void => void (clock.now = new Date(clock.now.getTime() + milliseconds));
  return { enquiries, events, faults, pass };
}

const nothingKept: KeptMails = { forget: async () => {}, forgetOlderThan: async () => {} };

async function receive(enquiries: Enquiries, input: unknown = fields): Promise<string> {
  return accepted(await enquiries.receive(input));
}

function accepted(result: ReceiveOutcome): string {
  if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
  return result.id;
}

async function deliveryOf(enquiries: Enquiries, id: string) {
  const [found] = await enquiries.find({ id });
  return found?.delivery;
}

describe('receiving', () => {
  it('stores an accepted enquiry with its mail due', async () => {
    const { enquiries } = setUp();
    const id = await receive(enquiries);
    expect(await enquiries.list({ limit: 10 })).toMatchObject([{ id, ...fields, delivery: { state: 'due', attempts: 0 } }]);
  });

  it('stores nothing of a refused one, and says why', async () => {
    const { enquiries } = setUp();
    expect(await enquiries.receive({ ...fields, email: 'nobody' })).toEqual({
      outcome: 'refused',
      faults: { email: expect.stringContaining('correct format') },
    });
    expect(await enquiries.list({ limit: 10 })).toEqual([]);
  });

  it('answers that it is unavailable when the store cannot commit', async () => {
    const { database, close } = openSqliteDatabase(join(temporaryDirectory(), 'site.db'));
    const { enquiries, faults } = setUp({ store: createSqliteEnquiryStore(database) });
    await close();
    expect(await enquiries.receive(fields)).toEqual({ outcome: 'unavailable', reason: expect.any(String) });
    expect(faults).toEqual([['receiving', expect.any(Error)]]);
  });

  it('gives ids that sort by the time of receipt', async () => {
    const { enquiries } = setUp();
    const ids = [];
    for (let count = 0; count < 20; count += 1) ids.push(await receive(enquiries));
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id))).toBe(true);
    expect(ids.map((id) => id.slice(0, 13))).toEqual(ids.map((id) => id.slice(0, 13)).sort());
  });
});

describe('delivering', () => {
  it('sends each due mail once', async () => {
    const mailer = scriptedMailer();
    const { enquiries, events } = setUp({ mailer });
    const id = await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 1, due: 0, failed: 0 });
    expect(await enquiries.deliverDue()).toEqual({ delivered: 0, due: 0, failed: 0 });
    expect(mailer.sent).toHaveLength(1);
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 1, lastReason: null });
    expect(events).toMatchObject([{ enquiryId: id, attempt: 1, state: 'delivered' }]);
  });

  it('tries again what was refused for now, with the same Message-ID', async () => {
    const mailer = scriptedMailer(refusedForNow);
    const { enquiries, pass } = setUp({ mailer });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'due', attempts: 1, lastReason: refusedForNow.reason });
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(1);
    pass(5000);
    await enquiries.deliverDue();
    expect(mailer.sent.map(({ messageId }) => messageId)).toEqual([`<enquiry.${id}@ours.example>`, `<enquiry.${id}@ours.example>`]);
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('gives up at once on what was refused for good', async () => {
    const { enquiries, pass } = setUp({ mailer: scriptedMailer(refusedForGood) });
    const id = await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 0, due: 0, failed: 1 });
    pass(24 * hour);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'failed', attempts: 1, lastReason: refusedForGood.reason });
  });

  it('gives up after 5 days of refusals, not before', async () => {
    const mailer: Mailer = { send: async () => refusedForNow };
    const { enquiries, pass } = setUp({ mailer });
    const id = await receive(enquiries);
    for (let hours = 0; hours < 5 * 24; hours += 1) {
      await enquiries.deliverDue();
      expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'due' });
      pass(hour);
    }
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({
      state: 'failed',
      lastReason: `Given up after 5 days. ${refusedForNow.reason}`,
    });
  });

  it('is not held up by one mail that fails', async () => {
    const mailer = scriptedMailer(refusedForGood, refusedForNow);
    const { enquiries } = setUp({ mailer });
    for (let count = 0; count < 10; count += 1) await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 8, due: 1, failed: 1 });
  });

  it('records a failure when a mailer breaks its promise and throws', async () => {
    const { enquiries } = setUp({ mailer: { send: async () => Promise.reject(new Error('bug')) } });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'failed', lastReason: 'bug' });
  });

  it('goes on with what a crash left in hand, a minute later', async () => {
    const store = createSqliteEnquiryStore(temporaryDatabase());
    const mailer = scriptedMailer();
    const { enquiries, pass } = setUp({ store, mailer });
    const id = await receive(enquiries);
    const at = new Date('2025-01-01T12:00:00Z');
    await store.claimDue(at, new Date(at.getTime() + 60_000));
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(0);
    pass(60_000);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('forgets a kept mail whose enquiry was erased while it was under way', async () => {
    const forget = vi.fn(async () => {});
    const store = createSqliteEnquiryStore(temporaryDatabase());
    const mailer: Mailer = {
      async send({ enquiryId }) {
        await store.erase({ id: enquiryId });
        return { delivered: true };
      },
    };
    const { enquiries } = setUp({ store, mailer, keptMails: { ...nothingKept, forget } });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(forget).toHaveBeenCalledWith([id]);
  });

  it('starts by itself after each receipt while it runs in the background', async () => {
    const mailed = Promise.withResolvers<void>();
    const { enquiries } = setUp({ mailer: { send: async () => (mailed.resolve(), { delivered: true }) } });
    enquiries.start();
    await receive(enquiries);
    await mailed.promise;
    await enquiries.stop();
    expect(await enquiries.list({ state: 'delivered', limit: 10 })).toHaveLength(1);
  });
});

describe('the operator', () => {
  it('has a failed mail sent again', async () => {
    const { enquiries } = setUp({ mailer: scriptedMailer(refusedForGood) });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await enquiries.retry(id)).toBe(true);
    expect(await enquiries.retry('nobody')).toBe(false);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('walks through any number of enquiries, newest first', async () => {
    const { enquiries } = setUp();
    for (let count = 0; count < 450; count += 1) await receive(enquiries, { ...fields, subject: `${count}` });
    const ids: string[] = [];
    for await (const { id } of enquiries.each({})) ids.push(id);
    expect(new Set(ids).size).toBe(450);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  it('erases one person with the mails kept of them', async () => {
    const forget = vi.fn(async () => {});
    const { enquiries } = setUp({ keptMails: { ...nothingKept, forget } });
    const ids = [await receive(enquiries), await receive(enquiries)];
    await receive(enquiries, { ...fields, email: 'else@example.com' });
    expect((await enquiries.erase({ email: fields.email })).toSorted()).toEqual(ids.toSorted());
    expect(forget).toHaveBeenCalledOnce();
    expect(await enquiries.list({ limit: 10 })).toHaveLength(1);
  });

  it('purges what is older than a date, kept mails too', async () => {
    const forgetOlderThan = vi.fn(async () => {});
    const { enquiries, pass } = setUp({ keptMails: { ...nothingKept, forgetOlderThan } });
    const old = await receive(enquiries);
    pass(hour);
    await receive(enquiries);
    const date = new Date('2025-01-01T12:30:00Z');
    expect(await enquiries.purge(date)).toEqual([old]);
    expect(forgetOlderThan).toHaveBeenCalledWith(date);
    expect(await enquiries.list({ limit: 10 })).toHaveLength(1);
  });
});
