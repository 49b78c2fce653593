/**
 * Result of a check. `warning`: it works, but a person should look. `failed`: it does not work. The detail tells the
 * operator what to do next, and never holds a password.
 */
export interface Result {
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

export const reportOk = (detail: string): Result => ({ status: 'ok', detail });
export const reportWarning = (detail: string): Result => ({ status: 'warning', detail });
export const reportFailure = (detail: string): Result => ({ status: 'failed', detail });

/**
 * Runs a check, whatever comes of it, and tells the result.
 * @param look rejects where something is wrong that it does not explain itself
 */
export type Check = (name: string, look: () => Promise<Result>) => Promise<void>;
