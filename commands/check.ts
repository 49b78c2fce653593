/**
 * What a check found. `warning`: it works, and yet somebody should look. `failed`: it does not work, or could not be
 * checked. The detail is for the operator, and never holds a password.
 */
export interface Result {
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

export const ok = (detail: string): Result => ({ status: 'ok', detail });
export const warning = (detail: string): Result => ({ status: 'warning', detail });
export const failed = (detail: string): Result => ({ status: 'failed', detail });

export interface Check {
  name: string;
  /** The variables without which it would check something else. */
  needs: readonly string[];
  /** Rejects where something is wrong that the check does not explain itself. */
  run(): Result | Promise<Result>;
}
