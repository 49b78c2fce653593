import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { sendContactEmailPath } from '../http/send-contact-email.ts';

export interface InsistentClient {
  /** The id that the server answered, for each subject that it acknowledged. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** How many submissions had to be sent again, because no answer or a 503 came. */
  readonly repeated: number;
  /** Resolves once the submission in hand is acknowledged. Rejects on any answer that is neither 200 nor 503. */
  stop(): Promise<void>;
}

/**
 * Sends one enquiry after another, each with a subject and an idempotency key of its own, and each until it is
 * acknowledged: what a visitor's form does, without the visitor's patience.
 */
export function startInsistentClient(url: string, onAcknowledged: () => void): InsistentClient {
  const acknowledged = new Map<string, string>();
  const stopping = new AbortController();
  const testFinished = new AbortController();
  onTestFinished(() => testFinished.abort());
  let repeated = 0;

  async function send(subject: string, key: string): Promise<string> {
    while (!testFinished.signal.aborted) {
      const id = await attempt(url, subject, key);
      if (id !== null) return id;
      repeated += 1;
      await setTimeout(20);
    }
    throw new Error('The test ended without an answer');
  }

  async function sendAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const subject = randomUUID();
      acknowledged.set(subject, await send(subject, randomUUID()));
      onAcknowledged();
    }
  }

  const sending = sendAll();
  // A fault is told by `stop`, and must not end the test run before.
  sending.catch(() => {});
  return {
    acknowledged,
    get repeated() {
      return repeated;
    },
    stop() {
      stopping.abort();
      return sending;
    },
  };
}

/** Null when it is to be sent again. */
async function attempt(url: string, subject: string, key: string): Promise<string | null> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url + sendContactEmailPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...fields, subject }),
    });
    body = await response.json();
  } catch {
    return null;
  }
  if (response.status === 503) return null;
  if (response.status !== 200) throw new Error(`It answered ${response.status}: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}
