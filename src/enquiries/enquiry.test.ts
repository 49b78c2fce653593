import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasControlCharacter } from '../text/clean-text.ts';
import { createEnquiryParser, enquiryFields, fieldNames, isEmailAddress, honeypotFieldName } from './enquiry.ts';

import { sampleFieldErrorMessages, sampleFields, parseEnquiry } from './testing/samples.ts';

function faultsOf(input: unknown): Readonly<Record<string, string>> {
  const parsed = parseEnquiry(input);
  return parsed.ok ? {} : parsed.fieldErrors;
}

describe('an enquiry', () => {
  const { company: _, ...withoutCompany } = sampleFields;
  it.each([
    ['as it is when nothing is wrong with it', sampleFields, sampleFields],
    ['without a company', withoutCompany, { ...sampleFields, company: '' }],
    [
      'trimmed, with line breaks that are made alike',
      { ...sampleFields, name: '  Ada \n', message: '\r\n one\r\n\ttwo\rthree \n' },
      { ...sampleFields, name: 'Ada', message: 'one\n\ttwo\nthree' },
    ],
    [
      'without what nobody sees or types',
      { ...sampleFields, name: 'Ada\tExample', subject: 'One\u000Bquestion', message: 'one\u000Btwo\u0007\u0092' },
      { ...sampleFields, name: 'Ada Example', subject: 'One question', message: 'one\ntwo' },
    ],
    // A lone surrogate cannot be encoded.
    ['with half characters replaced', { ...sampleFields, name: 'Ada\uD800' }, { ...sampleFields, name: 'Ada\uFFFD' }],
  ])('is accepted %s', (_how, input, enquiry) => {
    expect(parseEnquiry(input)).toEqual({ ok: true, enquiry, honeypotValue: '' });
  });

  it.each([
    ['text', ' buy ', 'buy'],
    ['anything else', { $gt: '' }, 'not a text'],
  ])('tells of %s in the field that people do not see', (_what, value, trap) => {
    const parsed = parseEnquiry({ ...sampleFields, [honeypotFieldName]: value });
    expect(parsed).toEqual({ ok: true, enquiry: sampleFields, honeypotValue: trap });
  });

  it('names every required field that is missing', () => {
    const blank = { name: ' ', email: '\u200B', subject: '', message: '\n' };
    for (const nothing of [{}, null, undefined, 'text', 7, [], blank])
      expect(faultsOf(nothing)).toEqual(sampleFieldErrorMessages.missing);
  });

  it('names every field at fault at once', () => {
    const input = { name: '', email: 'nobody', company: 7, subject: 'x'.repeat(201), message: '\u0007' };
    expect(faultsOf(input)).toEqual({
      name: sampleFieldErrorMessages.missing.name,
      email: sampleFieldErrorMessages.emailFormat,
      company: 'Enter a company as text',
      subject: 'Shorten a subject to 200 characters or fewer',
      message: sampleFieldErrorMessages.missing.message,
    });
  });

  const longEmail = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
  it.each([
    // Counted in UTF-16 code units, as in browsers.
    ['name', '👋'.repeat(enquiryFields.name.maxLength / 2)],
    ['email', longEmail],
    ['company', 'x'.repeat(enquiryFields.company.maxLength)],
    ['subject', 'x'.repeat(enquiryFields.subject.maxLength)],
    ['message', `${'x\n'.repeat(enquiryFields.message.maxLength / 2 - 1)}xx`],
  ] as const)('takes %s up to its limit after trimming, and not one character more', (field, longest) => {
    expect(longest).toHaveLength(enquiryFields[field].maxLength);
    expect(faultsOf({ ...sampleFields, [field]: ` ${longest}\n` })).toEqual({});
    expect(Object.keys(faultsOf({ ...sampleFields, [field]: `${longest}x` }))).toEqual([field]);
  });

  it('is taken without an unknown field that is empty, as a page of another release may send it', () => {
    const parsed = parseEnquiry({ ...sampleFields, unknown: '' });
    expect(parsed).toEqual({ ok: true, enquiry: sampleFields, honeypotValue: '' });
  });

  it('refuses unknown fields by their names, twenty at most', () => {
    const text = JSON.stringify(sampleFields).replace('{', '{"extra":1,"constructor":2,"__proto__":3,');
    const input = JSON.parse(text) as object;
    const unknown = ['extra', 'constructor', '__proto__'].map((name) => [name, sampleFieldErrorMessages.unknown]);
    expect(Object.entries(faultsOf(input))).toEqual(unknown);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`f${number}`, 1]));
    expect(Object.keys(faultsOf({ ...sampleFields, ...many }))).toHaveLength(20);
  });
});

it('a choice takes one of its options, or none where none is required', () => {
  const company = { ...enquiryFields.company };
  onTestFinished(() => void Object.assign(enquiryFields.company, { options: undefined }, company));
  Object.assign(enquiryFields.company, { kind: 'choice', options: ['Small', 'Large'] });
  const parse = createEnquiryParser(sampleFieldErrorMessages);
  const isTaken = (text: string) => parse({ ...sampleFields, company: text }).ok;
  expect(['Small', 'Large', '', 'small', 'Other'].map(isTaken)).toEqual([true, true, true, false, false]);
});

describe('an email address', () => {
  it.each([
    'name@example.com',
    "miles.o'brien+work@mail.example.co.uk",
    'UPPER_case-1@a-b.xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.com`,
  ])('may be %s', (text) => expect(isEmailAddress(text)).toBe(true));

  const local = ['', 'a b', 'a@b', '.a', 'a.', 'a..b', '"a"', 'a,b', 'name <a', 'a'.repeat(65)];
  const domain = ['', 'a.com\n', ...'localhost a..com -a.com a.com. 1.2.3.4 [1.2.3.4] exämple.com a.com>'.split(' ')];
  it.each([
    `a@${'b.'.repeat(126)}com`,
    ...local.map((text) => `${text}@example.com`),
    ...domain.map((text) => `a@${text}`),
  ])('is not %j', (text) => expect(isEmailAddress(text)).toBe(false));
});

describe('whatever comes in', () => {
  it('is answered with an enquiry or with sentences, never with an exception', () => {
    const likeAForm = fc.dictionary(fc.constantFrom(...Object.keys(sampleFields)), fc.anything());
    fc.assert(
      fc.property(fc.oneof(fc.anything(), likeAForm), (input) => {
        const parsed = parseEnquiry(input);
        if (parsed.ok) return;
        expect(Object.keys(parsed.fieldErrors).length).toBeGreaterThan(0);
        for (const sentence of Object.values(parsed.fieldErrors)) expect(sentence).toMatch(/^[A-Z][^\n]{5,100}$/);
      }),
    );
  });

  it('is within every limit once it is accepted, and would be accepted again unchanged', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 300 });
    const form = fc.record({
      name: anyText,
      email: fc.emailAddress(),
      company: anyText,
      subject: anyText,
      message: fc.tuple(anyText, fc.nat(40)).map(([text, times]) => text.repeat(times)),
    });
    fc.assert(
      fc.property(form, (input) => {
        const parsed = parseEnquiry(input);
        if (!parsed.ok) return;
        const { message, ...lines } = parsed.enquiry;
        for (const text of Object.values(lines)) expect(hasControlCharacter(text)).toBe(false);
        expect(message).not.toMatch(/[\r\u0000]/);
        for (const field of fieldNames) {
          expect(parsed.enquiry[field].length).toBeLessThanOrEqual(enquiryFields[field].maxLength);
        }
        expect(parseEnquiry(parsed.enquiry)).toEqual(parsed);
      }),
    );
  });
});
