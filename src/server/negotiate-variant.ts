import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { encodings, type Encoding } from './static-files.ts';

/** Returns the variant that the client prefers, or the plain one. */
export function negotiateVariant<Variant>(
  variants: ReadonlyMap<Encoding, Variant>,
  headers: IncomingHttpHeaders,
): Variant {
  const accepted = parseAcceptEncoding(headers['accept-encoding']).find((encoding) => variants.has(encoding));
  const variant = variants.get(accepted ?? 'identity');
  if (!variant) throw new Error('A static file always has a plain variant');
  return variant;
}

const encodingsByHeader = new Map<string, readonly Encoding[]>();

/**
 * Returns our encodings in the client's order, the smallest first among equals. Results are cached by header: browsers
 * send few different ones. Headers longer than any browser's are ignored.
 */
function parseAcceptEncoding(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined || acceptEncoding.length > 300) return ['identity'];
  const known = encodingsByHeader.get(acceptEncoding);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = new Set(negotiator.encodings([...encodings], { preferred: ['br', 'gzip'] }));
  const found = [...accepted].filter((encoding): encoding is Encoding => encodings.includes(encoding as Encoding));
  if (encodingsByHeader.size < 1000) encodingsByHeader.set(acceptEncoding, found);
  return found;
}
