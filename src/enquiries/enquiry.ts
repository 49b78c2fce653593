import * as v from 'valibot';
import { cleanLine, cleanText } from '../text/clean-text.ts';

/** A field of the contact form. */
export interface EnquiryFieldDefinition {
  /** Label in the office. */
  label: string;
  /** `line` is a single line, `email` an address, `text` several lines, `choice` one of the options. */
  kind: 'line' | 'email' | 'text' | 'choice';
  /** Options of a choice. */
  options?: readonly string[] | undefined;
  /**
   * Maximum length after trimming, in UTF-16 code units: the unit of HTML's `maxlength`, so that browser and server
   * agree.
   */
  maxLength: number;
  isRequired: boolean;
  /** True if it identifies the sender: such fields are left out when texts are compared. */
  identifiesSender: boolean;
}

/**
 * Fields of an enquiry, in the order of the form. The schema, the form, the mail, the webhook, the export, the inbox
 * and the search are derived from them. Their columns are in `src/database/tables.ts`.
 */
export const enquiryFields = {
  name: { label: 'Name', kind: 'line', maxLength: 200, isRequired: true, identifiesSender: true },
  email: { label: 'Email', kind: 'email', maxLength: 254, isRequired: true, identifiesSender: true },
  company: { label: 'Company', kind: 'line', maxLength: 200, isRequired: false, identifiesSender: true },
  subject: { label: 'Subject', kind: 'line', maxLength: 200, isRequired: true, identifiesSender: false },
  message: { label: 'Message', kind: 'text', maxLength: 10_000, isRequired: true, identifiesSender: false },
} as const satisfies Record<string, EnquiryFieldDefinition>;

type Fields = typeof enquiryFields;
export type FieldName = keyof Fields;
type RequiredFieldName = { [Name in FieldName]: Fields[Name]['isRequired'] extends true ? Name : never }[FieldName];

export const fieldNames = Object.keys(enquiryFields) as readonly FieldName[];
export const multilineFieldNames = fieldNames.filter((name) => enquiryFields[name].kind === 'text');
export const singleLineFieldNames = fieldNames.filter((name) => !multilineFieldNames.includes(name));

/** Values of a submission, normalised by `cleanText` or `cleanLine`; empty if not given. */
export type EnquiryFields = Record<FieldName, string>;

/** Returns the fields of an enquiry without its other properties. */
export function pickEnquiryFields(source: EnquiryFields): EnquiryFields {
  return Object.fromEntries(fieldNames.map((name) => [name, source[name]])) as EnquiryFields;
}

/** Name of the honeypot field, which people do not see. Browsers do not know it, so they do not autofill it. */
export const honeypotFieldName = 'extra-detail';

/** Name of the field with the form key, if the form is sent without scripts. Not part of the enquiry. */
export const formKeyFieldName = 'form-key';

/** Messages for invalid fields: one sentence each, with `{field}` and `{limit}` as placeholders. */
export interface FieldErrorMessages {
  /** Names of the fields within a sentence: `your name`. */
  names: Readonly<Record<FieldName, string>>;
  missing: Readonly<Record<RequiredFieldName, string>>;
  emailFormat: string;
  tooLong: string;
  notText: string;
  unknown: string;
}

/** Result of parsing a submission. `honeypotValue` is the value of the honeypot field. */
export type EnquiryParseResult =
  | { ok: true; enquiry: EnquiryFields; honeypotValue: string }
  | { ok: false; fieldErrors: Readonly<Record<string, string>> };

/**
 * Returns a parser for untrusted input, which never throws. A refusal has one sentence for each invalid field, to show
 * beside it, and for at most 20 unknown fields.
 */
export function createEnquiryParser(messages: FieldErrorMessages): (input: unknown) => EnquiryParseResult {
  const schema = createEnquirySchema(messages);
  return (input) => parseEnquiry(input, schema, messages);
}

function parseEnquiry(input: unknown, schema: EnquirySchema, messages: FieldErrorMessages): EnquiryParseResult {
  const fields = typeof input === 'object' && input !== null ? input : {};
  // Only the first issue of a field is reported.
  const result = v.safeParse(schema, fields, { abortPipeEarly: true });
  const unknown = findUnknownFields(input, schema);
  if (result.success && unknown.length === 0) {
    const { [honeypotFieldName]: honeypotValue, ...enquiry } = result.output;
    return { ok: true, enquiry, honeypotValue };
  }

  const errors = new Map<string, string>();
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  for (const field of unknown) errors.set(field, messages.unknown);
  // fromEntries defines own properties, so a field called __proto__ is reported like any other.
  return { ok: false, fieldErrors: Object.fromEntries(errors) };
}

/** Returns true if the text is an address that replies can be sent to: ASCII, one @, a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  const [local = ''] = text.split('@');
  return text.length <= enquiryFields.email.maxLength && local.length <= 64 && emailPattern.test(text);
}

// The pattern of browsers for <input type="email">, narrowed to what mail servers accept: dots only between characters,
// and a domain of two labels or more whose last one starts with a letter. Apostrophes and plus signs are allowed.
const emailPattern = (() => {
  const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=[a-z])${label}$`, 'i');
})();

type EnquirySchema = ReturnType<typeof createEnquirySchema>;

function createEnquirySchema(messages: FieldErrorMessages) {
  const entries = fieldNames.map((name) => [name, createFieldSchema(name, messages)]);
  return v.object({
    [honeypotFieldName]: v.optional(v.fallback(v.pipe(v.string(), v.trim()), 'not a text'), ''),
    ...(Object.fromEntries(entries) as Record<FieldName, ReturnType<typeof createFieldSchema>>),
  });
}

function createFieldSchema(name: FieldName, messages: FieldErrorMessages) {
  const definition: EnquiryFieldDefinition = enquiryFields[name];
  const { kind, maxLength, options = [] } = definition;
  const fillPlaceholders = (sentence: string): string =>
    sentence.replace('{field}', messages.names[name]).replace('{limit}', maxLength.toLocaleString('en-GB'));
  const missing = isRequired(name) ? messages.missing[name] : undefined;
  const notGiven = missing ?? fillPlaceholders(messages.notText);
  return v.optional(
    v.pipe(
      v.string(notGiven),
      v.transform(kind === 'text' ? cleanText : cleanLine),
      v.check((text) => missing === undefined || hasVisibleCharacter(text), missing ?? ''),
      v.maxLength(maxLength, fillPlaceholders(messages.tooLong)),
      v.check((text) => kind !== 'email' || text === '' || isEmailAddress(text), messages.emailFormat),
      v.check((text) => kind !== 'choice' || text === '' || options.includes(text), notGiven),
    ),
    '',
  );
}

function isRequired(name: FieldName): name is RequiredFieldName {
  return enquiryFields[name].isRequired;
}

/** Returns false for blanks and zero-width characters alone. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

/** Returns fields unknown to the form. Empty ones are ignored: they may come from a page of another release. */
function findUnknownFields(input: unknown, schema: EnquirySchema): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(schema.entries, key) && value !== '') unknown.push(key);
    if (unknown.length === 20) break;
  }
  return unknown;
}
