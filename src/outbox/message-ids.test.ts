import { expect, it } from 'vitest';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { createMailerWithMessageIds, type MailWithMessageId } from './mail.ts';
import { createMessageIdLoader } from './message-ids.ts';

it.each(databaseCases)('servers on one database make and know the same Message-IDs, in %s', async (_name, open) => {
  const { database } = await open();
  const load = (domain = 'ours.example') => createMessageIdLoader(database, domain)();
  const [one, other] = await Promise.all([load(), load()]);
  const messageId = one.format('reply.1');
  expect([other.format('reply.1'), other.parse(messageId)]).toEqual([messageId, 'reply.1']);
  // The address of the site may change.
  expect((await load('new.example')).parse(messageId)).toBe('reply.1');
  const forged = [
    messageId.replace('.1.', '.2.'),
    messageId.replace(/.@/, '@'),
    messageId.replace(/\w@/, 'g@'),
    '<1@ours.example>',
    '',
  ];
  expect(forged.map(other.parse)).toEqual(forged.map(() => null));
});

it('a mail without a Message-ID gets the same for every attempt, and one even while the database is away', async () => {
  const [{ database }, sent] = [openTemporarySqlite(), [] as MailWithMessageId[]];
  const transport = { send: async (mail: MailWithMessageId) => (sent.push(mail), { delivered: true } as const) };
  const mail = { uniqueName: 'alert-1', from: { name: '', address: 'site@ours.example' } } as MailWithMessageId;
  const { messageId: _none, ...unsigned } = mail;
  const mailer = createMailerWithMessageIds(transport, createMessageIdLoader(database, 'ours.example'));
  for (const each of [unsigned, unsigned, { ...unsigned, messageId: '<stored@ours.example>' }]) await mailer.send(each);
  await createMailerWithMessageIds(transport, () => Promise.reject(new Error('away'))).send(unsigned);
  const signed = expect.stringMatching(/^<alert-1\.[0-9a-f]{32}@ours\.example>$/);
  expect(sent[0]?.messageId).toBe(sent[1]?.messageId);
  expect(sent.map((one) => one.messageId)).toEqual([signed, signed, '<stored@ours.example>', '<alert-1@ours.example>']);
});
