import { addAbortListener } from 'node:events';
import { unescape } from 'node:querystring';
import { setTimeout } from 'node:timers/promises';
import type { FetchQueryObject, ImapFlow, ImapFlowError } from 'imapflow';
import { isLoopbackHost } from '../process/is-loopback-host.ts';
import { redactSecrets } from '../process/redact-error.ts';
import type { OAuthSettings } from './oauth-token.ts';
import type { MailboxSession, RawMail } from './received-mail.ts';

/** Settings of a mailbox. The path of the URL is its name, by default INBOX. With `oauth` the URL has no password. */
export interface MailboxSettings {
  /** `imaps://`, or `imap://`, which demands STARTTLS unless the server is this machine. */
  url: string;
  oauth?: OAuthSettings | undefined;
}

/** A connection to a mailbox. Its methods reject with a reason in one line, without password or token. */
export interface MailboxConnection {
  isEncrypted: boolean;
  /** Opens the mailbox, or opens it again, which shows new mail and that it was renamed or made anew. */
  openSession: () => Promise<MailboxSession>;
  /** Resolves when mail arrives after the session was opened, the connection closes, or the time is over. */
  waitForNews: (milliseconds: number) => Promise<void>;
}

const [mebibyte, day] = [1024 ** 2, 86_400_000];
const maxMailSize = 16 * mebibyte;

/** Timeouts in milliseconds: of a short command, and of one that transfers much. */
const [short, long] = [30_000, 300_000];

/** Connects to a mailbox, read only, and closes the connection after `use`, or when the signal aborts. */
export async function connectToMailbox<Result>(
  url: string,
  { token, signal }: { token: string | undefined; signal: AbortSignal },
  use: (mailbox: MailboxConnection) => Promise<Result>,
): Promise<Result> {
  const { path, ...options } = createImapOptions(url, token);
  // Loaded here: a site without a mailbox does not need it.
  const client = new (await import('imapflow')).ImapFlow(options);
  let failure: Error | undefined;
  let news = new AbortController();
  // Without a listener an error would end the process. It is the reason why the commands fail.
  client.on('error', (error) => (failure ??= error));
  client.on('exists', () => news.abort());
  client.on('close', () => news.abort());
  using _closing = addAbortListener(signal, () => client.close());

  const { user, pass } = options.auth;
  const secrets = [pass, pass && `\0${user}\0${pass}`, token];
  function run<Value>(limit: number, operation: () => Promise<Value>): Promise<Value> {
    const timer = globalThis.setTimeout(() => {
      failure ??= new Error(`it gave no whole answer within ${limit / 1000} s`);
      client.close();
    }, limit);
    return operation()
      .catch((error: Error) => {
        throw new Error(redactSecrets(explainImapError(failure ?? error, path), secrets));
      })
      .finally(() => clearTimeout(timer));
  }

  try {
    await run(short, () => client.connect());
    return await use({
      isEncrypted: client.secureConnection,
      async openSession() {
        const { uidValidity, uidNext } = await run(short, () => client.mailboxOpen(path, { readOnly: true }));
        news = new AbortController();
        return {
          uidValidity: String(uidValidity),
          uidNext,
          listUids: (from) => run(long, () => listUids(client, from)),
          fetchMail: (uid) => run(long, () => fetchMail(client, uid)),
        };
      },
      async waitForNews(milliseconds) {
        // If it fails, so does the next command.
        void client.idle().catch(() => {});
        await setTimeout(milliseconds, undefined, { signal: news.signal }).catch(() => {});
      },
    });
  } finally {
    client.close();
  }
}

function createImapOptions(url: string, accessToken: string | undefined) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  return {
    path: unescape(pathname.slice(1)) || 'INBOX',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(!secure && { doSTARTTLS: !isLoopbackHost(hostname) }),
    auth: { user: unescape(username), pass: unescape(password), accessToken },
    // It would log addresses.
    logger: false as const,
    disableAutoIdle: true,
    // Of silence. IDLE ends once a minute.
    socketTimeout: 60_000 + short,
    maxLiteralSize: 2 * maxMailSize,
    maxResponseSize: 3 * maxMailSize,
  };
}

async function listUids(client: ImapFlow, from: { uid: number } | { since: Date }): Promise<number[]> {
  // SEARCH knows days alone, in the time zone of the server.
  const query = 'uid' in from ? { uid: `${from.uid}:*` } : { since: new Date(from.since.getTime() - day) };
  const uids = await client.search(query, { uid: true });
  if (!uids) throw new Error('it refuses to search');
  // `*` is the last mail, whatever its UID.
  if ('uid' in from) return uids.filter((uid) => uid >= from.uid);
  if (uids.length === 0) return [];
  const mails = await client.fetchAll(`${uids[0]}:${uids.at(-1)}`, { internalDate: true }, { uid: true });
  const received = mails.filter(({ internalDate }) => new Date(internalDate ?? 0) >= from.since);
  return received.map(({ uid }) => uid).sort((one, other) => one - other);
}

/** Fetches a mail with PEEK: it is not marked as read. */
async function fetchMail(client: ImapFlow, uid: number): Promise<RawMail | null> {
  const fetch = (query: FetchQueryObject) => client.fetchOne(`${uid}`, query, { uid: true });
  const { size = 0, internalDate = new Date() } = (await fetch({ size: true, internalDate: true })) || {};
  const isCut = size > maxMailSize;
  const found = await fetch({ source: isCut ? { maxLength: mebibyte } : true });
  // Without a connection nothing is found either.
  if (!found && client.usable) return null;
  if (!found || found.source === undefined) throw new Error(`it does not send the mail ${uid}`);
  return { uid, source: found.source, isCut, size, receivedAt: new Date(internalDate) };
}

/** Returns the reason of an error for the operator: what is wrong, and the words of the server. */
function explainImapError(error: ImapFlowError, path: string): string {
  const { code = '', message, responseText, reason, authenticationFailed, mailboxMissing, tlsFailed } = error;
  const words = responseText || reason || message || code;
  if (authenticationFailed) return `it refuses the login: ${words}`;
  if (mailboxMissing) return `it has no mailbox ${path}`;
  if (/^(?:CERT_|DEPTH_|SELF_|UNABLE_TO_|ERR_TLS_CERT_)/.test(code)) return `its certificate is not trusted: ${words}`;
  if (tlsFailed || code.startsWith('ERR_SSL_')) return `no encryption: ${words}`;
  if (/^(?:NoConnection|EConnectionClosed|ClosedAfter)/.test(code)) return 'it closed the connection';
  return /^E[A-Z]+$|_TIMEOUT$/.test(code) ? `it cannot be reached: ${words}` : words;
}
