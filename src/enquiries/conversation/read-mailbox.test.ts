import { expect, it, vi } from 'vitest';
import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import type { MailboxSession } from '../../mailbox/received-mail.ts';
import { parseMail } from '../../mailbox/parse-mail.ts';
import { createCoreUnderTest } from '../testing/core-under-test.ts';

/** Creates a mailbox with mails of these subjects. UIDs begin at 1; `broken` is one that the server never sends. */
function createMailbox(subjects: readonly string[], { uidValidity = '1', broken = 0 } = {}): MailboxSession {
  const uids = [...subjects.keys()].map((index) => index + 1);
  return {
    uidValidity,
    uidNext: subjects.length + 1,
    listUids: async (from) => uids.filter((uid) => !('uid' in from) || uid >= from.uid),
    async fetchMail(uid) {
      if (uid === broken) throw new Error('it closed the connection');
      const source = Buffer.from(`From: a@example.com\nSubject: ${subjects[uid - 1]}\n\nHello`);
      return { uid, source, isCut: false, size: source.length, receivedAt: new Date('2025-01-01T12:00:00Z') };
    },
  };
}

/** Starts the reading of an office's mailbox, which has one old mail. */
async function startReading(serviceOptions = {}) {
  const { enquiries } = createCoreUnderTest({ serviceOptions });
  const read = enquiries.createNewMailReader('office');
  await read(createMailbox(['old']));
  const listSubjects = async () =>
    (await enquiries.listOtherMail({ limit: 9 })).map(({ subject }) => subject).toSorted();
  return { enquiries, read, listSubjects };
}

it('a mailbox is read from its end on, and each mail once', async () => {
  const { read, listSubjects } = await startReading();
  expect(await listSubjects()).toEqual([]);
  for (let times = 0; times < 2; times += 1) await read(createMailbox(['old', 'new']));
  expect(await listSubjects()).toEqual(['new']);
});

it('after each mail the reader is told that it goes on', async () => {
  const { read } = await startReading();
  let count = 0;
  await read(createMailbox(['old', 'one', 'two']), () => void (count += 1));
  expect(count).toBe(2);
});

it('another mailbox is read from its end on', async () => {
  const { enquiries, listSubjects } = await startReading();
  await enquiries.createNewMailReader('sales')(createMailbox(['old', 'theirs']));
  expect(await listSubjects()).toEqual([]);
});

it('mails that have got new numbers are not taken for new', async () => {
  const { read, listSubjects } = await startReading();
  await read(createMailbox(['old', 'one']));
  await read(createMailbox(['one', 'two'], { uidValidity: '2' }));
  expect(await listSubjects()).toEqual(['one', 'two']);
});

it('what follows a mail that the server never sends is read in the end, and that mail is told of', async () => {
  const { read, listSubjects } = await startReading();
  const mailbox = createMailbox(['old', 'broken', 'after'], { broken: 2 });
  for (let times = 0; times < 10; times += 1) await expect(read(mailbox)).rejects.toThrow('closed');
  await read(mailbox);
  expect(await listSubjects()).toEqual(['', 'after']);
});

it('a mail is read again if the parser cannot run', async () => {
  const failsOnce = vi.fn(parseMail).mockRejectedValueOnce(new Error('EAGAIN'));
  const { read, listSubjects } = await startReading({ parseMail: failsOnce });
  const mailbox = createMailbox(['old', 'new']);
  await expect(read(mailbox)).rejects.toThrow('EAGAIN');
  await read(mailbox);
  expect(await listSubjects()).toEqual(['new']);
});

it('of two servers one reads, and the other once that has said nothing for three minutes', async () => {
  const databaseDependencies = openTemporarySqlite();
  const [one, other] = [createCoreUnderTest({ databaseDependencies }), createCoreUnderTest({ databaseDependencies })];
  const ask = async () => [await one.enquiries.isMailboxReader(), await other.enquiries.isMailboxReader()];
  expect([await ask(), await ask()]).toEqual([
    [true, false],
    [true, false],
  ]);
  other.advanceClock(3 * 60_000 + 1);
  expect(await other.enquiries.isMailboxReader()).toBe(true);
});
