import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What of IPv6 is given out to networks of the internet (RFC 4291, section 2.4; IANA has given out no other so far). */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, and answered by the machine's own host: Azure's. */
const servedByClouds = new Set(['168.63.129.16']);

/**
 * Whether an IP address is one machine on the internet: not this machine, not a private network, not what clouds serve their
 * secrets at, nor an address in which one of these may be wrapped (IPv4 inside of IPv6, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (servedByClouds.has(parsed.toString())) return false;
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(givenOut));
}

/** The IP address that a URL's host is, if it is one. URL has already read decimal, octal and hexadecimal ones. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? null : address;
}

/**
 * Looks a name up and answers with its public addresses alone. A connection that is given this goes to no other address: what is
 * checked is what it connects to, whatever the name says a moment later.
 */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, answer) => {
    lookup(hostname, { ...options, all: true }, (fault, found) => {
      if (fault) return answer(fault, []);
      const addresses = typeof found === 'string' ? [] : found;
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) answer(new PrivateAddress(addresses.map(({ address }) => address)), []);
      else if (options.all === true) answer(null, allowed);
      else answer(null, first.address, first.family);
    });
  };
}

/** Why nothing connects there, for the operator. */
export class PrivateAddress extends Error {
  constructor(addresses: readonly string[]) {
    super(`leads to ${addresses.join(', ')}, into a private network, which only WEBHOOK_PRIVATE_HOST allows`);
  }
}
