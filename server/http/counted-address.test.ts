import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedAs } from './counted-address.ts';

describe('a client address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:db8:0001:0002::7', '2001:db8:1:2'],
    ['[2001:db8:1:2::7]:50123', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::192.0.2.1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s counts as %s', (address, expected) => {
    expect(countedAs(address)).toBe(expected);
  });

  it('of IPv6 counts by its first 64 bits, however it is written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const { hostname } = new URL(`http://[${address}]/`);
        expect(countedAs(address)).toBe(countedAs(hostname));
      }),
    );
  });
});
