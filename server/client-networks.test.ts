import { describe, expect, it } from 'vitest';
import { networksOf } from './client-networks.ts';

const senderOf = (address: string) => networksOf(address).find(({ kind }) => kind === 'sender')?.name;

describe('a client address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['192.0.2.1:50123', '192.0.2.1/32'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::FFFF:c000:0201', '192.0.2.1/32'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:0001:0002::7', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::192.0.2.1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is of the sender %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender);
  });

  it.each([
    ['192.0.2.1', ['sender 192.0.2.1/32', 'company 192.0.2.0/24']],
    ['::ffff:192.0.2.1', ['sender 192.0.2.1/32', 'company 192.0.2.0/24']],
    [
      '2001:db8:1:2345::6',
      [
        'sender 2001:db8:1:2345::/64',
        'household 2001:db8:1:2300::/56',
        'company 2001:db8:1::/48',
        'provider 2001:db8::/32',
      ],
    ],
    ['unknown', ['sender unknown']],
  ])('%s stands in these networks, from small to large', (address, networks) => {
    expect(networksOf(address).map(({ kind, name }) => `${kind} ${name}`)).toEqual(networks);
  });
});
