import { createLimit, type Allowance } from '../http/limit.ts';
import { createSenderLimits } from '../http/submission-limit.ts';

/** Each takes two requests: one for the options, one with what the passkey has signed. */
const attempt = 2;

/** Counts attempts to sign in or to use an invitation: 10 a minute of one client, 300 of all. Each server counts for itself. */
export function createAttemptLimits(): (address: string) => Promise<Allowance> {
  const ofClients = createSenderLimits({ perAddress: 10 * attempt });
  const ofAll = createLimit({ name: 'attempts', points: 300 * attempt, duration: 60 });
  return async (address) => {
    const allowance = await ofClients.consume(address);
    // What a client is refused takes nobody else's place.
    return allowance.allowed ? ofAll.consume('all') : allowance;
  };
}
