import type { Attachment, Email } from 'postal-mime';
import { cleanLine } from '../text/clean-text.ts';
import type { ReceivedMail } from './received-mail.ts';

const awaySubject =
  /^(?:auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|abwesen|automatische antwort|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|odpowiedź automatyczna|resposta automática|autosvar)/i;
const failureSubject =
  /^(?:undeliver|returned mail|failure notice|mail failure|unzustellbar|(?:mail )?delivery (?:[^:]{0,30}\()?fail)/i;
const returnedTypes = /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/;

/** Tells a person's mail from a program's, and from the report that a mail came back for good. */
export function classifyMail(
  { attachments, from, headers, subject = '' }: Email,
  text: string,
  references: readonly string[],
): Pick<ReceivedMail, 'kind' | 'bounce'> {
  const getField = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  const isAutomatic =
    !/^(?:no\b.*)?$/i.test(getField('auto-submitted')) ||
    /^(?:bulk|junk|auto_reply)\b/i.test(getField('precedence')) ||
    // A group address of the office adds "list" to people's replies too.
    (/^list\b/i.test(getField('precedence')) && references.length === 0) ||
    !/^(?:no)*$/i.test(getField('x-autoreply') + getField('x-autorespond')) ||
    (getField('x-auto-response-suppress') !== '' && awaySubject.test(subject)) ||
    /^<\s*>$/.test(getField('return-path')) ||
    /^multipart\/report\b/i.test(getField('content-type')) ||
    /^mailer-daemon@/i.test(from?.address ?? '');
  const isFailure = failureSubject.test(subject) && /^(?:mail(?:er)?-daemon|postmaster)@/i.test(from?.address ?? '');
  const failedRecipients = getField('x-failed-recipients');
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const isReturned = isFailure || (isAutomatic && failedRecipients !== '');
  const failure = (isAutomatic || isFailure) && status ? findFailures(decodeStart(status)) : isReturned && `${text}\n`;
  if (!failure) return { kind: isAutomatic ? 'automatic' : 'person', bounce: null };

  const returned = attachments.filter(({ mimeType }) => returnedTypes.test(mimeType));
  const returnedHeaders = returned.map((part) => decodeStart(part).split(/\r?\n\r?\n/)[0]).join('\n');
  const messageIds = findAll(`${returnedHeaders}\n${text}`, /^[> \t]*(?:x-site-)?message-id:\s*(<[^<>\s]+>)/gim);
  const recipients = findAll(
    failure,
    /^(?:(?:original|final)-recipient:[^;\n]*;\s*<?|\s{0,4}<)([^\s<>;]+@[^\s<>;]+)/gim,
  );
  const [reason = findAll(failure, /^(.*\b5(?:\d\d[ -]|\.\d\.\d).*)$/gm)[0] ?? subject] = findAll(
    failure,
    /^diagnostic-code:(?:[^;\n]*;)?(.+)$/gim,
  );
  const bounce = {
    messageIds: messageIds.length > 0 ? messageIds : references,
    recipients: failedRecipients === '' ? recipients : failedRecipients.split(/[\s,]+/).slice(0, 50),
    reason: summariseReason(reason),
  };
  return { kind: 'bounce', bounce };
}

/** Returns the status code and plain words: anybody can write a bounce, to lure by an address, link or number. */
function summariseReason(reason: string): string {
  const line = cleanLine(reason.slice(0, 1000));
  const [code = ''] = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(line) ?? /\b[45]\d\d\b/.exec(line) ?? [];
  const words = line.split(/\s+/).filter((word) => /^[\p{L}\p{M}'’"(),:;!?-]+\.?$/u.test(word));
  return [code, ...words].join(' ').trim().slice(0, 100).toWellFormed() || 'not delivered';
}

/** Returns what a delivery status (RFC 3464) says of recipients that failed for good, and nothing of a delay. */
function findFailures(status: string): string {
  const groups = status.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/);
  const isFailed = (group: string) => (/^action:/im.test(group) ? /^action:\s*failed/im : /^status:\s*5/im).test(group);
  return groups.filter(isFailed).join('\n');
}

/** Returns the first group of each match, each once, at most 50. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].slice(0, 50);
}

function decodeStart({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content.slice(0, 65_536));
}
