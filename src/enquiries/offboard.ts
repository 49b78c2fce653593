import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { EnquiryService } from './enquiry-service.ts';
import type { ActionContext } from './actions.ts';
import type { PeopleRepository } from '../accounts/people.ts';

/** Result. `reassignedCount`: number of enquiries. `nobody`: `email`, of either person, has no access to the office. */
export type OffboardResult = { outcome: 'left'; reassignedCount: number } | { outcome: 'nobody'; email: string };

/**
 * Assigns a person's open enquiries, with reminders, to the successor or to nobody, and removes their access. It can be
 * repeated after an error. The history keeps their name.
 */
export async function offboardPerson(
  {
    people,
    enquiries,
  }: {
    people: Pick<PeopleRepository, 'listPeople' | 'removePerson'>;
    enquiries: Pick<EnquiryService, 'stream' | 'applyAction' | 'recordEvent'>;
  },
  { email, to = null, by }: { email: string; to?: string | null; by: ActionContext },
): Promise<OffboardResult> {
  const [leaver, successor] = [email.toLowerCase(), to?.toLowerCase() ?? null];
  const known = new Set((await people.listPeople()).map((person) => person.email));
  if (!known.has(leaver)) return { outcome: 'nobody', email };
  if (successor !== null && (successor === leaver || !known.has(successor)))
    return { outcome: 'nobody', email: successor };
  let reassignedCount = 0;
  for await (const { id } of enquiries.stream({ status: 'open', assignee: leaver })) {
    await enquiries.applyAction(id, { action: 'assign', to: successor }, { actor: by.actor });
    reassignedCount += 1;
  }
  await people.removePerson(leaver, (transaction) => handOverReminders(transaction, leaver, successor));
  await enquiries.recordEvent('remove', by.actor, leaver, by.note);
  return { outcome: 'left', reassignedCount };
}

/** Gives a person's reminders to the successor, who keeps their own. Deletes the others, and their unsent files. */
async function handOverReminders(transaction: Database, person: string, successor: string | null): Promise<void> {
  if (successor !== null)
    await sql`UPDATE reminders SET id = enquiry_id || '.' || ${successor}, person = ${successor}
      WHERE person = ${person} AND enquiry_id NOT IN
        (SELECT enquiry_id FROM reminders WHERE person = ${successor})`.execute(transaction);
  for (const table of ['reminders', 'unsent_files'] as const)
    await transaction.deleteFrom(table).where('person', '=', person).execute();
}
