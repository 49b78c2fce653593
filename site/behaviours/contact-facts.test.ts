import { describe, expect, it } from 'vitest';

import { readContactFacts } from './contact-facts.ts';

const nothing = readContactFacts({});

describe('the answer to the question for the contact facts', () => {
  it('gives each fact its text and its link', () => {
    const linkedin = 'https://www.linkedin.com/company/new';
    const answer = { email: 'new@office.example', phone: '+44 (0)2', address: '2 New Street' };
    expect(readContactFacts({ ...answer, socialMedia: { linkedin } })).toEqual({
      email: { text: 'new@office.example', link: 'mailto:new@office.example' },
      phone: { text: '+44 (0)2', link: 'tel:+4402' },
      address: { text: '2 New Street', link: undefined },
      linkedin: { text: undefined, link: linkedin },
    });
  });

  it('keeps a postcode whole and beside its town', () => {
    const { address } = readContactFacts({ address: '2 New Street, London SW1A 1AA' });
    expect(address.text).toBe('2 New Street, London\u00A0SW1A\u00A01AA');
  });

  it.each(['email', 'phone', 'address'] as const)('may give %s alone, and what nobody asked for', (field) => {
    const facts = readContactFacts({ [field]: '1', fax: '2', socialMedia: { x: 'y' } });
    expect(facts).toEqual({ ...nothing, [field]: facts[field] });
    expect(facts[field].text).toBe('1');
  });

  it.each([[undefined], [null], [''], [' \n'], [0], [true], [{}], [['x']]])(
    'changes nothing by a field that is %j',
    (value) => {
      const answer = { email: value, phone: value, address: value, socialMedia: { linkedin: value } };
      expect(readContactFacts(answer)).toEqual(nothing);
      expect(readContactFacts({ socialMedia: value })).toEqual(nothing);
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'linkedin', 'https://', 'https://['])(
    'leads nowhere but to a web address: %s',
    (linkedin) => expect(readContactFacts({ socialMedia: { linkedin } })).toEqual(nothing),
  );
});
