import { describe, expect, it } from 'vitest';
import { type ContactFacts, mergeContactFacts } from './contact-facts.ts';

const builtIn: ContactFacts = {
  email: 'built@in.example',
  phone: '+44 1',
  address: '1 Built-in Street',
  socialMedia: { linkedin: 'https://www.linkedin.com/company/built-in' },
};

describe('the contact facts', () => {
  it('are the built-in ones before there is an answer', () => {
    expect(mergeContactFacts(builtIn)).toEqual(builtIn);
  });

  it('are all replaced by a whole answer', () => {
    const answer = {
      email: 'new@office.example',
      phone: '+44 2',
      address: '2 New Street',
      socialMedia: { linkedin: 'https://www.linkedin.com/company/new' },
    };
    expect(mergeContactFacts(builtIn, answer)).toEqual(answer);
  });

  it.each(['email', 'phone', 'address'] as const)('take %s alone from an answer that has nothing else', (field) => {
    expect(mergeContactFacts(builtIn, { [field]: 'new' })).toEqual({ ...builtIn, [field]: 'new' });
  });

  it.each([[undefined], [null], [''], [' \n'], [0], [42], [true], [{}], [['x']]])(
    'keep a field that the answer gives as %j',
    (value) => {
      const answer = { email: value, phone: value, address: value, socialMedia: { linkedin: value } };
      expect(mergeContactFacts(builtIn, answer)).toEqual(builtIn);
      expect(mergeContactFacts(builtIn, { socialMedia: value })).toEqual(builtIn);
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'linkedin', 'https://', 'https://['])(
    'keep the link when the answer’s is no web address: %s',
    (linkedin) => expect(mergeContactFacts(builtIn, { socialMedia: { linkedin } })).toEqual(builtIn),
  );

  it('ignore what else an answer says', () => {
    expect(mergeContactFacts(builtIn, { fax: '1', socialMedia: { x: 'y' } })).toEqual(builtIn);
  });
});
