import type { Enquiries } from './enquiries.ts';
import type { Actor } from './act.ts';
import type { People } from '../accounts/people.ts';

/** Result. `handedOver`: number of enquiries. `nobody`: `email`, of either person, has no access to the inbox. */
export type Offboarded = { outcome: 'left'; handedOver: number } | { outcome: 'nobody'; email: string };

/**
 * Removes a person's access to the inbox, after assigning their open enquiries, with reminders, to the successor or to
 * nobody. It can be repeated after a fault. The history keeps their name.
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
