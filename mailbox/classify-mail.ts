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
  email: Email,
  text: string,
  references: readonly string[],
): Pick<ReceivedMail, 'kind' | 'bounce'> {
  const { attachments, from, subject = '' } = email;
  const getField = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  const isAutomatic =
    !/^(?:no\b.*)?$/i.test(getField('auto-submitted')) ||
    /^(?:bulk|junk|list|auto_reply)\b/i.test(getField('precedence')) ||
    !/^(?:no)*$/i.test(getField('x-autoreply') + getField('x-autorespond')) ||
    (getField('x-auto-response-suppress') !== '' && awaySubject.test(subject)) ||
    /^<\s*>$/.test(getField('return-path')) ||
    /^multipart\/report\b/i.test(getField('content-type')) ||
    /^mailer-daemon@/i.test(from?.address ?? '');
  const isReturned = failureSubject.test(subject) && /^(?:mail(?:er)?-daemon|postmaster)@/i.test(from?.address ?? '');
  const failedRecipients = getField('x-failed-recipients');
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const failure =
    isAutomatic && status
      ? findFailures(decodeStart(status))
      : (isReturned || (isAutomatic && failedRecipients !== '')) && text;
  if (!failure) return { kind: isAutomatic ? 'automatic' : 'person', bounce: null };

  const headers = attachments
    .filter(({ mimeType }) => returnedTypes.test(mimeType))
    .map((part) => decodeStart(part).split(/\r?\n\r?\n/)[0])
    .concat(text)
    .join('\n');
  const messageIds = findAll(headers, /^[> \t]*message-id:\s*(<[^<>\s]+>)/gim);
  const recipients = findAll(
    failure,
    /^(?:(?:original|final)-recipient:[^;\n]*;\s*<?|\s{0,4}<)([^\s<>;]+@[^\s<>;]+)/gim,
  );
  const reasons = findAll(failure, /^diagnostic-code:(?:[^;\n]*;)?(.+)$/gim);
  const lines = findAll(failure, /^(.*\b5(?:\d\d[ -]|\.\d\.\d).*)$/gm);
  return {
    kind: 'bounce',
    bounce: {
      messageIds: messageIds.length > 0 ? messageIds : references,
      recipients: failedRecipients.match(/[^\s,]+@[^\s,]+/g) ?? recipients,
      reason: cleanLine(reasons[0] ?? lines[0] ?? subject).slice(0, 500),
    },
  };
}

/** Returns the parts of a delivery status (RFC 3464) on recipients that failed for good: empty in a report of a delay. */
function findFailures(status: string): string {
  const groups = status.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/);
  return groups
    .filter((group) => (/^action:/im.test(group) ? /^action:\s*failed/im : /^status:\s*5/im).test(group))
    .join('\n');
}

/** Returns the first group of each match, each once, at most 50. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].slice(0, 50);
}

function decodeStart({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content.slice(0, 65_536));
}
