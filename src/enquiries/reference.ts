import { randomUUIDv7 } from 'node:crypto';

/**
 * Creates the generator of enquiry ids: UUIDs of version 7, which sort by time. Within one millisecond, where Node's
 * order is random, they sort by call, by incrementing the last id (RFC 9562, section 6.2).
 */
export function createEnquiryIdGenerator(random: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    const id = random();
    return (last = id <= last && getTimestampDigits(id) === getTimestampDigits(last) ? incrementId(last) : id);
  };
}

function getTimestampDigits(id: string): string {
  return id.slice(0, 13);
}

/** Increments the last 12 digits. The chance that they overflow within a millisecond is negligible. */
function incrementId(id: string): string {
  const next = (Number.parseInt(id.slice(24), 16) + 1) % 2 ** 48;
  return id.slice(0, 24) + next.toString(16).padStart(12, '0');
}

/**
 * Returns the short reference of an enquiry, like `7K2M-9QXD`: the last 40 bits of its id, which are random, in
 * Crockford's base 32, without the misread I, L, O and U. Among 100,000 enquiries two are equal with a chance below 1
 * in 200.
 */
export function formatReference(enquiryId: string): string {
  let bits = Number.parseInt(enquiryId.replaceAll('-', '').slice(-digits), 16);
  if (Number.isNaN(bits)) bits = 0;
  let symbols = '';
  for (let at = 0; at < 8; at += 1) {
    symbols = alphabet.charAt(bits % 32) + symbols;
    bits = Math.floor(bits / 32);
  }
  return `${symbols.slice(0, 4)}-${symbols.slice(4)}`;
}

/** Parses a reference, in any case, with O, I, L mistaken. Returns the last hexadecimal digits of its ids, or null. */
export function parseReferenceToIdSuffix(reference: string): string | null {
  const symbols = reference.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (symbols.length !== 8) return null;
  let bits = 0;
  for (const symbol of symbols) {
    const value = alphabet.indexOf(symbol);
    if (value < 0) return null;
    bits = bits * 32 + value;
  }
  return bits.toString(16).padStart(digits, '0');
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of hexadecimal digits, of 4 bits each. */
const digits = 10;
