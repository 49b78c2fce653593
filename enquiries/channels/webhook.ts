import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../core/clock.ts';
import type { SendOutcome } from '../core/channels.ts';
import { fieldsOf } from '../core/enquiry.ts';
import { referenceOf } from '../core/reference.ts';
import type { DueDelivery, EnquiryStore, StoredEnquiry } from '../core/store.ts';

/**
 * Calls the receiver of the webhook. What an implementation promises:
 *
 * - `delivered` only once the receiver has said that it took the call.
 * - `permanent` only where the receiver wants no more calls at all.
 * - It settles within 10 s and a little, whatever the receiver does.
 * - It never rejects: what goes wrong is an outcome.
 */
export interface WebhookCaller {
  /** @param call `id` is the same at every attempt, `timestamp` that of the attempt */
  post(call: { id: string; timestamp: Date; body: string }): Promise<SendOutcome>;
}

export interface WebhookStatus {
  state: 'working' | 'failing' | 'switched off';
  since: Date | null;
  /** Why the last call failed. */
  reason: string | null;
}

export type Webhook = ReturnType<typeof createWebhook>;

export interface WebhookParts {
  caller: WebhookCaller;
  /** A fingerprint of the receiver's address: with another one everything begins anew. */
  place: string;
  store: Pick<EnquiryStore, 'recall' | 'remember'>;
  clock: Pick<Clock, 'now'>;
  /** The origin of the inbox, for links. */
  inboxUrl?: string | undefined;
}

/** Calls that fail for a day, and at least so often, switch the webhook off: a clock set forth makes a day, but no failures. */
const patience = 24 * 60 * 60 * 1000;
const fewestFailures = 10;

/** A webhook that keeps in the store how it stands, for all processes. */
export function createWebhook({ caller, place, store, clock, inboxUrl }: WebhookParts) {
  const read = async () => noteOf(await store.recall('webhook'), place);

  async function keep(outcome: SendOutcome): Promise<void> {
    const text = await store.recall('webhook');
    if (!outcome.delivered) {
      const note = afterFailure(noteOf(text, place), outcome, clock.now());
      await store.remember('webhook', JSON.stringify({ place, ...note }));
    } else if (text !== null && text !== nothing) await store.remember('webhook', nothing);
  }

  async function call(id: string, payload: WebhookPayload): Promise<SendOutcome> {
    return caller.post({ id, timestamp: clock.now(), body: JSON.stringify(payload) });
  }

  return {
    /**
     * Tells one event. Where calls fail for too long the webhook switches itself off, and then fails all for good without calling.
     * Never rejects.
     */
    async send(due: DueCall): Promise<SendOutcome> {
      // A database that is away just now must neither lose an event nor say of one that was delivered that it was not.
      const note = await read().catch(() => null);
      if (note !== null && note.offSince !== null)
        return { delivered: false, permanent: true, reason: offReason(note) };
      const outcome = await call(due.id, payloadOf(due, inboxUrl));
      await keep(outcome).catch(() => {});
      return outcome;
    },

    /** Sends a test event at once, also while switched off. Where that is delivered, the webhook is on again. */
    async test(): Promise<SendOutcome> {
      const id = randomUUID();
      const outcome = await call(`webhook.test.${id}`, testPayload(id, clock.now(), inboxUrl));
      await keep(outcome);
      return outcome;
    },

    async status(): Promise<WebhookStatus> {
      const note = await read();
      if (note === null) return { state: 'working', since: null, reason: null };
      const { failingSince, offSince, reason } = note;
      return { state: offSince === null ? 'failing' : 'switched off', since: offSince ?? failingSince, reason };
    },
  };
}

function offReason({ offSince, reason }: FailureNote): string {
  const since = offSince?.toISOString() ?? '';
  return `Not sent: the webhook is switched off since ${since} (${reason}). A test that succeeds switches it on: npm run admin -- webhook test`;
}

const date = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
);
const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    place: v.string(),
    failingSince: date,
    failures: v.number(),
    reason: v.string(),
    offSince: v.nullable(date),
  }),
);

/** What is kept while calls fail. */
type FailureNote = Omit<v.InferOutput<typeof noteSchema>, 'place'>;

/** What is kept once a call has succeeded again. */
const nothing = 'null';

/** What is kept of this place. Null where no call has failed since the last success, and for what nobody can read. */
function noteOf(text: string | null, place: string): FailureNote | null {
  const { success, output } = v.safeParse(noteSchema, text);
  return success && output.place === place ? output : null;
}

function afterFailure(
  before: FailureNote | null,
  { permanent, reason }: SendOutcome & { delivered: false },
  now: Date,
): FailureNote {
  const failures = (before?.failures ?? 0) + 1;
  // What was noted by a clock that has been set back since counts from now.
  const failingSince = before === null || before.failingSince > now ? now : before.failingSince;
  const isDead = failures >= fewestFailures && now.getTime() - failingSince.getTime() >= patience;
  const offSince = before?.offSince ?? (permanent || isDead ? now : null);
  return { failingSince, failures, reason, offSince };
}

/** One event of an enquiry that is to be told. */
type DueCall = Pick<DueDelivery, 'id' | 'event' | 'delivery'> & { enquiry: StoredEnquiry };

/** What a call says. `docs/webhook.md` promises it to receivers: a field may be added, none may go or change its meaning. */
export type WebhookPayload = ReturnType<typeof payloadOf>;

/** Tells of an enquiry as it is now, and as `timestamp` of when the event happened: long before the call where others have failed. */
function payloadOf({ event, enquiry, delivery }: DueCall, inboxUrl: string | undefined) {
  const { id, reference, receivedAt, handling } = enquiry;
  const { state: mail, lastReason } = enquiry.delivery;
  return {
    type: event,
    timestamp: delivery.queuedAt.toISOString(),
    data: {
      id,
      reference,
      receivedAt: receivedAt.toISOString(),
      ...fieldsOf(enquiry),
      state: handling,
      /** Why it was set aside, or why its mail failed. */
      reason: mail === 'quarantined' || mail === 'failed' ? lastReason : null,
      /** Where to see it in the inbox. */
      inbox: inboxUrl === undefined ? null : new URL(`/enquiries/${id}`, inboxUrl).href,
    },
  };
}

/** Has all that a real event has, so that it tries all that a receiver does with one. Its link leads to the inbox itself. */
export function testPayload(id: string, now: Date, inboxUrl: string | undefined): WebhookPayload {
  return {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: {
      id,
      reference: referenceOf(id),
      receivedAt: now.toISOString(),
      name: 'Test of the webhook',
      email: 'test@example.com',
      company: 'Example Ltd',
      subject: 'Test of the webhook',
      message: 'This is a test.\nNobody has sent it, and nobody waits for an answer.',
      state: 'waiting',
      reason: null,
      inbox: inboxUrl ?? null,
    },
  };
}
