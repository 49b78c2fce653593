import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { createReceivedMail, sampleFields } from '../enquiries/testing/samples.ts';
import type { ReceivedMail } from '../mailbox/received-mail.ts';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { startCommandTest } from './testing/command-test.ts';

/**
 * A backup with answers due to Ada and Ben, a mail of Ada about Ben's enquiry, and another one; then both answers went out, a
 * third mail came, Ada was erased, and another backup made. No server runs any more.
 */
async function afterErasing(url: string) {
  const peer = await startTestSmtpServer();
  const settings = { DATABASE_URL: url, BACKUP_DIRECTORY: createTemporaryDirectory(), SMTP_URL: peer.url };
  const operator = await startCommandTest(settings);
  const { config, enquiries, outbox, receive, run } = operator;
  const ids = [await receive(), await receive({ email: 'ben@example.com' })] as const;
  await outbox.deliverDue();
  for (const id of ids) await enquiries.sendReply(id, { text: 'Dear visitor', by: 'anna@example.com', version: 0 });
  const [{ messageId } = { messageId: '' }] = await enquiries.find({ id: ids[1] });
  const ofBens = createReceivedMail({ references: [messageId] });
  const mails = [ofBens, createReceivedMail(), createReceivedMail()] as const;
  const receiveMail = (mail: ReceivedMail) => enquiries.receiveMail(mail, async () => {});
  expect([await receiveMail(mails[0]), await receiveMail(mails[1])]).toEqual(['reply', 'other']);
  const path = await operator.makeBackup();
  await receiveMail(mails[2]);
  expect(await outbox.deliverDue()).toMatchObject({ delivered: 2 });
  await enquiries.erase({ email: sampleFields.email });
  await run('backup');
  await operator.close();
  peer.taken.length = 0;
  return { ...operator, settings, list: config.erasedListPath, peer, path, ids, mails };
}

const emptySession = { uidValidity: '1', uidNext: 1, listUids: async () => [], fetchMail: async () => null };

const makeSqliteUrl = async (): Promise<string> => `sqlite:${join(createTemporaryDirectory(), 'site.db')}`;

describe.each<[string, (before: string) => Promise<string>, () => Promise<string>]>([
  ['SQLite', async (before) => before, makeSqliteUrl],
  ['PostgreSQL, moved from SQLite', createTemporaryPostgres, makeSqliteUrl],
  ['PostgreSQL', createTemporaryPostgres, createTemporaryPostgres],
])('a backup that is restored on %s', (_kind, targetOf, makeUrl) => {
  it('mails nobody, not of what comes meanwhile either, until release-mail has erased who was erased since', async () => {
    const { settings, peer, path, ids, mails, runWith } = await afterErasing(await makeUrl());
    const env = { DATABASE_URL: await targetOf(settings.DATABASE_URL) };
    const restored = await runWith({ env }, 'backup', 'restore', path, '--yes', '--json');
    expect(JSON.parse(restored.out)).toMatchObject({ held: 2, erased: [ids[0]] });

    const { enquiries, outbox, receive, run, runJson } = await startCommandTest({ ...settings, ...env });
    await enquiries.createNewMailReader('office')(emptySession);
    const read = () => Promise.all(mails.map((mail) => enquiries.receiveMail(mail, async () => {})));
    expect(await read()).toEqual(['known', 'known', 'known']);
    const reappeared = { enquiries: 1, messages: 1, otherMails: 1, mentions: 0 };
    expect(await enquiries.countErasure({ reappearedIds: [ids[0]] })).toEqual(reappeared);
    await receive({ email: 'new@example.com' });
    expect(await outbox.deliverDue()).toEqual({});
    expect((await run('doctor')).out).toMatch(/^warning +deliveries .* held since .*"backup release-mail"/m);
    const shown =
      /^Held since [^]*Erased first, .*: 1 enquiry, 1 message in a [^]* and 1 other mail\n[^]* {2}1 mail about an [^]* {2}2 replies to/;
    expect(await run('backup', 'release-mail')).toMatchObject({ code: 2, out: expect.stringMatching(shown) });
    expect(await enquiries.find({ id: ids[0] })).toHaveLength(1);

    expect(await runJson('backup', 'release-mail', '--yes')).toMatchObject({ erased: [ids[0]], released: true });
    expect([await enquiries.find({ id: ids[0] }), await enquiries.listOtherMail({ limit: 9 })]).toEqual([[], []]);
    expect(await enquiries.find({ id: ids[1] })).toMatchObject([{ messages: [{}, {}] }]);
    expect(await read()).toEqual(['known', 'known', 'known']);
    expect(await outbox.deliverDue()).toMatchObject({ delivered: 2 });
    expect(peer.taken.map(String).filter((mail) => mail.includes(sampleFields.email))).toEqual([]);
    expect((await run('backup', 'release-mail', '--yes')).out).toBe('Nothing is held.\n');
  });
});

it('a backup knows by the lists beside newer ones whom it brings back, where that of the database is lost with its disk', async () => {
  const { list, path, ids, run, runJson } = await afterErasing(await makeSqliteUrl());
  rmSync(list);
  expect(JSON.parse((await run('backup', 'restore', path, '--json')).out)).toMatchObject({ erased: [ids[0]] });
  await runJson('backup', 'restore', path, '--yes');
  for (const other of [list, `${path}.erased`]) rmSync(other, { force: true });
  expect(await runJson('backup', 'release-mail')).toMatchObject({ erased: [ids[0]], released: false });
});
