import type { CoreParts } from './core-parts.ts';
import { isEmailAddress } from './enquiry.ts';
import { handoverDelivery, webhookDelivery, type EnquiryEvent } from './plan.ts';
import { deliveryStates, type ActName, type Activity, type Handled, type HandlingChange } from './store.ts';

/** What a person may do to one enquiry. */
export type PersonsAct =
  | { act: 'answer'; reason?: string | null }
  /** They wrote from their mail program. */
  | { act: 'answer by mail' }
  /** The visitor has, or an answer came back: the promise counts anew. */
  | { act: 'written again' | 'came back' }
  /** Of a reply that was refused, or perhaps sent, by its id. */
  | { act: 'send again' | 'was sent'; reply: string }
  | { act: 'reopen' }
  | { act: 'retry' }
  | { act: 'release' }
  | { act: 'set aside' }
  | { act: 'note'; text: string }
  | { act: 'remind'; at: Date | null }
  | { act: 'assign'; to: string | null };

/**
 * `who`: an e-mail address, or `the command`. `seen`: the version of the enquiry that they saw when they decided. `note`: what they
 * say of the act, on one line.
 */
export interface Actor {
  who: string;
  seen?: number | undefined;
  note?: string | undefined;
}

/** As whom the command acts. */
export const theCommand = 'the command';

/** What people do to enquiries, by the inbox or the command. */
export function createHandling({ store, clock, newId, channels, onDue }: CoreParts) {
  const entry = (act: ActName, by: string, detail: string, note = ''): Activity => {
    const [id, at] = [newId(), clock.now()];
    return { id, at, by, act, detail, note, enquiryId: null };
  };

  async function handle(id: string, change: HandlingChange, by: Actor, detail = ''): Promise<Handled> {
    return handleAs({ ...entry(change.act, by.who, detail, by.note), enquiryId: id }, change, by);
  }

  async function handleAs(kept: Activity & { enquiryId: string }, change: HandlingChange, { seen }: Actor) {
    const handled = await store.handle(kept, change, seen);
    if (handled === 'done' && (change.act === 'retry' || change.act === 'send again' || 'next' in change)) onDue();
    return handled;
  }

  const told = (event: EnquiryEvent, id: string) => ({
    next: channels.wanted.webhook ? webhookDelivery(event, id) : undefined,
  });

  return {
    /**
     * Does what a person has decided, and keeps who did it. A mail that is being sent is left to go its way, and one in quarantine is
     * to be released, not sent again.
     */
    async act(id: string, act: PersonsAct, by: Actor): Promise<Handled> {
      switch (act.act) {
        case 'note':
          return handle(id, { act: 'note' }, by, act.text);
        case 'answer':
          return handle(id, { act: 'answer', reason: act.reason ?? null }, by, act.reason ?? '');
        case 'assign': {
          const kept = { ...entry('assign', by.who, act.to ?? '', by.note), enquiryId: id };
          // Who takes it knows, and nobody else is to be told.
          const isHandedOver = act.to !== null && act.to !== by.who && isEmailAddress(act.to);
          const next = isHandedOver ? handoverDelivery(kept, channels.mailDomain) : undefined;
          return handleAs(kept, { ...act, next }, by);
        }
        case 'send again':
        case 'was sent':
          return handle(id, act, by, act.reply);
        case 'retry':
          return handle(id, { ...act, states: retryable }, by);
        case 'set aside':
          // Who it was is for the history: the reason is told to the webhook as well.
          return handle(id, { ...act, reason: personsReason, ...told('enquiry.set_aside', id) }, by);
        case 'release':
          return handle(id, { ...act, ...told('enquiry.received', id) }, by);
        default:
          return handle(id, act, by);
      }
    },

    /** Keeps an act that is about no single enquiry. */
    keep: (act: ActName, by: string, detail: string, note?: string): Promise<void> =>
      store.keep(entry(act, by, detail, note)),
  };
}

const personsReason = 'somebody in the office said that it is spam';

const retryable = deliveryStates.filter((state) => state !== 'quarantined');
