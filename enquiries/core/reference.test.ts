import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endOfIds, referenceOf } from './reference.ts';

describe('the reference of an enquiry', () => {
  it('is eight signs in two groups, none of which is taken for another', () => {
    expect(referenceOf('01a1fc16-4fa8-721c-a92d-b68cff562a77')).toMatch(
      /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/,
    );
    expect(referenceOf('01a1fc16-4fa8-721c-a92d-000000000001')).toBe('0000-0001');
  });

  it('leads back to the end of the id, whichever the id', () => {
    for (let count = 0; count < 500; count += 1) {
      const id = randomUUID();
      expect(endOfIds(referenceOf(id))).toBe(id.slice(-10));
    }
  });

  it.each(['0000-00o1', '00000001', ' 0000 000l ', '0000-000i'])('is understood as people write it: %j', (written) => {
    expect(endOfIds(written)).toBe('0000000001');
  });

  it.each(['', '0000-000', '0000-00000', '0000-000U', '01a1fc16-4fa8-721c-a92d-b68cff562a77'])(
    'is not seen where there is none: %j',
    (text) => expect(endOfIds(text)).toBeNull(),
  );
});
