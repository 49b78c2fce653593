import { expect, it } from 'vitest';
import { readContactFacts } from './contact-facts.ts';

const nothing = readContactFacts({});

it('the answer to the question for the contact facts gives each its text and its link', () => {
  const linkedin = 'https://www.linkedin.com/company/new';
  const answer = { email: 'new@office.example', phone: '+44 (0)2', address: '2 New Street, London SW1A 1AA' };
  expect(readContactFacts({ ...answer, socialMedia: { linkedin } })).toEqual({
    email: { text: 'new@office.example', link: 'mailto:new@office.example' },
    phone: { text: '+44 (0)2', link: 'tel:+4402' },
    address: { text: '2 New Street, London\u00A0SW1A\u00A01AA', link: undefined },
    linkedin: { text: undefined, link: linkedin },
  });
});

it.each([undefined, null, ' \n', 1, {}, 'javascript:alert(1)', '//evil.example'])(
  'nothing is changed by %j',
  (value) => {
    const facts =
      typeof value === 'string' && value.trim() !== '' ? {} : { email: value, phone: value, address: value };
    expect(readContactFacts({ ...facts, socialMedia: { linkedin: value } })).toEqual(nothing);
  },
);
