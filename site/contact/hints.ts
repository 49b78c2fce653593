import leven from 'leven';

import type { Content } from '../../content/content-types.ts';
import type { Faults, Values } from './send-enquiry.ts';

/** A hint beside a field while the visitor types, and the replacement that its button inserts. */
export interface Hint {
  text: string;
  instead?: string;
}

type HintWords = Content['contactPage']['form']['hints'];

interface Field {
  name: string;
  kind: 'line' | 'email' | 'text';
  maxLength: number;
}

/** Returns a hint for the value of a field. Undefined if there is none. */
export function chooseHint({ kind, maxLength }: Field, value: string, words: HintWords): Hint | undefined {
  if (kind === 'email') {
    const instead = likelyAddress(value);
    return instead === undefined ? undefined : { text: words.mistyped.replace('{likely}', () => instead), instead };
  }
  // The server counts after trimming.
  const left = maxLength - value.trim().length;
  if (kind !== 'text' || left > maxLength / 10) return undefined;
  const [text, count] = left < 0 ? [words.tooLong, '{over}'] : [words.nearLimit, '{left}'];
  return { text: text.replace(count, inWords(Math.abs(left))).replace('{limit}', inWords(maxLength)) };
}

/** Returns faults for texts above the limit of the server, if any. In other fields the browser enforces `maxLength`. */
export function findTooLongTexts(fields: readonly Field[], values: Values, words: HintWords): Faults | undefined {
  const tooLong = fields.filter(
    ({ name, kind, maxLength }) => kind === 'text' && (values[name] ?? '').trim().length > maxLength,
  );
  const faults = tooLong.map((field) => [field.name, chooseHint(field, values[field.name] ?? '', words)?.text ?? '']);
  return faults.length === 0 ? undefined : Object.fromEntries(faults);
}

const inWords = (count: number): string => count.toLocaleString('en-GB');

/** Email providers common in Britain; the first near match wins. Each is so long that few other domains are near. */
const providers = [
  'btinternet.com',
  'gmail.com',
  'googlemail.com',
  'hotmail.co.uk',
  'hotmail.com',
  'icloud.com',
  'outlook.com',
  'protonmail.com',
  'talktalk.net',
  'virginmedia.com',
  'yahoo.co.uk',
  'yahoo.com',
];

/** Returns the likely intended address if its domain nearly matches a provider. First letters are rarely mistyped. */
function likelyAddress(address: string): string | undefined {
  const start = address.lastIndexOf('@') + 1;
  const domain = address.slice(start).trim().toLowerCase();
  if (start < 2 || providers.includes(domain)) return undefined;
  const likely = providers.find((name) => name[0] === domain[0] && leven(name, domain, { maxDistance: 3 }) < 3);
  return likely && address.slice(0, start) + likely;
}
