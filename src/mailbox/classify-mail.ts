import { decodeWords, type Attachment, type Email } from 'postal-mime';
import { cleanLine } from '../text/clean-text.ts';
import { hasOwnWords } from './quoted-text.ts';
import type { ReceivedMail } from './received-mail.ts';

// In the languages of the quotations.
const awaySubject =
  /^(?:auto(?:matic)?[- ]?(?:reply|response)|away from my (?:e-?)?mail|out of (?:the )?office(?! ?[a-z])|out of (?:the )?office (?:re|auto|reply|message|until)\b|abwesen[dh]|automatische antwort|réponse automatique|absen(?:t|ce) du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|automatisch antwoord|afwezig|odpowiedź automatyczna|poza biurem|nieobecność|resposta automática|ausência|fora do escritório|autosvar|automatis[kt]t? svar|frånvaro|fravær)/i;
const failureSubject =
  /^(?:undeliver|returned mail|failure notice|mail failure|unzustellbar|(?:mail )?delivery (?:[^:]{0,30}\()?fail)/i;
const delaySubject =
  /^(?:delayed mail|warning: (?:message .{0,50}delayed|could not send)|delivery (?:is )?delayed|delivery [^:]{0,30}\(delay)/i;
const returnedTypes = /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/;

/** Tells a person's mail from a program's, and from the report that a mail came back for good, or is late. */
export function classifyMail(
  email: Email,
  text: string,
  references: readonly string[],
): Pick<ReceivedMail, 'kind' | 'report'> {
  const { attachments, from, subject = '' } = email;
  const origin = findOrigin(email, references);
  const isFromServer = /^(?:mail(?:er)?-daemon|postmaster)@/i.test(from?.address ?? '');
  const failedRecipients = getField(email, 'x-failed-recipients');
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const isFailure = isFromServer && failureSubject.test(subject);
  const isReturned = isFailure || (origin !== 'person' && failedRecipients !== '');
  const groups = (origin !== 'person' || isFailure) && status ? splitStatus(decodeStart(status)) : null;
  const failure = groups ? findGroups(groups, 'failed', 5) : isReturned && `${text}\n`;
  const delay = groups ? findGroups(groups, 'delayed', 4) : isFromServer && delaySubject.test(subject) && `${text}\n`;
  const reported = failure || delay;
  if (!reported) {
    const isEmpty = !hasOwnWords(text) && attachments.length === 0;
    return { kind: origin === 'program' && isEmpty ? 'automatic' : origin, report: null };
  }

  const returned = attachments.filter(({ mimeType }) => returnedTypes.test(mimeType));
  const returnedHeaders = returned.map((part) => decodeStart(part).split(/\r?\n\r?\n/)[0]).join('\n');
  const named = `${returnedHeaders}\n${text}`;
  const messageIds = findAll(named, /^[> \t]*(?:x-site-)?message-id:\s*(<[^<>\s]+>)/gim);
  const subjects = findAll(named.replaceAll(/\r?\n[ \t]+/g, ' '), /^[> \t]*subject:(.{1,1000})/gim);
  const recipients = findAll(
    reported,
    /^(?:(?:original|final)-recipient:[^;\n]*;\s*<?|\s{0,4}<)([^\s<>;]+@[^\s<>;]+)/gim,
  );
  const [
    reason = findAll(reported, failure ? /^(.*\b5(?:\d\d[ -]|\.\d\.\d).*)$/gm : /^(.*\b4\.\d\.\d.*)$/gm)[0] ?? subject,
  ] = findAll(reported, /^diagnostic-code:(?:[^;\n]*;)?(.+)$/gim);
  const report = {
    messageIds: messageIds.length > 0 ? messageIds : references,
    subject: cleanLine(subjects.slice(0, 3).map(decodeWords).join(' ')),
    recipients: failedRecipients === '' ? recipients : failedRecipients.split(/[\s,]+/).slice(0, 50),
    reason: summariseReason(reason),
  };
  return { kind: failure ? 'bounce' : 'delay', report };
}

/**
 * Tells who wrote a mail. `automatic`: a program's answer to one mail (RFC 3834: auto-replied), as absence notes and
 * receipts are. `program`: a program sent it, perhaps a person's words (auto-generated, bulk). X-Auto-Response-Suppress
 * says nothing: tickets and people's mail programs ask for no answer as well.
 */
function findOrigin(email: Email, references: readonly string[]): 'person' | 'program' | 'automatic' {
  const submitted = getField(email, 'auto-submitted');
  const precedence = getField(email, 'precedence');
  const isAutomatic =
    /\bauto-(?:replied|notified)\b/i.test(submitted) ||
    /^auto_reply\b/i.test(precedence) ||
    !/^(?:no)*$/i.test(getField(email, 'x-autoreply') + getField(email, 'x-autorespond')) ||
    awaySubject.test((email.subject ?? '').normalize('NFC')) ||
    /^<\s*>$/.test(getField(email, 'return-path')) ||
    /^multipart\/report\b/i.test(getField(email, 'content-type')) ||
    /^mailer-daemon@/i.test(email.from?.address ?? '');
  if (isAutomatic) return 'automatic';
  // A group address of the office adds "list" to people's replies too.
  const isList = /^list\b/i.test(precedence) && references.length === 0;
  return isList || !/^(?:no\b.*)?$/i.test(submitted) || /^(?:bulk|junk)\b/i.test(precedence) ? 'program' : 'person';
}

function getField({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? '';
}

/** Returns the status code and plain words: anybody can write a bounce, to lure by an address, link or number. */
function summariseReason(reason: string): string {
  const line = cleanLine(reason.slice(0, 1000));
  const [code = ''] = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(line) ?? /\b[45]\d\d\b/.exec(line) ?? [];
  const words = line.split(/\s+/).filter((word) => /^[\p{L}\p{M}'’"(),:;!?-]+\.?$/u.test(word));
  return [code, ...words].join(' ').trim().slice(0, 100).toWellFormed() || 'not delivered';
}

/** Splits a delivery status (RFC 3464) into its groups, one for each recipient. */
function splitStatus(status: string): string[] {
  return status.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/);
}

/** Returns the groups with this action; of those without any, the groups whose status begins with this digit. */
function findGroups(groups: readonly string[], action: 'failed' | 'delayed', digit: 4 | 5): string {
  const [withAction, withDigit] = [new RegExp(`^action:\\s*${action}`, 'im'), new RegExp(`^status:\\s*${digit}`, 'im')];
  return groups.filter((group) => (/^action:/im.test(group) ? withAction : withDigit).test(group)).join('\n');
}

/** Returns the first group of each match, each once, at most 50. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].slice(0, 50);
}

function decodeStart({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content.slice(0, 65_536));
}
