import * as v from 'valibot';
import { breaksOneLine, enquiryFields, isEmailAddress } from './enquiry.ts';

export const contactFields = ['email', 'phone', 'address', 'linkedin'] as const;

/** The contact facts that an operator can override while the site runs. */
export type ContactField = (typeof contactFields)[number];

/** Only the overridden fields are there. */
export type ContactOverrides = Readonly<Partial<Record<ContactField, string>>>;

/** Where overrides of the contact record live: durable on return, shared by all processes; rejects only on faults. */
export interface ContactSettings {
  overrides(): Promise<ContactOverrides>;
  /** The same with when each was set, and by whom; null where that was not kept yet. */
  details(): Promise<Readonly<Partial<Record<ContactField, { value: string; at: Date | null; by: string | null }>>>>;
  /** @param by the e-mail address of a person, or `the command` */
  set(field: ContactField, value: string, by: string): Promise<void>;
  reset(field: ContactField): Promise<void>;
}

/** Reads one field of the contact record. A fault is one sentence that says what the field takes. */
export function parseContactField(
  field: ContactField,
  value: string,
): { ok: true; value: string } | { ok: false; fault: string } {
  const result = v.safeParse(schemas[field], value);
  return result.success ? { ok: true, value: result.output } : { ok: false, fault: result.issues[0].message };
}

export function isContactField(text: string): text is ContactField {
  return contactFields.some((field) => field === text);
}

const schemas: Record<ContactField, v.GenericSchema<string, string>> = {
  email: v.pipe(
    line(enquiryFields.email.longest),
    v.check(isEmailAddress, 'email takes an address like name@example.com'),
  ),
  phone: v.pipe(
    line(40),
    v.regex(
      /^\+?[\d ().-]*\d[\d ().-]*$/,
      'phone takes digits, spaces and ( ) . -, with a + in front if it is international',
    ),
  ),
  address: line(300),
  linkedin: v.pipe(
    line(300),
    v.check(isLinkedInUrl, 'linkedin takes an address that starts with https://www.linkedin.com/'),
  ),
};

function line(longest: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'the value is empty; use reset to return to the built-in default'),
    v.maxLength(longest, `the value takes up to ${longest} characters`),
    v.check((text) => !breaksOneLine(text), 'the value must be on one line, without control characters'),
  );
}

function isLinkedInUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && /(?:^|\.)linkedin\.com$/.test(url.hostname);
}
