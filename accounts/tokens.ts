import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';

/** What every function of accounts takes first. */
export interface AccountParts {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

const minute = 60_000;
const hour = 60 * minute;

/** How long each is good, in milliseconds. */
export const lifetimes = {
  invitation: 24 * hour,
  challenge: 5 * minute,
  /** Since the last request. */
  idleSession: 12 * hour,
  session: 7 * 24 * hour,
  /** Since the passkey was shown, for what takes more than an open page. */
  proof: 5 * minute,
};

/** Returns a time so many milliseconds later. */
export function addTime(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** Makes a token of 256 random bits. What is stored of it is its hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token. Plain SHA-256 is enough: nobody can try out 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(` ${token}`).digest('base64url');
}
