import { FunctionsClient } from '@supabase/functions-js';

import { resolveBackend } from '../backend.ts';

/** What a visitor typed, by field. */
export type Values = Readonly<Record<string, string>>;

/** One sentence for each field at fault. */
export type Faults = Readonly<Record<string, string>>;

/**
 * How an attempt to send ended. `sent` may carry what the message is called on the phone, `failed` may carry why in a sentence, or in how
 * many seconds another attempt may succeed.
 */
export type Outcome =
  | { kind: 'sent'; reference?: string }
  | { kind: 'refused'; faults: Faults }
  | { kind: 'failed'; reason?: string; retryAfterSeconds?: number };

/**
 * Sends an enquiry through the Supabase functions client. Resolves to `sent` only when the server has said that the enquiry
 * is stored; never rejects. Whatever goes wrong is written to the console.
 * @param key the same for every attempt to send the same enquiry
 */
export async function sendEnquiry(values: Values, key: string): Promise<Outcome> {
  try {
    const { url, headers, isOwn } = resolveBackend();
    const { data, error } = await new FunctionsClient(`${url}/functions/v1`, { headers }).invoke('send-contact-email', {
      body: values,
      // Another server's rules for other origins need not allow the header, and its browser would refuse the whole call.
      ...(isOwn && { headers: { 'Idempotency-Key': key } }),
    });
    // Another server may know of no references.
    const reference = property(data, 'reference');
    if (!error) return { kind: 'sent', ...(typeof reference === 'string' && { reference }) };
    console.error('The message was not sent:', error);
    return await outcomeOf(error);
  } catch (fault) {
    console.error('The message was not sent:', fault);
    return { kind: 'failed' };
  }
}

/** The client hands over the server's answer, where there was one, as the error's `context`. */
async function outcomeOf(fault: unknown): Promise<Outcome> {
  const response = property(fault, 'context');
  if (!(response instanceof Response)) return { kind: 'failed' };
  // What is no JSON says nothing: a proxy's own error page, for one.
  const details = property(await response.json().catch(() => undefined), 'error');
  const faults = readFaults(property(details, 'fields'));
  if (response.status === 422 && faults) return { kind: 'refused', faults };
  if (response.status !== 429) return { kind: 'failed' };
  const wait = response.headers.get('retry-after') ?? '';
  if (/^[1-9]\d{0,5}$/.test(wait)) return { kind: 'failed', retryAfterSeconds: Number(wait) };
  const reason = property(details, 'message');
  return typeof reason === 'string' ? { kind: 'failed', reason } : { kind: 'failed' };
}

function readFaults(fields: unknown): Faults | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
