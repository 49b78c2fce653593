import leven from 'leven';
import type { Content } from '../../content/content-models.ts';
import type { EnquiryFieldDefinition } from '../../enquiries/enquiry.ts';
import type { FieldErrors, FormValues } from './send-enquiry.ts';

/** A hint beside a field while the visitor types, and the replacement that its button inserts. */
export interface FieldHint {
  text: string;
  replacement?: string;
}

type HintTexts = Content['contactPage']['form']['hints'];

type Field = Pick<EnquiryFieldDefinition, 'kind' | 'maxLength'> & { name: string };

/** Returns a hint for the value of a field. Undefined if there is none. */
export function chooseHint({ kind, maxLength }: Field, value: string, texts: HintTexts): FieldHint | undefined {
  if (kind === 'email') {
    const replacement = suggestEmail(value);
    return replacement === undefined
      ? undefined
      : { text: texts.mistyped.replace('{likely}', () => replacement), replacement };
  }
  // The server counts after trimming.
  const remaining = maxLength - value.trim().length;
  if (kind !== 'text' || remaining > maxLength / 10) return undefined;
  const [text, count] = remaining < 0 ? [texts.tooLong, '{over}'] : [texts.nearLimit, '{left}'];
  return { text: text.replace(count, formatCount(Math.abs(remaining))).replace('{limit}', formatCount(maxLength)) };
}

/**
 * Returns error messages, by field name, for texts above the server's limit. Undefined if there are none. In other
 * fields the browser enforces `maxLength`.
 */
export function findLengthErrors(
  fields: readonly Field[],
  values: FormValues,
  texts: HintTexts,
): FieldErrors | undefined {
  const tooLong = fields.filter(
    ({ name, kind, maxLength }) => kind === 'text' && (values[name] ?? '').trim().length > maxLength,
  );
  const fieldErrors = tooLong.map((field) => [
    field.name,
    chooseHint(field, values[field.name] ?? '', texts)?.text ?? '',
  ]);
  return fieldErrors.length === 0 ? undefined : Object.fromEntries(fieldErrors);
}

const formatCount = (count: number): string => count.toLocaleString('en-GB');

/** Email providers common in Britain; the first near match wins. Each is so long that few other domains are near. */
const providers = (
  'btinternet.com gmail.com googlemail.com hotmail.co.uk hotmail.com icloud.com outlook.com protonmail.com ' +
  'talktalk.net virginmedia.com yahoo.co.uk yahoo.com'
).split(' ');

/** Returns the likely intended address if its domain nearly matches a provider. First letters are rarely mistyped. */
function suggestEmail(email: string): string | undefined {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start).trim().toLowerCase();
  if (start < 2 || providers.includes(domain)) return undefined;
  const likely = providers.find((name) => name[0] === domain[0] && leven(name, domain, { maxDistance: 3 }) < 3);
  return likely && email.slice(0, start) + likely;
}
