import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import type { Receivers, SendOutcome } from './send-outcome.ts';
import type { Mail, Mailer } from './mail.ts';

/** In milliseconds. `attempt` bounds the whole, as the Mailer port promises. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  socket: number;
  attempt: number;
}

export interface SmtpSettings {
  /** The site's own address: its host is what the mail server is greeted with. */
  siteUrl?: string;
  timeouts?: SmtpTimeouts;
}

/**
 * Sends by SMTP, one connection a mail. Encryption is taken wherever the server offers it, and demanded where a
 * password would otherwise cross a network in clear text; `?requireTLS=false` in the URL gives that up.
 * @param url `smtp://` (STARTTLS) or `smtps://`, with user and password where the server wants a login
 */
export function createSmtpMailer(url: string, settings: SmtpSettings = {}): Mailer {
  const { timeouts = defaultTimeouts } = settings;
  const transport = createTransport(createSmtpOptions(url, settings));
  const handedOver = new Set<string>();
  transport.use('stream', ({ message }, done) => {
    message.processFunc((source) => Readable.from(untilItsEnd(source, () => handedOver.add(message.messageId()))));
    done();
  });
  return {
    async send(mail) {
      try {
        const message = { ...toNodemailerMessage(mail), signal: AbortSignal.timeout(timeouts.attempt) };
        const { rejectedErrors = [] } = await transport.sendMail(message);
        return { delivered: true, ...receiversOf(mail, rejectedErrors as readonly SmtpError[], url) };
      } catch (refusal) {
        const { rejectedErrors = [] } = Object(refusal) as { rejectedErrors?: readonly SmtpError[] };
        const outcome = {
          ...toOutcome(refusal, url),
          ...(rejectedErrors.length > 0 && receiversOf(mail, rejectedErrors, url)),
        };
        // A code is an answer. Without one, who has heard the whole mail may have taken it.
        const isAnswered = refusal instanceof Error && 'responseCode' in refusal;
        return { ...outcome, ...(handedOver.has(mail.messageId) && !isAnswered && { perhaps: true }) };
      } finally {
        handedOver.delete(mail.messageId);
      }
    },
  };
}

/** The mail as it is read once the server waits for it, and not before. `onEnd` is called before the dot that ends it is sent. */
async function* untilItsEnd(source: Readable, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* source;
  onEnd();
}

/** How nodemailer has to connect. */
export function createSmtpOptions(
  url: string,
  { siteUrl, timeouts = defaultTimeouts }: SmtpSettings,
): SMTPTransportOptions {
  const host = siteUrl === undefined ? '' : new URL(siteUrl).hostname;
  return {
    // A name without a dot says less than the machine's own, which nodemailer takes otherwise.
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
 * A server that has heard the whole mail may take its time before it says yes, and whoever leaves before sends a second copy.
 * RFC 5321, section 4.5.3.2.6, grants it 10 minutes; content filters take up to one.
 */
export const defaultTimeouts: SmtpTimeouts = {
  connection: 10_000,
  greeting: 10_000,
  socket: 115_000,
  attempt: 120_000,
};

function sendsPasswordOverNetwork(url: string): boolean {
  const { protocol, hostname, username } = new URL(url);
  return protocol === 'smtp:' && username !== '' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

// Only what refuses this mail (its sender, its recipient, its content) is permanent. A refused login or greeting is
// the operator's to mend, and the mail waits for it; 530 asks for a login or encryption first.
const aboutTheMail = /^(?:MAIL FROM|RCPT TO|DATA)$/;
const aboutTheLogin = new Set([530, 534, 535, 538]);

function toOutcome(refusal: unknown, url: string): SendOutcome {
  const reason = explainSmtpError(refusal, url);
  return { delivered: false, permanent: refusal instanceof Error && isPermanent(refusal), reason };
}

function isPermanent({ code, command, permanent, responseCode, rejectedErrors = [] }: SmtpError): boolean {
  if (rejectedErrors.length > 0) return rejectedErrors.every(isPermanent);
  const isAboutMail = aboutTheMail.test(command ?? '') && !aboutTheLogin.has(responseCode ?? 0);
  return permanent === true && code !== 'EAUTH' && isAboutMail;
}

/** How it went with each of several receivers: one that is refused for now is tried again alone. */
function receiversOf(
  { to, pending = to }: Mail,
  refusals: readonly SmtpError[],
  url: string,
): { receivers?: Receivers } {
  if (to.length === 1) return {};
  const each = pending.map((address) => {
    const refusal = refusals.find(({ recipient }) => recipient?.toLowerCase() === address.toLowerCase());
    if (refusal === undefined) return [address, { state: 'delivered', reason: null }] as const;
    const state = isPermanent(refusal) ? 'failed' : 'due';
    return [address, { state, reason: explainSmtpError(refusal, url) }] as const;
  });
  return { receivers: Object.fromEntries(each) };
}

/** What nodemailer adds to its errors; `permanent` follows RFC 5321 from the reply's code. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
  recipient?: string;
  rejectedErrors?: readonly SmtpError[];
}

/**
 * Why a mail server was of no use: one line of 500 characters at most, for the operator. Never with the password of the URL,
 * which a server may quote with what it refuses, plain or in Base64.
 */
export function explainSmtpError(fault: unknown, url: string): string {
  const text = fault instanceof Error ? fault.message : String(fault);
  const password = decodeURIComponent(new URL(url).password);
  const secrets = password === '' ? [] : [password, Buffer.from(password).toString('base64')];
  return secrets
    .reduce((told, secret) => told.replaceAll(secret, '[password]'), text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

/** The mail as nodemailer takes it: addresses as objects, so that it encodes the names; no access to files or URLs. */
export function toNodemailerMessage(mail: Mail): SendMailOptions {
  return {
    messageId: mail.messageId,
    ...(mail.references && { references: [...mail.references], inReplyTo: mail.references.at(-1) }),
    date: mail.date,
    from: mail.from,
    to: [...mail.to],
    ...(mail.pending && { envelope: { from: mail.from.address, to: [...mail.pending] } }),
    replyTo: mail.replyTo,
    subject: mail.subject,
    // RFC 3834, section 5: nobody's absence note is to answer a program.
    headers: { 'Auto-Submitted': mail.autoSubmitted },
    text: mail.text,
    html: mail.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
