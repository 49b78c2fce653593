import type { Change } from '../change.ts';
import type { ChangeDefinition, ChangeDefinitions } from './change-definition.ts';
import { mailChangeDefinitions } from './mail-changes.ts';
import { replyChangeDefinitions } from './reply-changes.ts';
import { statusChangeDefinitions } from './status-changes.ts';
import { workChangeDefinitions } from './work-changes.ts';

export const changeDefinitions: ChangeDefinitions = {
  ...statusChangeDefinitions,
  ...replyChangeDefinitions,
  ...mailChangeDefinitions,
  ...workChangeDefinitions,
};

/** Returns the definition of a change. */
export function getChangeDefinition({ action }: Pick<Change, 'action'>): ChangeDefinition {
  return changeDefinitions[action];
}
