import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';

/** Dependencies of the repository: first parameter of each of its functions. */
export interface AccountDependencies {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

const minute = 60_000;
const hour = 60 * minute;

/** Lifetimes in milliseconds. */
export const lifetimesMs = {
  unusedInvitation: 24 * hour,
  challenge: 5 * minute,
  idleSession: 12 * hour,
  absoluteSession: 7 * 24 * hour,
  /** Since the passkey was used, for actions that require recent authentication. */
  recentAuthentication: 5 * minute,
  /** The same, to publish: it can be undone. */
  publishAuthentication: 30 * minute,
};

/** Returns the time plus a number of milliseconds, which may be negative. */
export function addMilliseconds(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** Returns a token of 256 random bits in base64url. Only its hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a token in base64url. Plain SHA-256 suffices: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(` ${token}`).digest('base64url');
}
