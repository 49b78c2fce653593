import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who shares a network: the customers of one provider, the people of one company or household. A sender is the smallest. */
export type NetworkKind = 'sender' | 'household' | 'company' | 'provider';

export interface ClientNetwork {
  kind: NetworkKind;
  name: string;
}

/**
 * In which sizes addresses are given out, in bits, from small to large. Of IPv6 each line has 64 (RFC 4291), a household 56 or
 * 48, a company 48 (RIPE-690), a provider 32 (RIPE-738). Of IPv4 a sender has one address, and a company 24 bits: no smaller
 * network is routed by itself. Some providers put thousands of customers behind such a network: what a company may send has to
 * be enough for them too.
 */
const sizes: Readonly<Record<'ipv4' | 'ipv6', readonly (readonly [NetworkKind, number])[]>> = {
  ipv4: [
    ['sender', 32],
    ['company', 24],
  ],
  ipv6: [
    ['sender', 64],
    ['household', 56],
    ['company', 48],
    ['provider', 32],
  ],
};

/**
 * What a client address counts as: the sender, and each network around it, from small to large. An IPv4 address is the same
 * sender where it is written as IPv6. What is no address is a sender by that name, in no network.
 */
export function networksOf(address: string): readonly ClientNetwork[] {
  // Some proxies write a port into X-Forwarded-For: another one for each connection.
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address.trim()) ?? [];
  const plain = (bracketed ?? dotted ?? address.trim().toLowerCase()).replace(/%.*$/, '');
  if (isIP(plain) === 0) return [{ kind: 'sender', name: plain }];
  const parsed = ipaddr.process(plain);
  const version = parsed instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return sizes[parsed.kind()].map(([kind, bits]) => {
    const network = version.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
    return { kind, name: `${network.toString()}/${bits}` };
  });
}
