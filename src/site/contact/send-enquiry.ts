import { FunctionsClient } from '@supabase/functions-js';
import { encodeVisitSource } from '../behaviours/page-views.ts';
import { resolveSupabaseBackend } from '../supabase-backend.ts';

/** Form values, by field name. */
export type FormValues = Readonly<Record<string, string>>;

/** Error messages, by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Outcome of an attempt to send. `sent` may carry the reference to quote on the phone, and until when an answer comes,
 * like `Monday, 30 November, 17:30`. `failed` may carry a reason as a
 * sentence, or the seconds until a retry may succeed.
 */
export type FormOutcome =
  | { kind: 'sent'; reference?: string; answerBy?: string }
  | { kind: 'refused'; fieldErrors: FieldErrors }
  | { kind: 'failed'; reason?: string; retryAfterSeconds?: number };

/**
 * Sends an enquiry through the Supabase functions client. Resolves to `sent` only when the server has said that the
 * enquiry is stored; never rejects. Errors are logged to the console.
 * @param idempotencyKey the same for every attempt to send the same enquiry
 */
export async function sendEnquiry(values: FormValues, idempotencyKey: string): Promise<FormOutcome> {
  try {
    const { url, headers, isOwnServer } = resolveSupabaseBackend();
    const { data, error } = await new FunctionsClient(`${url}/functions/v1`, { headers }).invoke('send-contact-email', {
      body: values,
      // The CORS policy of another server may not allow the header, and the browser would then block the call.
      ...(isOwnServer && { headers: { 'Idempotency-Key': idempotencyKey, 'Visit-Origin': encodeVisitSource() } }),
    });
    // Another server may return neither.
    const [reference, answerBy] = [readProperty(data, 'reference'), readProperty(data, 'answerBy')];
    const isText = (value: unknown) => typeof value === 'string';
    if (!error) return { kind: 'sent', ...(isText(reference) && { reference }), ...(isText(answerBy) && { answerBy }) };
    console.error('The message was not sent:', error);
    return await toFormOutcome(error);
  } catch (error) {
    console.error('The message was not sent:', error);
    return { kind: 'failed' };
  }
}

/** Maps an error of the client to an outcome. Its `context` is the response of the server, if there was one. */
async function toFormOutcome(clientError: unknown): Promise<FormOutcome> {
  const response = readProperty(clientError, 'context');
  if (!(response instanceof Response)) return { kind: 'failed' };
  // A body that is not JSON carries no details, such as a proxy's error page.
  const details = readProperty(await response.json().catch(() => undefined), 'error');
  const fieldErrors = parseFieldErrors(readProperty(details, 'fields'));
  if (response.status === 422 && fieldErrors) return { kind: 'refused', fieldErrors };
  if (response.status !== 429) return { kind: 'failed' };
  const wait = response.headers.get('retry-after') ?? '';
  if (/^[1-9]\d{0,5}$/.test(wait)) return { kind: 'failed', retryAfterSeconds: Number(wait) };
  const reason = readProperty(details, 'message');
  return typeof reason === 'string' ? { kind: 'failed', reason } : { kind: 'failed' };
}

function parseFieldErrors(fields: unknown): FieldErrors | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
