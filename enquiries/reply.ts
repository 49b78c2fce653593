import { cleanText } from '../text/clean-text.ts';
import type { CoreParts } from './dependencies.ts';
import { enquiryFields, isEmailAddress } from './enquiry.ts';
import type { Actor } from './actions.ts';
import { deliveryId } from './triage.ts';
import { messageIdFor } from '../outbox/mail.ts';
import type { Activity, StoredEnquiry } from './store.ts';

/** Why a reply cannot go as it is; the first that is found. `no address`: the visitor's cannot be written to. */
export type ReplyFault = 'empty' | 'too long' | 'no address';

/**
 * `accepted`: it is on the disk, and will be sent. `overtaken`: others have acted since the person looked; nothing was stored, and here is
 * what they see now, with what was done since. `not possible`: the enquiry is set aside. `limited`: too many within the hour.
 */
export type ReplyOutcome =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; fault: ReplyFault }
  | { outcome: 'overtaken'; enquiry: StoredEnquiry; since: readonly Activity[] }
  | { outcome: 'not possible' | 'limited' | 'unknown' };

/** In UTF-16 code units, as a visitor's message. */
export const longestReply = enquiryFields.message.longest;

/** How many replies one person may write within an hour: more than anybody does, and few for who has stolen a session. */
export const mostReplies = 30;

const hour = 60 * 60 * 1000;

/** Makes what takes what a person writes to a visitor. */
export function createReplying({ store, clock, newId, channels, onDue }: CoreParts) {
  const entry = (enquiryId: string, by: string, detail: string) => {
    return { id: newId(), at: clock.now(), by, act: 'reply', detail, note: '', enquiryId } as const;
  };

  return {
    /** @param version the one of the enquiry that the person saw. Rejects where it could not be stored. */
    async reply(
      enquiryId: string,
      { text: typed, by, version }: { text: string; by: Actor['who']; version: number },
    ): Promise<ReplyOutcome> {
      const [enquiry] = await store.find({ id: enquiryId });
      if (enquiry === undefined) return { outcome: 'unknown' };
      const text = cleanText(typed);
      const fault = faultOf(text, enquiry.email);
      if (fault !== null) return { outcome: 'refused', fault };
      const name = newId();
      const id = deliveryId('reply', name);
      const messageId = messageIdFor('reply', name, channels.mailDomain);
      const delivery = { id, channel: 'reply', event: '', enquiryId, messageId } as const;
      const limit = { since: new Date(clock.now().getTime() - hour), most: mostReplies };
      const stored = await store.reply(entry(enquiryId, by, id), { text, delivery, limit }, version);
      if (stored === 'done') {
        onDue();
        return { outcome: 'accepted', id };
      }
      return stored === 'overtaken' ? overtaken(enquiryId, version) : { outcome: stored };
    },
  };

  async function overtaken(enquiryId: string, version: number): Promise<ReplyOutcome> {
    const [enquiry] = await store.find({ id: enquiryId });
    if (enquiry === undefined) return { outcome: 'unknown' };
    const acts = await store.activity({ enquiryId });
    // Each act makes a version of its own.
    return { outcome: 'overtaken', enquiry, since: acts.slice(Math.min(-1, version - enquiry.version)) };
  }
}

/** What is wrong with a reply that is trimmed; null where it can go. */
function faultOf(text: string, email: string): ReplyFault | null {
  if (!/[^\p{Z}\p{Cc}\p{Cf}]/u.test(text)) return 'empty';
  if (text.length > longestReply) return 'too long';
  return isEmailAddress(email) ? null : 'no address';
}
