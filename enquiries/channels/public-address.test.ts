import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { isPublicAddress, literalAddress, publicLookup } from './public-address.ts';

it.each(['1.1.1.1', '93.184.215.14', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is a public address', (address) => {
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
])('an address of %s is not public', (_what, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it.each(['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '168.63.129.16'])(
  'an address that is not public is found in http://%s/, however it is written, and in no name',
  (host) => {
    const address = literalAddress(new URL(`http://${host}/`));
    expect([address, isPublicAddress(address ?? '')]).toEqual([expect.stringMatching(/./), false]);
    expect(literalAddress(new URL('https://127.0.0.1.example.com/'))).toBeNull();
  },
);

it.each([true, false])(
  'a lookup keeps the private addresses to itself, and fails where there is no other, saying where the name leads (all: %s)',
  async (all) => {
    const lookUp = (...addresses: string[]): Promise<unknown[]> => {
      const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const lookup: LookupFunction = (_name, _options, answer) => answer(null, found);
      return new Promise((resolve) =>
        publicLookup(lookup)('a.example', { all }, (...answered: unknown[]) => resolve(answered)),
      );
    };
    const [v4, v6] = [
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    const mixed = await lookUp('10.0.0.1', v4.address, '::ffff:10.0.0.1', v6.address, '127.0.0.1');
    expect(mixed).toEqual([null, ...(all ? [[v4, v6]] : [v4.address, 4])]);
    expect(String((await lookUp('10.0.0.1', '::1'))[0])).toMatch(/10\.0\.0\.1, ::1.* private network/);
  },
);
