import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitiseReturnPath, removeDoneQuery } from './return-path.ts';

const elsewhere = `//evil.example ///evil.example /\\evil.example \\\\evil.example \\/evil.example /\t/evil.example
/.//evil.example /%2e//evil.example /x/..//evil.example /x/%2e%2e//evil.example https:evil.example
https://evil.example/open javascript:alert(1) waiting`.split(/[ \n]/);

test.each([...elsewhere, '', ' /x', ' //evil.example', '/\n/evil.example', `/${'x'.repeat(2000)}`])(
  '%j leads to the first page',
  (text) => expect(sanitiseReturnPath(text)).toBe('/open'),
);

test('a place in the office leads there, with its query', () => {
  for (const place of ['/search?words=a&after=b', '/%2F/evil.example', '/@evil.example', `/${'x'.repeat(1999)}`])
    expect(sanitiseReturnPath(place)).toBe(place);
});

test('no text leads to another origin', () => {
  const piece = fc.constantFrom(...'/\\.@:#?x\t\n', '%2e', '%5C', '%09', 'evil.example');
  const property = fc.property(fc.string({ unit: piece }), (text) => {
    for (const path of [
      sanitiseReturnPath(text),
      sanitiseReturnPath(`/${text}`),
      removeDoneQuery(`/x?done=1&${text}`),
    ]) {
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(new URL(path, 'https://inbox.example').origin).toBe('https://inbox.example');
    }
  });
  fc.assert(property);
});

test('what became of an act is told once, however the address writes it', () => {
  expect(removeDoneQuery('/search?words=a%20b&d%6Fne=erase&count=9')).toBe('/search?words=a+b');
  expect(removeDoneQuery('/search?words=a%20b')).toBe('/search?words=a%20b');
});
