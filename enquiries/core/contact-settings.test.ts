import { describe, expect, it } from 'vitest';
import { isContactField, parseContactField } from './contact-settings.ts';

describe('a field of the contact record', () => {
  it.each([
    ['email', ' office@example.com '],
    ['phone', '+44 (0)117 496-0142'],
    ['address', '2 Example Wharf, Bristol'],
    ['linkedin', 'https://uk.linkedin.com/company/x'],
  ] as const)('%s takes %j', (field, given) => {
    expect(parseContactField(field, given)).toEqual({ ok: true, value: given.trim() });
  });

  it.each([
    ['email', 'office'],
    ['phone', 'call me'],
    ['address', ''],
    ['address', 'one\ntwo'],
    ['address', 'x'.repeat(301)],
    ['linkedin', 'https://linkedin.com.example.org/'],
    ['linkedin', 'javascript:alert(1)'],
  ] as const)('%s does not take %j', (field, given) => {
    expect(parseContactField(field, given)).toEqual({ ok: false, fault: expect.stringMatching(/\w/) });
  });

  it('is known by its name', () => {
    expect(['email', 'toString', ''].map(isContactField)).toEqual([true, false, false]);
  });
});
