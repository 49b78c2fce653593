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

/** What to say of each fault: one sentence, with the field at `{field}` and the limit at `{limit}` where they belong. */
export interface FaultWords {
  /** The fields as a sentence names them: `your name`. */
  names: Readonly<Record<keyof EnquiryFields, string>>;
  missing: Readonly<Record<Exclude<keyof EnquiryFields, 'company'>, string>>;
  emailFormat: string;
  tooLong: string;
  severalLines: string;
  controlCharacters: string;
  notText: string;
  unknown: string;
}

/** `trap` is what stood in the field that people do not see. */
export type ParsedEnquiry =
  | { ok: true; enquiry: EnquiryFields; trap: string }
  | { ok: false; faults: Readonly<Record<string, string>> };

/**
 * Makes what reads an enquiry from anything. A refusal names every field at fault, unknown ones too (20 of them at most, so that
 * rubbish is not answered with more rubbish), with one sentence each that can stand beside the field. It never throws.
 */
export function createEnquiryParser(words: FaultWords): (input: unknown) => ParsedEnquiry {
  const schema = enquirySchema(words);
  return (input) => parseEnquiry(input, schema, words);
}

function parseEnquiry(input: unknown, schema: EnquirySchema, words: FaultWords): ParsedEnquiry {
  const fields = typeof input === 'object' && input !== null ? input : {};
  // The first fault of a field is the one that is told.
  const result = v.safeParse(schema, fields, { abortPipeEarly: true });
  const unknown = unknownFields(input, schema);
  if (result.success && unknown.length === 0) {
    const { [trapField]: trap, ...enquiry } = result.output;
    return { ok: true, enquiry, trap };
  }

  const faults = new Map<string, string>();
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    if (!faults.has(field)) faults.set(field, issue.message);
  }
  for (const field of unknown) faults.set(field, words.unknown);
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

type EnquirySchema = ReturnType<typeof enquirySchema>;

function enquirySchema(words: FaultWords) {
  const { names, missing } = words;
  return v.object({
    [trapField]: v.optional(v.fallback(v.pipe(v.string(), v.trim()), 'not a text'), ''),
    name: line('name', missing.name),
    email: v.pipe(line('email', missing.email), v.check(isEmailAddress, words.emailFormat)),
    company: line('company'),
    subject: line('subject', missing.subject),
    message: v.optional(
      v.pipe(
        v.string(missing.message),
        v.transform((text) => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim()),
        v.check(hasVisibleCharacter, missing.message),
        v.maxLength(limits.message, tooLong('message')),
        v.check((text) => !/[^\P{Cc}\t\n]/u.test(text), words.controlCharacters),
      ),
      '',
    ),
  });

  /** A one-line field. `required` is what to say when it is empty; without it the field may be empty. */
  function line(field: keyof EnquiryFields, required?: string) {
    const about = (sentence: string) => sentence.replace('{field}', names[field]);
    return v.optional(
      v.pipe(
        v.string(required ?? about(words.notText)),
        v.transform((text) => text.toWellFormed().trim()),
        v.check((text) => required === undefined || hasVisibleCharacter(text), required ?? ''),
        v.maxLength(limits[field], tooLong(field)),
        v.check((text) => !breaksOneLine(text), about(words.severalLines)),
      ),
      '',
    );
  }

  function tooLong(field: keyof EnquiryFields): string {
    const limit = limits[field].toLocaleString('en-GB');
    return words.tooLong.replace('{field}', names[field]).replace('{limit}', limit);
  }
}

/** Zero-width characters alone are as good as nothing. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

function unknownFields(input: unknown, schema: EnquirySchema): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const unknown: string[] = [];
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(schema.entries, key)) unknown.push(key);
    if (unknown.length === 20) break;
  }
  return unknown;
}
