import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { isLoopbackHost } from '../process/is-loopback-host.ts';
import { redactSecrets } from '../process/redact-error.ts';
import type { RecipientStates, SendOutcome } from './send-outcome.ts';
import { listRecipients, type Mail, type Mailer, type MailWithMessageId } from './mail.ts';

/** Timeouts in milliseconds. `attempt` bounds the whole attempt, as `Mailer` promises. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  socket: number;
  attempt: number;
}

export interface SmtpSettings {
  /** URL of the site, whose host is the name in EHLO. */
  siteUrl?: string;
  timeouts?: SmtpTimeouts;
}

/**
 * Creates a mailer by SMTP, with one connection per mail. It encrypts if the server offers it, and requires that if a
 * password would otherwise cross a network in clear text, unless the URL has `?requireTLS=false`.
 * @param url `smtp://` (STARTTLS) or `smtps://`, with user and password if the server requires a login
 */
export function createSmtpMailer(url: string, settings: SmtpSettings = {}): Mailer<MailWithMessageId> {
  const { timeouts = defaultSmtpTimeouts } = settings;
  const transport = createTransport(createSmtpOptions(url, settings));
  const fullyTransmitted = new Set<string>();
  transport.use('stream', ({ message }, done) => {
    message.processFunc((source) =>
      Readable.from(streamWithEndCallback(source, () => fullyTransmitted.add(message.messageId()))),
    );
    done();
  });
  return {
    async send(mail) {
      try {
        const message = { ...toNodemailerMessage(mail), signal: AbortSignal.timeout(timeouts.attempt) };
        const { rejectedErrors = [] } = await transport.sendMail(message);
        return { delivered: true, ...collectRecipientStates(mail, rejectedErrors as readonly SmtpError[], url) };
      } catch (refusal) {
        const { rejectedErrors = [] } = Object(refusal) as { rejectedErrors?: readonly SmtpError[] };
        const outcome = {
          ...toFailedOutcome(refusal, url),
          ...(rejectedErrors.length > 0 && collectRecipientStates(mail, rejectedErrors, url)),
        };
        // A response code is an answer. Without one, a server that got the whole mail may have accepted it.
        const isAnswered = refusal instanceof Error && 'responseCode' in refusal;
        return { ...outcome, ...(fullyTransmitted.has(mail.messageId) && !isAnswered && { possiblySent: true }) };
      } finally {
        fullyTransmitted.delete(mail.messageId);
      }
    },
  };
}

/** Streams the mail lazily, once the server waits for it, and calls `onEnd` before the final dot is sent. */
async function* streamWithEndCallback(source: Readable, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* source;
  onEnd();
}

/** Returns nodemailer's connection options. */
export function createSmtpOptions(
  url: string,
  { siteUrl, timeouts = defaultSmtpTimeouts }: SmtpSettings,
): SMTPTransportOptions {
  const host = siteUrl === undefined ? '' : new URL(siteUrl).hostname;
  return {
    // A host without a dot is a worse EHLO name than the machine's own, nodemailer's default.
    ...(host.includes('.') && { name: host }),
    ...(sendsPasswordOverNetwork(url) && !/[?&]requireTLS=/.test(url) ? { requireTLS: true } : {}),
    url,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    dnsTimeout: timeouts.connection,
  };
}

/**
 * Default timeouts. `socket` is long: a server may answer late after the final dot, and leaving earlier causes a second
 * copy. RFC 5321, section 4.5.3.2.6, grants it 10 minutes; content filters take up to one.
 */
export const defaultSmtpTimeouts: SmtpTimeouts = {
  connection: 10_000,
  greeting: 10_000,
  socket: 115_000,
  attempt: 120_000,
};

function sendsPasswordOverNetwork(url: string): boolean {
  const { protocol, hostname, username } = new URL(url);
  return protocol === 'smtp:' && username !== '' && !isLoopbackHost(hostname);
}

// Only a refusal of the mail itself (sender, recipient, content) is permanent. A refused login or greeting is for the
// operator to repair, and the mail is retried; 530 demands a login or encryption first.
const mailCommands = /^(?:MAIL FROM|RCPT TO|DATA)$/;
const loginReplyCodes = new Set([530, 534, 535, 538]);

function toFailedOutcome(refusal: unknown, url: string): SendOutcome {
  const reason = explainSmtpError(refusal, url);
  return { delivered: false, permanent: refusal instanceof Error && isPermanent(refusal), reason };
}

function isPermanent({ code, command, permanent, responseCode, rejectedErrors = [] }: SmtpError): boolean {
  if (rejectedErrors.length > 0) return rejectedErrors.every(isPermanent);
  const isAboutMail = mailCommands.test(command ?? '') && !loginReplyCodes.has(responseCode ?? 0);
  return permanent === true && code !== 'EAUTH' && isAboutMail;
}

/** Returns the state of each of several recipients: one refused temporarily is retried alone. */
function collectRecipientStates(
  mail: Mail,
  refusals: readonly SmtpError[],
  url: string,
): { recipientStates?: RecipientStates } {
  const recipients = listRecipients(mail);
  if (recipients.length === 1) return {};
  const entries = (mail.pendingRecipients ?? recipients).map((recipientEmail) => {
    const refusal = refusals.find(({ recipient }) => recipient?.toLowerCase() === recipientEmail.toLowerCase());
    const copy = mail.to.includes(recipientEmail) ? {} : ({ isCopy: true } as const);
    if (refusal === undefined) return [recipientEmail, { state: 'delivered', reason: null, ...copy }] as const;
    const state = isPermanent(refusal) ? 'failed' : 'due';
    return [recipientEmail, { state, reason: explainSmtpError(refusal, url), ...copy }] as const;
  });
  return { recipientStates: Object.fromEntries(entries) };
}

/** Properties that nodemailer adds to its errors. `permanent` is derived from the reply code by RFC 5321. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
  recipient?: string;
  rejectedErrors?: readonly SmtpError[];
}

/** Returns the reason of an SMTP error for the operator: one line of 500 characters at most, without the password. */
export function explainSmtpError(error: unknown, url: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return redactSecrets(text, [decodeURIComponent(new URL(url).password)]);
}

/** Converts a mail for nodemailer. Addresses stay objects, so that it encodes the names; no access to files or URLs. */
export function toNodemailerMessage(mail: MailWithMessageId): SendMailOptions {
  return {
    messageId: mail.messageId,
    ...(mail.references && { references: [...mail.references], inReplyTo: mail.references.at(-1) }),
    date: mail.date,
    from: mail.from,
    to: [...mail.to],
    ...(mail.cc && { cc: [...mail.cc] }),
    ...(mail.pendingRecipients && { envelope: { from: mail.from.address, to: [...mail.pendingRecipients] } }),
    replyTo: mail.replyTo,
    subject: mail.subject,
    headers: {
      // RFC 3834, section 5: prevents out-of-office replies.
      'Auto-Submitted': mail.autoSubmitted,
      // Some mail servers replace the Message-ID.
      'X-Site-Message-ID': mail.messageId,
    },
    text: mail.text,
    html: mail.html,
    attachments: mail.files?.map(({ name, type, body }) => ({ filename: name, contentType: type, content: body })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
