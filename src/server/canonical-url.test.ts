import { describe, expect, it } from 'vitest';
import { findCanonicalUrl, createOtherHostCheck } from './canonical-url.ts';

const pages = ['/', '/about', '/services/sap'];
const targets = new Map([...pages.map((path) => [path, path] as const), ['/sap', '/services/sap']]);
const notLed = ['/services/', '/abouts', '/about//', '//about', '/\\evil.example', '/about%2f', '/about.html.html'];

describe('the canonical address', () => {
  it.each([
    ['/about/', '/about'],
    ['/Sap/', '/services/sap'],
    ['/SERVICES/SAP/', '/services/sap'],
    ['/about.html', '/about'],
    ['/about/index.html', '/about'],
    ['', '/'],
    ['/About/%0d%0a', '/about'],
    // An unknown one with a line break: the same on one line, on this host.
    ['/Nope%0Ax/', '/Nopex/'],
    ['//%0Aevil.example', '/evil.example'],
    ['/%0a/evil.example', '/evil.example'],
    ['/%0D\\evil.example', '/evil.example'],
  ])('of %s is %s', (address, canonical) => expect(findCanonicalUrl(address, targets)).toBe(canonical));

  it.each([...pages, ...notLed, 'http://evil.example/%0A'])('of an own or an unknown one is none: %s', (address) =>
    expect(findCanonicalUrl(address, targets)).toBeUndefined(),
  );
});

const siteUrl = 'https://www.example.com';
const isOther = createOtherHostCheck({ siteUrl, allowedOrigins: ['https://cdn.example.net'] });
const ownHosts = ['WWW.Example.com.', 'www.example.com:443', 'cdn.example.net'];
const machines = ['127.0.0.1:3000', '[2001:db8::1]:3000', 'localhost:3000', 'website:3000', 'website.internal'];
const clusterNames = ['website.default.svc.cluster.local', 'site.localhost'];
const noNames = ['', '%', 'a b.example', undefined];

describe('another host than the site’s', () => {
  it.each(['example.com', 'EXAMPLE.com:443', 'www.example.com.evil.example', 'xn--bcher-kva.example'])(
    'is one by which visitors come: %s',
    (host) => expect(isOther({ host })).toBe(true),
  );

  it.each([...ownHosts, ...machines, ...clusterNames, ...noNames])(
    'is not the own, an allowed origin’s, a machine’s, or what is no name: %s',
    (host) => expect(isOther({ host })).toBe(false),
  );

  it('does not exist while the site has no name that visitors know', () =>
    expect(createOtherHostCheck({ siteUrl: 'http://website:3000' })({ host: 'www.example.com' })).toBe(false));

  it.each([
    ['example.com', true],
    ['www.example.com', false],
    // The second was asked by the first under a name of its own.
    ['www.example.com, origin.example.com', false],
    ['example.com, origin.example.com', true],
    [undefined, false],
  ])('is what proxies in front say that was asked for: %s', (forwarded, other) => {
    const isOtherBehindProxy = createOtherHostCheck({ siteUrl, trustProxy: 1 });
    expect(isOtherBehindProxy({ host: 'backend.example.net', 'x-forwarded-host': forwarded })).toBe(other);
  });

  it('is not what a visitor claims who comes without a proxy', () => {
    expect(isOther({ host: 'www.example.com', 'x-forwarded-host': 'example.com' })).toBe(false);
    expect(isOther({ host: 'example.com', 'x-forwarded-host': 'www.example.com' })).toBe(true);
  });
});
