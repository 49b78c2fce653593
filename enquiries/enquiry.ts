import * as v from 'valibot';

/**
 * The longest value of each field after trimming, in UTF-16 code units: the unit of HTML's `maxlength`, so that
 * browser and server always agree on what is too long.
 */
export const limits = { name: 200, email: 254, company: 200, subject: 200, message: 10_000 } as const;

/** What a visitor sent, cleaned: trimmed, line breaks as \n, `company` empty where it was not given. */
export interface EnquiryFields {
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
}

/** A field that people do not see and leave empty. No browser knows its name, so none fills it in by itself. */
export const trapField = 'extra-detail';

/** The field for the key of a form that is sent without scripts; its value is no part of the enquiry. */
export const formKeyField = 'form-key';

/** `trap` is what stood in the field that people do not see. */
export type ParsedEnquiry =
  | { ok: true; enquiry: EnquiryFields; trap: string }
  | { ok: false; faults: Readonly<Record<string, string>> };

/**
 * Reads an enquiry from anything. A refusal names every field at fault, unknown ones too (20 of them at most, so that
 * rubbish is not answered with more rubbish), with one sentence each that can stand beside the field. Never throws.
 */
export function parseEnquiry(input: unknown): ParsedEnquiry {
  const fields = typeof input === 'object' && input !== null ? input : {};
  // The first fault of a field is the one that is told.
  const result = v.safeParse(schema, fields, { abortPipeEarly: true });
  const unknown = unknownFields(input);
  if (result.success && unknown.length === 0) {
    const { [trapField]: trap, ...enquiry } = result.output;
    return { ok: true, enquiry, trap };
  }

  const faults = new Map<string, string>();
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    if (!faults.has(field)) faults.set(field, issue.message);
  }
  for (const field of unknown) faults.set(field, 'This field is not part of the form');
  // fromEntries defines own properties, so a field called __proto__ is named like any other.
  return { ok: false, faults: Object.fromEntries(faults) };
}

/** Whether the text is an address that mail can be answered to: ASCII, one @, a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  const [local = ''] = text.split('@');
  return text.length <= limits.email && local.length <= 64 && emailPattern.test(text);
}

/** Whether the text has characters that a single line may not have: control characters and line separators. */
export function breaksOneLine(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text);
}

// What browsers accept in <input type="email">, narrowed to what mail servers accept: dots only between characters,
// and a domain of two labels or more whose last one starts with a letter. Apostrophes and plus signs are allowed.
const emailPattern = (() => {
  const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=[a-z])${label}$`, 'i');
})();

const schema = v.object({
  [trapField]: v.optional(v.fallback(v.pipe(v.string(), v.trim()), 'not a text'), ''),
  name: line('your name', limits.name, 'Enter your name'),
  email: v.pipe(
    line('your email address', limits.email, 'Enter your email address'),
    v.check(isEmailAddress, 'Enter an email address in the correct format, like name@example.com'),
  ),
  company: line('your company name', limits.company),
  subject: line('the subject', limits.subject, 'Enter a subject'),
  message: v.optional(
    v.pipe(
      v.string('Enter a message'),
      v.transform((text) => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim()),
      v.check(hasVisibleCharacter, 'Enter a message'),
      v.maxLength(
        limits.message,
        `Shorten the message to ${limits.message.toLocaleString('en-GB')} characters or fewer`,
      ),
      v.check((text) => !/[^\P{Cc}\t\n]/u.test(text), 'Remove control characters from the message'),
    ),
    '',
  ),
});

/** A one-line field. `required` is what to say when it is empty; without it the field may be empty. */
function line(what: string, longest: number, required?: string) {
  return v.optional(
    v.pipe(
      v.string(required ?? `Enter ${what} as text`),
      v.transform((text) => text.toWellFormed().trim()),
      v.check((text) => required === undefined || hasVisibleCharacter(text), required ?? ''),
      v.maxLength(longest, `Shorten ${what} to ${longest} characters or fewer`),
      v.check((text) => !breaksOneLine(text), `Write ${what} on one line, without control characters`),
    ),
    '',
  );
}

/** Zero-width characters alone are as good as nothing. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

function unknownFields(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const unknown: string[] = [];
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(schema.entries, key)) unknown.push(key);
    if (unknown.length === 20) break;
  }
  return unknown;
}
