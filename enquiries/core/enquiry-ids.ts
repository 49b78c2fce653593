import { randomUUIDv7 } from 'node:crypto';

/**
 * Makes the ids of enquiries: UUIDs of version 7, which sort by time. Node leaves the order within one millisecond to
 * chance; here it is the order of the calls: the last id counts on (RFC 9562, section 6.2).
 */
export function createEnquiryIds(random: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    const id = random();
    return (last = id <= last && millisecond(id) === millisecond(last) ? successor(last) : id);
  };
}

/** The part of the id that is the time. */
function millisecond(id: string): string {
  return id.slice(0, 13);
}

/** The last 12 digits count; that they end within a millisecond takes a chance of one in millions of millions. */
function successor(id: string): string {
  const next = (Number.parseInt(id.slice(24), 16) + 1) % 2 ** 48;
  return id.slice(0, 24) + next.toString(16).padStart(12, '0');
}
