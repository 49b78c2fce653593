import { type Allowance, createLimit, createSenderLimits } from '../../server/limits.ts';

/** Each takes two requests: one for the options, one with what the passkey has signed. */
const attempt = 2;

/** Counts attempts to sign in or to use an invitation, from none on. Each server counts for itself. */
export function createAttempts() {
  const ofClients = createSenderLimits({ perAddress: 10 * attempt });
  const challenges = createLimit('challenges', { points: 3000, duration: 60 });
  return {
    /** Counts a request of a client: 10 attempts a minute. */
    ofClient: (address: string): Promise<Allowance> => ofClients.consume(address),
    /**
     * Counts a challenge that is to be kept: 3,000 a minute of all, for the sake of the database. Requests that keep none are not
     * counted here, so that a few networks do not close the door for everybody.
     */
    challenge: (): Promise<Allowance> => challenges.consume('all'),
  };
}
