/** How each of several receivers of one mail stands, by address. A receiver that is not there was not tried yet. */
export type Receivers = Readonly<Record<string, { state: 'delivered' | 'due' | 'failed'; reason: string | null }>>;

/** What became of an attempt. `reason` is for the operator, never for visitors. */
export type SendOutcome =
  /** `receivers`: where it had several, how it went with each that was tried. Delivered is what one of them has. */
  | { delivered: true; receivers?: Receivers }
  /**
   * `permanent`: another attempt would be refused in the same way. `perhaps`: the other side had all of it, and nobody heard what it
   * said. `cancelled`: nobody is to be sent it any more.
   */
  | {
      delivered: false;
      permanent: boolean;
      perhaps?: boolean;
      cancelled?: true;
      reason: string;
      receivers?: Receivers;
    };

/** Returns the outcome of what is not to be sent any more. */
export function createCancelledOutcome(reason: string): SendOutcome {
  return { delivered: false, permanent: true, cancelled: true, reason };
}
