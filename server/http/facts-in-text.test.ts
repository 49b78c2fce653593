import { describe, expect, it, onTestFinished } from 'vitest';
import { controls, site } from '../../content/words.ts';
import { contactRecord, factsInText } from './facts-in-text.ts';

const { email, phone, address, socialMedia } = site.contact;
const days = site.enquiryRetentionDays;
const others = contactRecord({
  email: `x.${email}`,
  phone: '+44 117 496 0199',
  address: `${address.replace('1', '2')}, Ireland`,
  linkedin: `${socialMedia.linkedin}-new`,
});
const { html, plain } = factsInText(others, days + 1) ?? {};

describe('facts in a text', () => {
  it('are none to put in where they are the built-in ones', () => {
    expect(factsInText(contactRecord({}), days)).toBeUndefined();
    expect(factsInText(contactRecord({ email, phone }), days)).toBeUndefined();
  });

  it('are put in once, though a new one has the former in it', () => {
    expect(plain?.(`${email}, ${address}: ${socialMedia.linkedin}.`)).toBe(
      `${others.email}, ${others.address}: ${others.socialMedia.linkedin}.`,
    );
  });

  it.each([
    [`other.${email}`],
    [`${email}.example`],
    [`${socialMedia.linkedin}-jobs`],
    [`${socialMedia.linkedin}/jobs`],
    [`${phone}7`],
    [`a cookie of ${days} days`],
  ])('are not put into what only looks so: %s', (text) => {
    expect(plain?.(text)).toBe(text);
    expect(html?.(`<p>${text}</p>`)).toBe(`<p>${text}</p>`);
  });

  it('leave what is run as it is, by which the policy knows it', () => {
    for (const page of [`<script>"${email}"</script>`, `<script type="importmap">"${email}"</script>`])
      expect(html?.(page)).toBe(page);
  });

  it('leave the registered office, which is where it is registered, though it is the same address', () => {
    const before = site.company.registeredOffice;
    onTestFinished(() => void (site.company.registeredOffice = before));
    site.company.registeredOffice = address;
    const office = controls.registeredOffice.replace('{address}', address);
    expect(factsInText(others, days)?.html(`<p>${office} · ${address}</p>`)).toBe(
      `<p>${office} · ${others.address}</p>`,
    );
  });
});
