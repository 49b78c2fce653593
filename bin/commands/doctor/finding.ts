import { explainFault } from '../explain-fault.ts';

/** `warning`: it works, and yet somebody should look. `failed`: it does not work, or could not be checked. */
export type Status = 'ok' | 'warning' | 'failed';

/** What a check found. The detail is for the operator, and never holds a password. */
export interface Result {
  status: Status;
  detail: string;
}

export interface Finding extends Result {
  name: string;
}

/** The result of a check that broke off. */
export function brokenOff(fault: unknown): Result {
  const text = fault instanceof Error ? fault.message || fault.name : String(fault);
  const detail = (explainFault(fault) ?? [text]).join(' ').replaceAll(/\s+/g, ' ');
  return { status: 'failed', detail };
}
