import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectToMailbox } from './imap-mailbox.ts';
import { createMailboxReader } from './mailbox-reader.ts';
import type { MailboxSession, RawMail } from './received-mail.ts';
import { hasMailServer, startImapServer } from './testing/mail-server.ts';

const mail = (subject: string, size = 0) =>
  `From: a@example.com\r\nSubject: ${subject}\r\n\r\n${'x\r\n'.repeat(size / 3)}`;
/** Less than the minute between two reads: what comes so soon came by IDLE. */
const soon = { timeout: 20_000 };

/** Starts a server and a function that starts a reader, which reads from the UID after those that it has read. */
async function startMailbox() {
  const server = await startImapServer();
  const mails: RawMail[] = [];
  const [onError, onSuccess, beforeFetch] = [vi.fn(), vi.fn(), vi.fn()];
  async function readNewMails({ listUids, fetchMail }: MailboxSession): Promise<void> {
    for (const uid of await listUids({ uid: (mails.at(-1)?.uid ?? 0) + 1 })) {
      beforeFetch(uid);
      mails.push((await fetchMail(uid)) as RawMail);
    }
  }
  const hooks = { readNewMails, shouldRead: async () => true, onError, onSuccess };
  const { start, stop } = createMailboxReader(server, hooks);
  onTestFinished(stop);
  const subjects = () => mails.map(({ source }) => /^Subject: (.*)\r$/m.exec(String(source))?.[1]);
  const errors = () => onError.mock.calls.join('\n');
  return { ...server, startReader: start, stopReader: stop, mails, subjects, errors, onSuccess, beforeFetch };
}

describe.skipIf(!hasMailServer)('a mailbox of Dovecot', { timeout: 120_000 }, () => {
  it('is read as soon as mail arrives, and no mail is marked', async () => {
    const { startReader, deliver, subjects, doveadm, onSuccess } = await startMailbox();
    startReader();
    for (const subjectsThen of [['one'], ['one', 'two']]) {
      deliver(mail(`${subjectsThen.at(-1)}`));
      await expect.poll(subjects, soon).toEqual(subjectsThen);
    }
    expect(onSuccess.mock.calls.length).toBeLessThan(6);
    const { stdout } = doveadm('fetch', '-u', 'office', 'flags', 'mailbox', 'Replies');
    expect(String(stdout).match(/^flags:.*/gm)).toEqual(['flags: \\Recent', 'flags: \\Recent']);
  });

  it('is read on after its server was away', async () => {
    const { startReader, stop, start, deliver, subjects, errors, onSuccess } = await startMailbox();
    startReader();
    await expect.poll(() => onSuccess.mock.calls.length, soon).toBe(1);
    stop();
    await expect.poll(errors, soon).toMatch(/cannot be reached: .*\n.*cannot be reached/);
    await start();
    deliver(mail('one'));
    await expect.poll(subjects, soon).toEqual(['one']);
  });

  it('is read on where the connection was cut', async () => {
    const { startReader, deliver, subjects, doveadm, errors, beforeFetch } = await startMailbox();
    for (const subject of ['one', 'two', 'three']) deliver(mail(subject));
    beforeFetch.mockReturnValueOnce(null).mockImplementationOnce(() => doveadm('kick', 'office'));
    startReader();
    await expect.poll(subjects, soon).toEqual(['one', 'two', 'three']);
    expect(errors()).toBe('Error: it closed the connection');
  });

  it('gives the first part of a mail of 30 MB', async () => {
    const { startReader, deliver, mails } = await startMailbox();
    deliver(mail('large', 30_000_000));
    startReader();
    await expect.poll(() => mails, soon).toMatchObject([{ isCut: true, source: { length: 1024 ** 2 } }]);
    expect(mails[0]?.size).toBeGreaterThan(30_000_000);
  });

  it('lists what came from a UID or a time on, and none of 500 older mails', async () => {
    const { url, deliver } = await startMailbox();
    for (let count = 0; count < 500; count += 1) deliver(mail(`${count}`));
    const { signal } = new AbortController();
    await connectToMailbox(url, { token: undefined, signal }, async ({ openSession }) => {
      const { uidNext, listUids, fetchMail } = await openSession();
      expect([uidNext, await listUids({ uid: uidNext }), await listUids({ uid: 500 })]).toEqual([501, [], [500]]);
      const { receivedAt = new Date(0) } = (await fetchMail(500)) ?? {};
      expect(await listUids({ since: receivedAt })).toContain(500);
      expect(await listUids({ since: new Date(receivedAt.getTime() + 60_000) })).toEqual([]);
      expect(await fetchMail(501)).toBeNull();
    });
  });

  it('lets a reader stop in the middle of a mail', async () => {
    const { startReader, stopReader, deliver, errors, mails, beforeFetch } = await startMailbox();
    deliver(mail('large', 16_000_000));
    startReader();
    await new Promise((resolve) => beforeFetch.mockImplementation(() => setImmediate(resolve)));
    await stopReader();
    expect([errors(), mails]).toEqual(['', []]);
  });
});
