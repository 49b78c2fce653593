import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEnquiryIdGenerator, parseReferenceToIdSuffix, formatReference } from './reference.ts';

const later = '01a1fc16-4fa8-721c-a92d-b68cff562a77';

describe('the ids of enquiries', () => {
  it('are UUIDs of version 7 that sort in the order of the calls, within a millisecond too', () => {
    const ids = Array.from({ length: 1000 }, createEnquiryIdGenerator());
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('do not wait for a clock that was set back', () => {
    const earlier = '01a1fc16-0000-721c-a92d-b68cff562a77';
    const clock = [later, earlier];
    const next = createEnquiryIdGenerator(() => clock.shift() ?? 'never asked');
    expect([next(), next()]).toEqual([later, earlier]);
  });
});

describe('the reference of an enquiry', () => {
  it('is eight signs in two groups, none of which is taken for another, and leads back to the end of the id', () => {
    expect(formatReference('01a1fc16-4fa8-721c-a92d-000000000001')).toBe('0000-0001');
    for (const id of Array.from({ length: 500 }, () => randomUUID())) {
      expect(formatReference(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(parseReferenceToIdSuffix(formatReference(id))).toBe(id.slice(-10));
    }
  });

  it.each(['0000-00o1', '00000001', ' 0000 000l ', '0000-000i'])('is understood as people write it: %j', (written) => {
    expect(parseReferenceToIdSuffix(written)).toBe('0000000001');
  });

  it.each(['', '0000-000', '0000-00000', '0000-000U', later])('is not seen where there is none: %j', (text) => {
    expect(parseReferenceToIdSuffix(text)).toBeNull();
  });
});
