import type { Enquiries } from './enquiries.ts';
import type { Actor } from './act.ts';
import type { People } from '../accounts/people.ts';

/** `handedOver`: how many enquiries. `nobody`: the one who is to leave, or the one to take over, may not open the inbox. */
export type Offboarded = { outcome: 'left'; handedOver: number } | { outcome: 'nobody'; email: string };

/**
 * Takes the inbox away from a person, whose waiting enquiries go to another before, with their reminders; to nobody where none is
 * named. What breaks off between is done by calling it again. Their name stays in the history.
 */
export async function offboard(
  {
    people,
    enquiries,
  }: { people: Pick<People, 'people' | 'remove'>; enquiries: Pick<Enquiries, 'each' | 'act' | 'recordEvent'> },
  { email, to = null, by }: { email: string; to?: string | null; by: Actor },
): Promise<Offboarded> {
  const [leaver, successor] = [email.toLowerCase(), to?.toLowerCase() ?? null];
  const known = new Set((await people.people()).map((person) => person.email));
  if (!known.has(leaver)) return { outcome: 'nobody', email };
  if (successor !== null && (successor === leaver || !known.has(successor)))
    return { outcome: 'nobody', email: successor };
  let handedOver = 0;
  for await (const { id } of enquiries.each({ status: 'open', assignee: leaver })) {
    await enquiries.act(id, { action: 'assign', to: successor }, { who: by.who });
    handedOver += 1;
  }
  await people.remove(leaver, successor);
  await enquiries.recordEvent('remove', by.who, leaver, by.note);
  return { outcome: 'left', handedOver };
}
