/** State of each recipient of a mail with several, by address. A missing one has not been tried yet. */
export type RecipientStates = Readonly<Record<string, RecipientState>>;

/** `isCopy`: the recipient is in Cc. */
export interface RecipientState {
  state: 'delivered' | 'due' | 'failed';
  reason: string | null;
  isCopy?: true;
}

/** Returns true if a recipient in To has the mail: copies do not count. */
export function isDeliveredToMainRecipient(states: RecipientStates): boolean {
  return Object.values(states).some(({ state, isCopy }) => state === 'delivered' && !isCopy);
}

/** Returns true if a recipient in To has the mail, and one in Cc refused it. */
export function isRefusedByCopiesAlone(states: RecipientStates): boolean {
  const isRefusedCopy = Object.values(states).some(({ state, isCopy }) => state === 'failed' && isCopy);
  return isRefusedCopy && isDeliveredToMainRecipient(states);
}

/** Outcome of an attempt. `reason` is for the operator, never for visitors. */
export type SendOutcome =
  /** `recipientStates` has those tried in this attempt, if the mail has several. One, in To or Cc, is enough. */
  | { delivered: true; recipientStates?: RecipientStates }
  /**
   * `permanent`: another attempt would be refused in the same way. `possiblySent`: all of it was sent, but no
   * answer came. `cancelled`: it is not to be sent any more.
   */
  | {
      delivered: false;
      permanent: boolean;
      possiblySent?: boolean;
      cancelled?: true;
      reason: string;
      recipientStates?: RecipientStates;
    };

/** Returns the outcome of a delivery that is not to be sent any more. */
export function createCancelledOutcome(reason: string): SendOutcome {
  return { delivered: false, permanent: true, cancelled: true, reason };
}
