import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { moveDatabase } from './move-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { createSqlContactSettings } from './sql-contact-settings.ts';
import { createSqlEnquiryStore } from './sql-enquiry-store.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { execute, temporaryPostgres } from './testing/postgres.ts';
import { receivedEnquiry } from './testing/samples.ts';
import { temporaryDirectory } from './testing/temporary.ts';

const noon = new Date('2025-01-01T12:00:00Z');
const later = new Date('2025-01-02T12:00:00.123Z');

async function openBoth() {
  const url = await temporaryPostgres();
  const source = openSqliteDatabase(`${temporaryDirectory()}/site.db`);
  const target = await openPostgresDatabase(url);
  for (const { close } of [source, target]) onTestFinished(close);
  const [from, to] = [source, target].map(({ database, dialect }) => createSqlEnquiryStore(database, dialect));
  if (from === undefined || to === undefined) throw new Error('There are two');
  return { url, source: source.database, target: target.database, from, to };
}

describe('moving a database', () => {
  it('brings over everything as it is: ids, states, attempts, times, hashes, settings', async () => {
    const { source, target, from, to } = await openBoth();
    const grown = { message: 'Grüße, 你好 👋\n\tübermorgen', company: '' };
    await from.add(
      [1, 2, 3].map((number) =>
        receivedEnquiry(number, { ...grown, message: `${number} ${grown.message}`, key: `key-${number}` }),
      ),
      noon,
    );
    await from.add([receivedEnquiry(4, { spamReason: 'the hidden field was filled in' })], noon);
    await from.add([receivedEnquiry(5)], noon);
    for (const outcome of [
      { state: 'delivered', at: later } as const,
      { state: 'failed', reason: '550 no such mailbox' } as const,
      { state: 'due', dueAt: later, reason: '451 later' } as const,
    ]) {
      const claimed = await from.claimDue(new Date('2025-01-01T13:00:00Z'), later);
      if (claimed !== null) await from.record(claimed, outcome);
    }
    await createSqlContactSettings(source).set('phone', '+44 117 496 0143');
    const before = await from.list({ limit: 10 });

    const progress: number[] = [];
    const outcome = await moveDatabase(source, target, (copied) => progress.push(copied));
    expect(outcome).toEqual({ ok: true, enquiries: 5, settings: 1 });
    expect(progress).toEqual([5]);
    expect(await to.list({ limit: 10 })).toEqual(before);
    expect(new Set(before.map(({ delivery }) => delivery.state)).size).toBe(4);
    expect(await from.list({ limit: 10 })).toEqual(before);
    expect(await createSqlContactSettings(target).overrides()).toEqual({ phone: '+44 117 496 0143' });
    // A visitor who repeats a submission from before the move is recognised after it.
    const repeated = {
      ...receivedEnquiry(1, { ...grown, message: `1 ${grown.message}`, key: 'key-1' }),
      id: receivedEnquiry(9).id,
      messageId: '<9@example.com>',
    };
    expect(await to.add([repeated], noon)).toMatchObject([{ id: receivedEnquiry(1).id, isNew: false }]);
    expect(await to.add([receivedEnquiry(10, { message: receivedEnquiry(5).message })], noon)).toMatchObject([
      { state: 'quarantined' },
    ]);
  });

  it('moves more than one batch', async () => {
    const { source, target, from, to } = await openBoth();
    const numbers = Array.from({ length: 1203 }, (_, number) => number);
    await from.add(
      numbers.map((number) => receivedEnquiry(number)),
      noon,
    );
    const progress: number[] = [];
    const outcome = await moveDatabase(source, target, (copied) => progress.push(copied));
    expect(outcome).toMatchObject({ ok: true, enquiries: 1203 });
    expect(progress).toEqual([500, 1000, 1203]);
    expect(await to.count({ state: 'due' })).toBe(1203);
  });

  it('moves nothing into a database that has something', async () => {
    const { source, target, from, to } = await openBoth();
    await from.add([receivedEnquiry(1)], noon);
    await to.add([receivedEnquiry(2)], noon);
    expect(await moveDatabase(source, target, () => {})).toEqual({
      ok: false,
      reason: expect.stringContaining('enquiries (1)'),
    });
    expect((await to.list({ limit: 10 })).map(({ id }) => id)).toEqual([receivedEnquiry(2).id]);
  });

  it('does not overwrite contact facts', async () => {
    const { source, target, from } = await openBoth();
    await from.add([receivedEnquiry(1)], noon);
    await createSqlContactSettings(target).set('phone', '+44 117 496 0144');
    expect(await moveDatabase(source, target, () => {})).toMatchObject({ ok: false });
  });

  it('takes a target that has proved to be writable for empty', async () => {
    const { source, target, from, to } = await openBoth();
    await from.proveWritable(noon);
    await to.proveWritable(noon);
    await from.add([receivedEnquiry(1)], noon);
    expect(await moveDatabase(source, target, () => {})).toEqual({ ok: true, enquiries: 1, settings: 0 });
  });

  it('moves nothing at all when something goes wrong on the way', async () => {
    const { url, source, target, from, to } = await openBoth();
    await from.add(
      [1, 2].map((number) => receivedEnquiry(number)),
      noon,
    );
    await execute(url, `ALTER TABLE deliveries ADD CHECK (message_id <> '<2@example.com>')`);
    await expect(moveDatabase(source, target, () => {})).rejects.toThrow(/check constraint/);
    expect(await to.count({})).toBe(0);
    expect(await from.count({})).toBe(2);
  });

  it('moves nothing when what arrived is not what was sent', async () => {
    const { url, source, target, from, to } = await openBoth();
    await from.add(
      [1, 2].map((number) => receivedEnquiry(number)),
      noon,
    );
    await execute(
      url,
      `CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN IF NEW.message_id = ''<2@example.com>'' THEN RETURN NULL; END IF; RETURN NEW; END';
       CREATE TRIGGER swallow BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION swallow()`,
    );
    expect(await moveDatabase(source, target, () => {})).toEqual({
      ok: false,
      reason: expect.stringMatching(/differs.*1 due .* instead of .*2 due/),
    });
    expect(await to.count({})).toBe(0);
  });

  it('waits for whoever is writing to the target, and sees what they wrote', async () => {
    const { url, source, target, from, to } = await openBoth();
    await from.add([receivedEnquiry(1)], noon);
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query(`BEGIN; INSERT INTO settings VALUES ('contact.phone', '+44 117 496 0144')`);
    const moving = moveDatabase(source, target, () => {});
    await vi.waitFor(async () => {
      expect(await execute(url, 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation IS NOT NULL')).toHaveLength(1);
    });
    await writer.query('COMMIT');
    expect(await moving).toMatchObject({ ok: false });
    expect(await to.count({})).toBe(0);
  });
});
