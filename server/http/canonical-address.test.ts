import { describe, expect, it } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

const pages = new Set(['/', '/about', '/services/sap']);

describe('the canonical address', () => {
  it.each([
    ['/about/', '/about'],
    ['/About', '/about'],
    ['/SERVICES/SAP/', '/services/sap'],
    ['/about.html', '/about'],
    ['/about/index.html', '/about'],
    ['/index.html', '/'],
    ['/INDEX.HTML', '/'],
    ['', '/'],
    ['/about%0A', '/about'],
    ['/About/%0d%0a', '/about'],
    ['/no%0Ape', '/nope'],
    ['//%0Aevil.example', '/evil.example'],
  ])('of %s is %s', (address, canonical) => expect(canonicalAddress(address, pages)).toBe(canonical));

  it.each(['/', '/about', '/services/sap'])('of a page’s own is none: %s', (address) =>
    expect(canonicalAddress(address, pages)).toBeUndefined(),
  );

  it.each([
    ['/nope%0A', '/nope'],
    ['/%0A/evil.example', '/evil.example'],
    ['/%0D\\evil.example', '/evil.example'],
    ['/Nope%0Ax/', '/Nopex/'],
  ])('of an unknown one with a line break is the same on one line, on this host: %s', (address, plain) =>
    expect(canonicalAddress(address, pages)).toBe(plain),
  );

  it.each([
    '/services',
    '/services/',
    '/abouts',
    '/about//',
    '//about',
    '//evil.example/about',
    '/\\evil.example',
    '/about/index.htm',
    '/about%2f',
    '/about/..',
    '/about.html.html',
    'http://evil.example/about',
    'http://evil.example/%0A',
  ])('of an unknown one is none: %s', (address) => expect(canonicalAddress(address, pages)).toBeUndefined());
});
