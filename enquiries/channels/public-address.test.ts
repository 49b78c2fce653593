import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, literalAddress, publicLookup } from './public-address.ts';

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this machine', '127.0.0.1', '::1', '0.0.0.0', '::', '0.1.2.3'],
    ['a private network', '10.1.2.3', '172.16.0.1', '192.168.1.1', 'fd00::1', 'fec0::1'],
    ['a link, and what clouds have there', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
    ['a network of a provider', '100.64.0.1', '192.0.0.8', '198.18.0.1'],
    ['many machines', '224.0.0.1', '255.255.255.255', 'ff02::1'],
    ['IPv4 inside of IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1', '::ffff:0:7f00:1'],
    ['IPv4 behind NAT64', '64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::a00:1'],
    ['IPv4 in a tunnel', '2002:7f00:1::', '2001:0:7f00:1::'],
    ['documents, tests and later times', '192.0.2.1', '203.0.113.1', '2001:db8::1', '240.0.0.1', '4000::1', '100::1'],
    ['no address', '', 'localhost', '1.1.1.1.'],
  ])('of %s is not public', (_what, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://168.63.129.16/',
  ])('is found in %s, however it is written', (url) => {
    const address = literalAddress(new URL(url));
    expect([address, isPublicAddress(address ?? '')]).toEqual([expect.stringMatching(/./), false]);
  });

  it('is no part of a name', () => {
    expect(literalAddress(new URL('https://127.0.0.1.example.com/'))).toBeNull();
  });
});

describe('a lookup of public addresses', () => {
  const v4 = (address: string): LookupAddress => ({ address, family: 4 });
  const v6 = (address: string): LookupAddress => ({ address, family: 6 });

  function lookUp(all: boolean, ...found: LookupAddress[]): Promise<unknown[]> {
    const lookup: LookupFunction = (_name, _options, answer) => answer(null, found);
    return new Promise((resolve) =>
      publicLookup(lookup)('a.example', { all }, (...answered: unknown[]) => resolve(answered)),
    );
  }

  it('keeps the private ones of mixed answers to itself', async () => {
    const mixed = [v4('10.0.0.1'), v4('1.1.1.1'), v6('::ffff:10.0.0.1'), v6('2606:4700::1111'), v4('127.0.0.1')];
    expect(await lookUp(true, ...mixed)).toEqual([null, [v4('1.1.1.1'), v6('2606:4700::1111')]]);
    expect(await lookUp(false, ...mixed)).toEqual([null, '1.1.1.1', 4]);
  });

  it('fails where there is no other, and says where the name leads', async () => {
    for (const all of [true, false]) {
      const [fault] = await lookUp(all, v4('10.0.0.1'), v6('::1'));
      expect(String(fault)).toMatch(/10\.0\.0\.1, ::1.* private network/);
    }
  });
});
