export interface RedactedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: RedactedError;
}

/**
 * Returns only the properties of an error that hold no personal data. Drivers add more: PostgreSQL's `detail` holds
 * whole rows, nodemailer's `rejected` the addresses.
 */
export function redactError(error: unknown, depth = 0): RedactedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactEmails(String(error)) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: name,
    message: redactEmails(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack: redactEmails(stack) }),
    ...(cause === undefined || depth === maxCauseDepth ? {} : { cause: redactError(cause, depth + 1) }),
  };
}

const maxCauseDepth = 3;

/**
 * Returns a delivery failure's reason for the log, with only the codes of a mail server's reply. The reply's text may
 * quote the visitor; the operator reads it in the enquiry.
 */
export function redactFailureReason(reason: string): string {
  const [upToReplyCode] = /^.*?(?<!\S)[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![^\s-])/s.exec(
    reason.slice(0, maxTextLength),
  ) ?? [reason];
  return redactEmails(upToReplyCode).slice(0, 200);
}

/** Returns a text as one line of 500 characters, without these secrets: a server may quote one, also in Base64. */
export function redactSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets
    .flatMap((secret) => (secret ? [secret, Buffer.from(secret).toString('base64')] : []))
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[password]'), text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

function redactEmails(text: string): string {
  return text.slice(0, maxTextLength).replaceAll(/[^\s<>]+/g, (word) => (/[^@]@[^@]/.test(word) ? '[address]' : word));
}

const maxTextLength = 10_000;
