import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openMailbox } from './imap-mailbox.ts';
import { createMailboxReader, type MailboxReaderHooks } from './mailbox-reader.ts';
import type { MailboxSession, RawMail } from './received-mail.ts';
import { hasMailServer, startImapServer } from './testing/mail-server.ts';
import { startTokenServer } from './testing/token-server.ts';
import { verifyMailbox } from './verify-mailbox.ts';

const mail = (subject: string) => `From: Ada <ada@example.com>\r\nSubject: ${subject}\r\n\r\nYes.\r\n`;
const access = { token: undefined, signal: new AbortController().signal };
/** Less than the minute between two reads: what comes so soon came by IDLE. */
const soon = { timeout: 20_000 };

/** Starts a server with a mailbox, and a function that starts its reader, from the UID after those that it has read. */
async function startMailbox() {
  const server = await startImapServer();
  const mails: RawMail[] = [];
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  async function readNewMails({ listUids, fetchMail }: MailboxSession): Promise<void> {
    for (const uid of await listUids({ uid: (mails.at(-1)?.uid ?? 0) + 1 }))
      mails.push((await fetchMail(uid)) as RawMail);
  }
  function startReader(changes: Partial<MailboxReaderHooks> = {}, path = '') {
    const onSuccess = vi.fn();
    const hooks = { readNewMails, shouldRead: async () => true, onError, onSuccess, ...changes };
    const reader = createMailboxReader({ url: `imap://office:secret-word@${server.host}${path}` }, hooks);
    onTestFinished(() => reader.stop());
    reader.start();
    return { onSuccess, stop: reader.stop };
  }
  const subjects = () => mails.map(({ source }) => /^Subject: (.*)\r$/m.exec(String(source))?.[1]);
  return {
    ...server,
    url: `imap://office:secret-word@${server.host}`,
    startReader,
    readNewMails,
    mails,
    subjects,
    errors,
  };
}

describe.skipIf(!hasMailServer)('a mailbox of Dovecot', { timeout: 120_000 }, () => {
  it('is read as soon as mail arrives, and nothing in it changes', async () => {
    const { startReader, deliver, subjects, listFiles } = await startMailbox();
    const { onSuccess } = startReader();
    deliver('office', mail('one'));
    await expect.poll(subjects, soon).toEqual(['one']);
    const before = listFiles('office');
    deliver('office', mail('two'));
    await expect.poll(subjects, soon).toEqual(['one', 'two']);
    expect(listFiles('office').filter((file) => /,.*S/.test(file))).toEqual([]);
    expect(listFiles('office')).toEqual(expect.arrayContaining(before));
    expect(onSuccess.mock.calls.length).toBeLessThan(6);
  });

  it('is read on where the connection was cut', async () => {
    const { startReader, deliver, subjects, doveadm, errors, readNewMails } = await startMailbox();
    for (const subject of ['one', 'two', 'three']) deliver('office', mail(subject));
    let cuts = 0;
    const fetchAndCut = (session: MailboxSession) => async (uid: number) => {
      if (uid === 2 && cuts++ === 0) doveadm('kick', 'office');
      return session.fetchMail(uid);
    };
    startReader({ readNewMails: (session) => readNewMails({ ...session, fetchMail: fetchAndCut(session) }) });
    await expect.poll(subjects, soon).toEqual(['one', 'two', 'three']);
    expect(errors).toEqual(['Error: it closed the connection']);
  });

  it('is read again once its server is back', async () => {
    const { startReader, deliver, subjects, start, stop, errors } = await startMailbox();
    const { onSuccess } = startReader();
    await expect.poll(() => onSuccess.mock.calls.length, soon).toBe(1);
    stop();
    // After pauses of 1 and 2 seconds.
    await expect.poll(() => errors.filter((text) => text.includes('ECONNREFUSED')).length, soon).toBe(2);
    deliver('office', mail('one'));
    await start();
    await expect.poll(subjects, soon).toEqual(['one']);
  });

  it('is found again after it was renamed, and named until then', async () => {
    const { startReader, doveadm, errors } = await startMailbox();
    const { onSuccess } = startReader({}, '/Replies');
    await expect.poll(() => onSuccess.mock.calls.length, soon).toBe(1);
    doveadm('mailbox', 'rename', '-u', 'office', 'Replies', 'Old');
    doveadm('kick', 'office');
    await expect.poll(() => errors.at(-1), soon).toBe('Error: it has no mailbox Replies');
    doveadm('mailbox', 'rename', '-u', 'office', 'Old', 'Replies');
    await expect.poll(() => onSuccess.mock.calls.length, soon).toBe(2);
  });

  it('gives the first part of a mail of 30 MB', async () => {
    const { startReader, deliver, mails } = await startMailbox();
    deliver('office', mail('large') + `${'x'.repeat(76)}\r\n`.repeat(400_000));
    startReader();
    await expect.poll(() => mails, soon).toMatchObject([{ isCut: true, source: { length: 1024 ** 2 } }]);
    expect(mails[0]?.size).toBeGreaterThan(30_000_000);
  });

  it('lists what came from a UID or a time on, and none of 500 older mails', async () => {
    const { url, deliver } = await startMailbox();
    for (let count = 0; count < 500; count += 1) deliver('office', mail(`${count}`));
    await openMailbox(url, access, async ({ openSession }) => {
      const { uidNext, listUids, fetchMail } = await openSession();
      expect([uidNext, await listUids({ uid: uidNext }), await listUids({ uid: 500 })]).toEqual([501, [], [500]]);
      const { receivedAt = new Date(0) } = (await fetchMail(500)) ?? {};
      expect(await listUids({ since: receivedAt })).toContain(500);
      expect(await listUids({ since: new Date(receivedAt.getTime() + 60_000) })).toEqual([]);
      expect(await fetchMail(501)).toBeNull();
    });
  });

  it('lets a reader stop in the middle of a mail', async () => {
    const { startReader, deliver, errors } = await startMailbox();
    deliver('office', mail('large') + `${'x'.repeat(76)}\r\n`.repeat(200_000));
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const fetched = vi.fn();
    const { stop } = startReader({
      async readNewMails({ fetchMail }) {
        const fetching = fetchMail(1);
        begin();
        fetched(await fetching);
      },
    });
    await hasBegun;
    const stoppedAt = performance.now();
    await stop();
    expect(performance.now() - stoppedAt).toBeLessThan(3000);
    expect([errors, fetched.mock.calls]).toEqual([[], []]);
  });

  it('is refused with a wrong password, which the reason does not have', async () => {
    const { url } = await startMailbox();
    const refusal = verifyMailbox({ url: url.replace('secret-word', 'wrong-word') });
    await expect(refusal).rejects.toThrow(/^it refuses the login: (?!.*wrong-word)/);
  });

  it('opens with a token of OAuth', async () => {
    const { oauth, introspectionUrl } = await startTokenServer();
    const { host } = await startImapServer(introspectionUrl);
    expect(await verifyMailbox({ url: `imap://office@${host}/Replies`, oauth })).toBe(false);
  });
});
