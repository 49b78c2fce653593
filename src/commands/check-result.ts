import { getConcern, type Concern } from '../enquiries/concerns.ts';

/**
 * Result of a check. `warning`: it works, but a person should look. `failed`: it does not work. `detail` says what the
 * operator should do, and never contains a password.
 */
export interface CheckResult {
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

/** Returns a result. */
export const createResult = (status: CheckResult['status'], detail: string): CheckResult => ({ status, detail });

/** Returns a result that is as bad as a concern, which `/readyz` and alerts tell too. */
export const createConcernResult = (concern: Concern, detail: string): CheckResult =>
  createResult(getConcern(concern).severity ?? 'failed', detail);

/** Runs a check and reports its result. A rejection counts as failed. */
export type CheckRunner = (name: string, check: () => Promise<CheckResult>) => Promise<void>;
