import * as v from 'valibot';
import { cleanLine, cleanText } from '../text/clean-text.ts';

interface Field {
  /** What the office reads beside it. */
  label: string;
  /** `line` is one line, `email` one with an address, `text` has several. */
  kind: 'line' | 'email' | 'text';
  /**
   * The longest value after trimming, in UTF-16 code units: the unit of HTML's `maxlength`, so that browser and server always
   * agree on what is too long.
   */
  longest: number;
  isRequired: boolean;
  /** It says who writes rather than what: texts are equal whoever they say they are from. */
  isSender: boolean;
}

/**
 * What visitors are asked for, in the order of the form. The schema, the form, the mail, the webhook, the export, the inbox, the search
 * and the columns of the database come from here. Each name is that of the column.
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

/** What a visitor sent, as `cleanText` and `cleanLine` leave it; empty what was not given. */
export type EnquiryFields = Record<FieldName, string>;

/** These fields alone, of anything that has them. */
export function pickFields(from: EnquiryFields): EnquiryFields {
  return Object.fromEntries(fieldNames.map((name) => [name, from[name]])) as EnquiryFields;
}

/** A field that people do not see and leave empty. No browser knows its name, so none fills it in by itself. */
export const trapField = 'extra-detail';

/** The field for the key of a form that is sent without scripts; its value is no part of the enquiry. */
export const formKeyField = 'form-key';

/** What to say of each fault: one sentence, with the field at `{field}` and the limit at `{limit}` where they belong. */
export interface FaultWords {
  /** The fields as a sentence names them: `your name`. */
  names: Readonly<Record<FieldName, string>>;
  missing: Readonly<Record<RequiredName, string>>;
  emailFormat: string;
  tooLong: string;
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
  return text.length <= enquiryFields.email.longest && local.length <= 64 && emailPattern.test(text);
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

/** Zero-width characters alone are as good as nothing. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text);
}

/** Fields that the form does not have. One that is empty may be of a page of another release, whose visitor has not used it. */
function unknownFields(input: unknown, schema: EnquirySchema): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(schema.entries, key) && value !== '') unknown.push(key);
    if (unknown.length === 20) break;
  }
  return unknown;
}
