import Negotiator from 'negotiator';
import type { Encoding } from './stored-files.ts';

const remembered = new Map<string, readonly Encoding[]>();

/**
 * The encodings that we have, in the client's order; of those that are equally welcome the smallest first. Browsers send a
 * handful of different headers: those are remembered.
 */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return ['identity'];
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const headers = { 'accept-encoding': acceptEncoding };
  const order = new Negotiator({ headers }).encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  const encodings = order.filter((encoding): encoding is Encoding => ['br', 'gzip', 'identity'].includes(encoding));
  if (remembered.size < 1000) remembered.set(acceptEncoding, encodings);
  return encodings;
}
