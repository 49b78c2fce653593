import type { Change } from '../change.ts';
import type { ChangeDefinition, ChangeDefinitions } from './change-definition.ts';
import { mailChanges } from './mail-changes.ts';
import { replyChanges } from './reply-changes.ts';
import { statusChanges } from './status-changes.ts';
import { workChanges } from './work-changes.ts';

export const changeDefinitions: ChangeDefinitions = {
  ...statusChanges,
  ...replyChanges,
  ...mailChanges,
  ...workChanges,
};

/** Returns the definition of a change. */
export function getChangeDefinition({ action }: Pick<Change, 'action'>): ChangeDefinition {
  return changeDefinitions[action];
}
