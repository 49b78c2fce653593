import { describe, expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

describe('a Range header for a file of ten bytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=9-9', 9, 9],
    ['Bytes=2-5', 2, 5],
    [' bytes=2- ', 2, 9],
    ['bytes=2-99999999999999999999999', 2, 9],
    ['bytes=-1', 9, 9],
    ['bytes=-10', 0, 9],
    ['bytes=-11', 0, 9],
  ])('%s asks for bytes %i to %i', (header, first, last) =>
    expect(parseByteRange(header, 10)).toEqual({ first, last }),
  );

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=99999999999999999999999-', 'bytes=-0'])(
    '%s asks for none of it',
    (header) => expect(parseByteRange(header, 10)).toBe('unsatisfiable'),
  );

  it.each(['', 'bytes', 'bytes=', 'bytes=-', 'bytes=5-4', 'bytes=a-b', 'bytes=0x1-2', 'bytes=+1-2', 'bytes=1.5-2'])(
    '%s makes no sense',
    (header) => expect(parseByteRange(header, 10)).toBeUndefined(),
  );

  it.each(['bytes=0-1,3-4', 'bytes=0 - 1', 'bytes=--1', 'seconds=1-2'])('%s is not for us', (header) =>
    expect(parseByteRange(header, 10)).toBeUndefined(),
  );

  it('asks for none of a file without bytes', () => {
    expect([parseByteRange('bytes=0-', 0), parseByteRange('bytes=-1', 0)]).toEqual(['unsatisfiable', 'unsatisfiable']);
  });
});
