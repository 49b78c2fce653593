import type { Attachment, Email } from 'postal-mime';
import type { Bounce, ReceivedMail } from './received-mail.ts';

const outOfOffice =
  /^(?:auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|abwesen|automatische antwort|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|odpowiedź automatyczna|resposta automática|autosvar)/i;
const failureSubject =
  /^(?:undeliver|returned mail|failure notice|mail failure|unzustellbar|(?:mail )?delivery (?:[^:]{0,30}\()?fail|.{0,60}returning message to sender)/i;
const serverAddress = /^(?:mailer-daemon|mail-daemon|postmaster)@/i;
const returnedMailTypes = /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/;

/** Tells a person's mail from a program's, and from the report that a mail came back for good. */
export function classifyMail(
  email: Email,
  text: string,
  references: readonly string[],
): Pick<ReceivedMail, 'kind' | 'bounce'> {
  const getField = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  const isAutomatic =
    !/^(?:no\b.*)?$/i.test(getField('auto-submitted')) ||
    /^(?:bulk|junk|list|auto_reply)\b/i.test(getField('precedence')) ||
    ['x-autoreply', 'x-autorespond'].some((name) => !/^(?:no)?$/i.test(getField(name))) ||
    (getField('x-auto-response-suppress') !== '' && outOfOffice.test(email.subject ?? '')) ||
    /^<\s*>$/.test(getField('return-path')) ||
    /^multipart\/report\b/i.test(getField('content-type')) ||
    /^mailer-daemon@/i.test(email.from?.address ?? '');
  const status = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const isReturned = failureSubject.test(email.subject ?? '') && serverAddress.test(email.from?.address ?? '');
  const failedRecipients = getField('x-failed-recipients');
  let failure: Omit<Bounce, 'messageIds'> | null = null;
  if (isAutomatic && status) failure = readDeliveryStatus(decodeStart(status));
  else if (isReturned || (isAutomatic && failedRecipients !== ''))
    failure = {
      recipients: failedRecipients.match(/[^\s,]+/g) ?? findAll(text, /^\s{0,4}<?([^\s<>@:]+@[^\s<>:]+)>?:?$/gm),
      reason: /^.*\b(?:5\d\d[ -]|5\.\d\.\d).*$/m.exec(text)?.[0] ?? email.subject ?? '',
    };
  if (!failure) return { kind: isAutomatic ? 'automatic' : 'person', bounce: null };
  const returned = email.attachments.filter(({ mimeType }) => returnedMailTypes.test(mimeType));
  const headers = returned
    .map((part) => decodeStart(part).split(/\r?\n\r?\n/)[0])
    .concat(text)
    .join('\n');
  const messageIds = findAll(headers, /^[> \t]*message-id:\s*(<[^<>\s]+>)/gim);
  return { kind: 'bounce', bounce: { ...failure, messageIds: messageIds.length > 0 ? messageIds : references } };
}

/** Reads a delivery status (RFC 3464): null if nothing failed for good, as in a report of a delay. */
function readDeliveryStatus(status: string): Omit<Bounce, 'messageIds'> | null {
  const failed = status
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n\r?\n/)
    .filter(
      (group) => /^action:[ \t]*failed/im.test(group) || (!/^action:/im.test(group) && /^status:[ \t]*5/im.test(group)),
    )
    .join('\n');
  if (failed === '') return null;
  const reason = /^diagnostic-code:(?:[^;\n]*;)?(.*)$/im.exec(failed) ?? /^status:(.*)$/im.exec(failed);
  return {
    recipients: findAll(failed, /^(?:original|final)-recipient:[^;\n]*;[ \t]*<?([^\s<>]+)/gim),
    reason: reason?.[1] ?? '',
  };
}

/** Returns the first group of each match, each once, at most 50. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].slice(0, 50);
}

function decodeStart({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content.slice(0, 65_536));
}
