import { describe, expect, it } from 'vitest';
import { contactPage } from '../../content/release-content.ts';
import { chooseHint, findLengthErrors } from './hints.ts';

const words = contactPage.form.hints;
const email = { name: 'email', kind: 'email', maxLength: 254 } as const;
const message = { name: 'message', kind: 'text', maxLength: 10_000 } as const;

describe('an address', () => {
  it.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@Gmail.co', 'ada@gmail.com'],
    ['ada@hotmial.co.uk', 'ada@hotmail.co.uk'],
    ['ada@hotmail.co.u', 'ada@hotmail.co.uk'],
    ['ada@outlook.con', 'ada@outlook.com'],
    ['"a@b"@yaho.com', '"a@b"@yahoo.com'],
  ])('is asked about where its domain is mistyped: %s', (typed, instead) => {
    expect(chooseHint(email, typed, words)).toEqual({
      text: words.mistyped.replace('{likely}', instead),
      replacement: instead,
    });
  });

  it.each([
    'ada@gmail.com',
    'ada@HOTMAIL.com',
    'ada@mail.com',
    'ada@small.com',
    'ada@gmx.de',
    '@gmial.com',
    'gmial.com',
    '',
  ])('is not asked about where it may be right, or is none: %s', (typed) =>
    expect(chooseHint(email, typed, words)).toBeUndefined(),
  );
});

it.each([
  [8_999, undefined],
  [9_000, words.nearLimit.replace('{left}', '1,000').replace('{limit}', '10,000')],
  [10_000, words.nearLimit.replace('{left}', '0').replace('{limit}', '10,000')],
  [12_000, words.tooLong.replace('{over}', '2,000').replace('{limit}', '10,000')],
])('a message of %i characters has its count beside it', (length, text) => {
  const value = `\n ${'x'.repeat(length)}\n`;
  expect(chooseHint(message, value, words)?.text).toBe(text);
  expect(findLengthErrors([email, message], { message: value }, words)).toEqual(
    length > 10_000 ? { message: text } : undefined,
  );
});
