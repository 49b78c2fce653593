import { describe, expect, it } from 'vitest';
import { createEnquiryIds } from './enquiry-id.ts';

describe('the ids of enquiries', () => {
  it('are UUIDs of version 7', () => {
    expect(createEnquiryIds()()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sort in the order of the calls, within a millisecond too', () => {
    const next = createEnquiryIds();
    const ids = Array.from({ length: 1000 }, next);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it('do not wait for a clock that was set back', () => {
    const later = '01a1fc16-4fa8-721c-a92d-b68cff562a77';
    const earlier = '01a1fc16-0000-721c-a92d-b68cff562a77';
    const clock = [later, earlier];
    const next = createEnquiryIds(() => clock.shift() ?? 'never asked');
    expect([next(), next()]).toEqual([later, earlier]);
  });
});
