import type { ActName } from './describe-event.ts';
import type { CoreParts } from './dependencies.ts';
import { isEmailAddress } from './enquiry.ts';
import { handoverDelivery, webhookDelivery, type EnquiryEvent } from './triage.ts';
import type { Activity, Handled, NewDelivery, PersonsAct } from './store.ts';

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

  /** Who is told of an act. */
  function nextOf(kept: Activity & { enquiryId: string }, act: PersonsAct): NewDelivery | undefined {
    const told = (event: EnquiryEvent) =>
      channels.wanted.webhook ? webhookDelivery(event, kept.enquiryId) : undefined;
    if (act.act === 'release') return told('enquiry.received');
    if (act.act === 'set aside') return told('enquiry.set_aside');
    if (act.act !== 'assign' || act.to === null || !isEmailAddress(act.to)) return undefined;
    // Who takes it knows, and nobody else is to be told.
    return act.to === kept.by ? undefined : handoverDelivery(kept, channels.mailDomain);
  }

  return {
    /**
     * Does what a person has decided, and keeps who did it. A mail that is being sent is left to go its way, and one in quarantine is
     * to be released, not sent again.
     */
    async act(id: string, act: PersonsAct, { who, seen, note }: Actor): Promise<Handled> {
      const kept = { ...entry(act.act, who, detailOf(act), note), enquiryId: id };
      const handled = await store.handle(kept, act, seen, nextOf(kept, act));
      if (handled === 'done') onDue();
      return handled;
    },

    /** Keeps an act that is about no single enquiry. */
    keep: (act: ActName, by: string, detail: string, note?: string): Promise<void> =>
      store.keep(entry(act, by, detail, note)),
  };
}

/** What the history keeps of an act. */
function detailOf(act: PersonsAct): string {
  if ('text' in act) return act.text;
  if ('to' in act) return act.to ?? '';
  if ('reply' in act) return act.reply;
  return 'reason' in act ? (act.reason ?? '') : '';
}
