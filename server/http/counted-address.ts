import { isIPv4, isIPv6 } from 'node:net';

/**
 * What a client address counts as: an IPv4 address as itself, also where it is written as IPv6; of an IPv6 address the
 * first 64 bits, since every household and every rented server has all addresses below them. What is no address at all
 * counts as it is written.
 */
export function countedAs(address: string): string {
  const plain = withoutPort(address.trim().toLowerCase()).replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return groups.slice(6).flatMap(bytes).join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** Some proxies write a port into X-Forwarded-For: another one for each connection. */
function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return bracketed ?? dotted ?? address;
}

function groupsOf(address: string): number[] {
  const inHex = address.replace(/[\d.]+$/, (tail) => (isIPv4(tail) ? hexOf(tail) : tail));
  const [before = [], after] = inHex
    .split('::')
    .map((half) => half.split(':').flatMap((group) => (group === '' ? [] : [Number.parseInt(group, 16)])));
  if (after === undefined) return before;
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function hexOf(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function bytes(group: number): number[] {
  return [Math.floor(group / 256), group % 256];
}
