import { describe, expect, it } from 'vitest';
import { canonicalAddress, createHostCheck } from './canonical.ts';

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

  it.each([
    ['/nope%0A', '/nope'],
    ['/%0A/evil.example', '/evil.example'],
    ['/%0D\\evil.example', '/evil.example'],
    ['/Nope%0Ax/', '/Nopex/'],
  ])('of an unknown one with a line break is the same on one line, on this host: %s', (address, plain) =>
    expect(canonicalAddress(address, pages)).toBe(plain),
  );

  it.each([
    ...pages,
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
  ])('of a page’s own and of an unknown one is none: %s', (address) =>
    expect(canonicalAddress(address, pages)).toBeUndefined(),
  );
});

const siteUrl = 'https://www.example.com';

describe('another host than the site’s', () => {
  it.each([
    'example.com',
    'EXAMPLE.com:443',
    'www.example.org',
    'www.example.com.evil.example',
    'xn--bcher-kva.example',
  ])('is one by which visitors come: %s', (host) => expect(createHostCheck({ siteUrl })({ host })).toBe(true));

  it.each([
    'www.example.com',
    'www.example.com:443',
    'WWW.Example.com.',
    '127.0.0.1:3000',
    '10.0.0.7',
    '[::1]:3000',
    '[2001:db8::1]',
    'localhost:3000',
    'website',
    'website:3000',
    'website.internal',
    'website.default.svc.cluster.local',
    'site.localhost',
    '',
    '%',
    'a b.example',
    undefined,
  ])('is not the own, nor a machine’s, nor what is no name: %s', (host) =>
    expect(createHostCheck({ siteUrl })({ host })).toBe(false),
  );

  it('is none in a list that is longer than any name', () => {
    const isOther = createHostCheck({ siteUrl });
    expect([10, 100].map((times) => isOther({ host: `${'example.net,'.repeat(times)}example.net` }))).toEqual([
      true,
      false,
    ]);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://website:3000', 'http://[::1]:3000'])(
    'does not exist while the site has no name that visitors know: %s',
    (siteUrl) => expect(createHostCheck({ siteUrl })({ host: 'www.example.com' })).toBe(false),
  );

  it('is none that may show the site’s pages', () => {
    const isOther = createHostCheck({ siteUrl, allowedOrigins: ['https://cdn.example.net'] });
    expect([isOther({ host: 'cdn.example.net' }), isOther({ host: 'example.net' })]).toEqual([false, true]);
  });

  it.each([
    ['example.com', true],
    ['www.example.com', false],
    // The second was asked by the first under a name of its own.
    ['www.example.com, origin.example.com', false],
    ['example.com, origin.example.com', true],
    [undefined, false],
    ['', false],
  ])('is what proxies in front say that was asked for: %s', (forwarded, other) => {
    const isOther = createHostCheck({ siteUrl, trustProxy: 1 });
    expect(isOther({ host: 'backend.example.net', 'x-forwarded-host': forwarded })).toBe(other);
  });

  it('is not what a visitor claims who comes without a proxy', () => {
    const isOther = createHostCheck({ siteUrl });
    expect(isOther({ host: 'www.example.com', 'x-forwarded-host': 'example.com' })).toBe(false);
    expect(isOther({ host: 'example.com', 'x-forwarded-host': 'www.example.com' })).toBe(true);
  });
});
