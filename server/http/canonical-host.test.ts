import { describe, expect, it } from 'vitest';
import { createHostCheck } from './canonical-host.ts';

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
