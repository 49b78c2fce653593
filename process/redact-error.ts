/** A fault as it may stand in the log. */
export interface RedactedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: RedactedError;
}

/**
 * Takes of a fault only what is known to tell nothing about a visitor. Drivers hang more on their errors: PostgreSQL's
 * `detail` holds whole rows, nodemailer's `rejected` the addresses.
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
 * Why a mail was not delivered, as it may stand in the log: of a mail server's reply the codes alone. Its words may quote
 * what the visitor wrote; the operator reads them in the enquiry, by its id.
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
