import { setTimeout } from 'node:timers/promises';
import { systemClock, type Clock } from '../process/clock.ts';
import { createRepeatedJob, type RepeatedJob } from '../process/repeated-job.ts';
import { connectToMailbox, type MailboxSettings, type MailboxConnection } from './imap-mailbox.ts';
import { createAccessTokenSource } from './oauth-token.ts';
import type { MailboxSession } from './received-mail.ts';

/** What a reader of the mailbox calls. */
export interface MailboxReaderHooks {
  /** Reads new mails, and calls `onRead` after each. After a failure it is called again with another session. */
  readNewMails: (session: MailboxSession, onRead: () => void) => Promise<unknown>;
  /** Resolves to true if this server is the one of several that reads. It is asked each minute at least. */
  shouldRead: () => Promise<boolean>;
  /** Gets each failure: a reason in one line, or what `readNewMails` or `shouldRead` rejected with. */
  onError: (error: unknown) => void;
  onSuccess?: () => void;
  clock?: Pick<Clock, 'monotonicNow'>;
}

/** Reads the mailbox in the background. Its `stop` resolves within 5 seconds, also in the middle of a mail. */
export interface MailboxReader extends RepeatedJob {
  /** Returns for how long this server should have read the mailbox and could not, in milliseconds. */
  getUnreadMs: () => number;
}

const minute = 60_000;

/**
 * Creates a reader, not yet started. It reads at once, when the mail server tells of new mail, and each minute. After a
 * failure it connects again, after a pause of a second that grows to a minute.
 */
export function createMailboxReader(settings: MailboxSettings, hooks: MailboxReaderHooks): MailboxReader {
  const { readNewMails, shouldRead, onError, onSuccess = () => {}, clock = systemClock } = hooks;
  const getToken = settings.oauth && createAccessTokenSource(settings.oauth, clock);
  let [isReader, failures, readAt] = [false, 0, 0];

  async function checkLease(): Promise<boolean> {
    const wasReader = isReader;
    isReader = await shouldRead();
    if (!wasReader) readAt = clock.monotonicNow();
    return isReader;
  }

  /** A mail can take longer than a minute, and many are read at once after the server was away. */
  const onRead = () => void (readAt = clock.monotonicNow());

  async function readWhileLeased({ openSession, waitForNews }: MailboxConnection): Promise<void> {
    while (await checkLease()) {
      await readNewMails(await openSession(), onRead);
      failures = 0;
      onRead();
      onSuccess();
      await waitForNews(minute);
    }
  }

  const job = createRepeatedJob(async (signal) => {
    try {
      if (!(await checkLease())) return minute;
      const token = await getToken?.(failures > 0);
      await connectToMailbox(settings.url, { token, signal }, readWhileLeased);
      return minute;
    } catch (error) {
      if (!signal.aborted) onError(error);
      return Math.min(minute, 1000 * 2 ** failures++);
    }
  });
  return {
    start: job.start,
    stop: () => Promise.race([job.stop(), setTimeout(4000, undefined, { ref: false })]),
    getUnreadMs: () => (isReader ? clock.monotonicNow() - readAt : 0),
  };
}
