/** An error that is safe to log. */
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
export function redactError(fault: unknown, depth = 0): RedactedError {
  if (!(fault instanceof Error)) return { type: typeof fault, message: withoutAddresses(String(fault)) };
  const { name, message, stack, cause } = fault;
  const code = 'code' in fault ? fault.code : undefined;
  return {
    type: name,
    message: withoutAddresses(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack: withoutAddresses(stack) }),
    ...(cause === undefined || depth === deepest ? {} : { cause: redactError(cause, depth + 1) }),
  };
}

const deepest = 3;

/**
 * Returns a delivery failure's reason for the log: of a mail server's reply the codes alone. Its text may quote the
 * visitor; the operator reads it in the enquiry.
 */
export function redactReason(reason: string): string {
  const [beforeTheWords] = /^.*?(?<!\S)[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![^\s-])/s.exec(
    reason.slice(0, longest),
  ) ?? [reason];
  return withoutAddresses(beforeTheWords).slice(0, 200);
}

function withoutAddresses(text: string): string {
  return text.slice(0, longest).replaceAll(/[^\s<>]+/g, (word) => (/[^@]@[^@]/.test(word) ? '[address]' : word));
}

const longest = 10_000;
