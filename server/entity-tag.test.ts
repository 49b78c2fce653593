import { describe, expect, it } from 'vitest';
import { matchesEntityTag } from './entity-tag.ts';

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', ' "b" ,W/"a" ', '*'])('names "a": %s', (header) =>
    expect(matchesEntityTag(header, '"a"')).toBe(true),
  );

  it.each(['"a"', 'W/"a"', '*'])('names the weak tag of "a": %s', (header) =>
    expect(matchesEntityTag(header, 'W/"a"')).toBe(true),
  );

  it.each([undefined, '', '"b"', 'a', '"A"', '"a', '"aa"', 'w/"a"', ',', '"*"'])('does not name "a": %s', (header) =>
    expect(matchesEntityTag(header, '"a"')).toBe(false),
  );

  it('names nothing where it is longer than a cache has reason to send', () =>
    expect([20, 200].map((times) => matchesEntityTag(`${'"b", '.repeat(times)}"a"`, '"a"'))).toEqual([true, false]));
});
