import { explain, isDiskFull } from '../../server/explain.ts';
import { CommandFailure } from './command.ts';

/** A fault that the operator can mend, or has to know of, in words; null for one of the software. */
export function explainFault(fault: unknown): readonly string[] | null {
  if (fault instanceof CommandFailure) return [fault.message];
  if (fault instanceof Error && isFromDatabase(fault) && !isDiskFull(fault))
    return [`The database refused: ${fault.message}.`];
  return explain(fault);
}

function isFromDatabase(fault: Error & { code?: unknown }): boolean {
  return fault.code === 'ERR_SQLITE_ERROR' || ('severity' in fault && /^[0-9A-Z]{5}$/.test(String(fault.code)));
}
