import * as v from 'valibot';
import { cleanLine, cleanText } from '../text/clean-text.ts';

interface Field {
  /** Label in the office. */
  label: string;
  /** `line` is a single line, `email` an address, `text` several lines. */
  kind: 'line' | 'email' | 'text';
  /**
   * Maximum length after trimming, in UTF-16 code units: the unit of HTML's `maxlength`, so that browser and server
   * agree.
   */
  longest: number;
  isRequired: boolean;
  /** True if it identifies the sender: such fields are left out when texts are compared. */
  isSender: boolean;
}

/**
 * Fields of an enquiry, in the order of the form. The schema, the form, the mail, the webhook, the export, the inbox,
 * the search and the database columns are derived from them. Each name is that of its column.
 */
export const enquiryFields = {
  name: { label: 'Name', kind: 'line', longest: 200, isRequired: true, isSender: true },
  email: { label: 'Email', kind: 'email', longest: 254, isRequired: true, isSender: true },
  company: { label: 'Company', kind: 'line', longest: 200, isRequired: false, isSender: true },
  subject: { label: 'Subject', kind: 'line', longest: 200, isRequired: true, isSender: false },
  message: { label: 'Message', kind: 'text', longest: 10_000, isRequired: true, isSender: false },
} as const satisfies Record<string, Field>;

type Fields = typeof enquiryFields;
export type FieldName = keyof Fields;
type RequiredName = { [Name in FieldName]: Fields[Name]['isRequired'] extends true ? Name : never }[FieldName];

export const fieldNames = Object.keys(enquiryFields) as readonly FieldName[];
export const textNames = fieldNames.filter((name) => enquiryFields[name].kind === 'text');
export const lineNames = fieldNames.filter((name) => !textNames.includes(name));

/** Values of a submission, normalised by `cleanText` or `cleanLine`; empty if not given. */
export type EnquiryFields = Record<FieldName, string>;

/** Returns the fields of an enquiry without its other properties. */
export function pickFields(from: EnquiryFields): EnquiryFields {
  return Object.fromEntries(fieldNames.map((name) => [name, from[name]])) as EnquiryFields;
}

/** Name of the honeypot field, which people do not see. Browsers do not know it, so they do not autofill it. */
export const trapField = 'extra-detail';

/** Name of the field with the form key, if the form is sent without scripts. Not part of the enquiry. */
export const formKeyField = 'form-key';

/** Message for each fault: one sentence, with `{field}` and `{limit}` as placeholders. */
export interface FaultWords {
  /** Names of the fields within a sentence: `your name`. */
  names: Readonly<Record<FieldName, string>>;
  missing: Readonly<Record<RequiredName, string>>;
  emailFormat: string;
  tooLong: string;
  notText: string;
  unknown: string;
}

/** Result of parsing a submission. `trap` is the value of the honeypot field. */
export type ParsedEnquiry =
  | { ok: true; enquiry: EnquiryFields; trap: string }
  | { ok: false; faults: Readonly<Record<string, string>> };

/**
 * Returns a parser for untrusted input. A refusal has a message for every invalid field, each one sentence to show
 * beside the field, and for unknown fields (20 at most, so that the response stays short). The parser never throws.
 */
export function createEnquiryParser(words: FaultWords): (input: unknown) => ParsedEnquiry {
  const schema = enquirySchema(words);
  return (input) => parseEnquiry(input, schema, words);
}

function parseEnquiry(input: unknown, schema: EnquirySchema, words: FaultWords): ParsedEnquiry {
  const fields = typeof input === 'object' && input !== null ? input : {};
  // Only the first fault of a field is reported.
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
  // fromEntries defines own properties, so a field called __proto__ is reported like any other.
  return { ok: false, faults: Object.fromEntries(faults) };
}

/** Returns true if the text is an address that replies can be sent to: ASCII, one @, a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  const [local = ''] = text.split('@');
  return text.length <= enquiryFields.email.longest && local.length <= 64 && emailPattern.test(text);
}

// The pattern of browsers for <input type="email">, narrowed to what mail servers accept: dots only between characters,
// and a domain of two labels or more whose last one starts with a letter. Apostrophes and plus signs are allowed.
const emailPattern = (() => {
  const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=[a-z])${label}$`, 'i');
})();

type EnquirySchema = ReturnType<typeof enquirySchema>;

function enquirySchema(words: FaultWords) {
  const entries = fieldNames.map((name) => [name, fieldSchema(name, words)]);
  return v.object({
    [trapField]: v.optional(v.fallback(v.pipe(v.string(), v.trim()), 'not a text'), ''),
    ...(Object.fromEntries(entries) as Record<FieldName, ReturnType<typeof fieldSchema>>),
  });
}

function fieldSchema(name: FieldName, words: FaultWords) {
  const { kind, longest } = enquiryFields[name];
  const about = (sentence: string): string =>
    sentence.replace('{field}', words.names[name]).replace('{limit}', longest.toLocaleString('en-GB'));
  const missing = isRequired(name) ? words.missing[name] : undefined;
  return v.optional(
    v.pipe(
      v.string(missing ?? about(words.notText)),
      v.transform(kind === 'text' ? cleanText : cleanLine),
      v.check((text) => missing === undefined || hasVisibleCharacter(text), missing ?? ''),
      v.maxLength(longest, about(words.tooLong)),
      v.check((text) => kind !== 'email' || text === '' || isEmailAddress(text), words.emailFormat),
    ),
    '',
  );
}

function isRequired(name: FieldName): name is RequiredName {
  return enquiryFields[name].isRequired;
}

/** Returns false for blanks and zero-width characters alone. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

/** Returns fields unknown to the form. Empty ones are ignored: they may come from a page of another release. */
function unknownFields(input: unknown, schema: EnquirySchema): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(schema.entries, key) && value !== '') unknown.push(key);
    if (unknown.length === 20) break;
  }
  return unknown;
}
