import type { Enquiries } from './enquiries.ts';
import type { Actor } from './actions.ts';
import type { People } from '../accounts/people.ts';

/** `handedOver`: how many enquiries. `nobody`: the one who is to leave, or the one to take over, may not open the inbox. */
export type Left = { outcome: 'left'; handedOver: number } | { outcome: 'nobody'; email: string };

/**
 * Takes the inbox away from a person, whose waiting enquiries go to another before, with their reminders; to nobody where none is
 * named. What breaks off between is done by calling it again. Their name stays in the history.
 */
export async function leave(
  {
    people,
    enquiries,
  }: { people: Pick<People, 'people' | 'remove'>; enquiries: Pick<Enquiries, 'each' | 'act' | 'keep'> },
  { email, to = null, by }: { email: string; to?: string | null; by: Actor },
): Promise<Left> {
  const [leaver, heir] = [email.toLowerCase(), to?.toLowerCase() ?? null];
  const known = new Set((await people.people()).map((person) => person.email));
  if (!known.has(leaver)) return { outcome: 'nobody', email };
  if (heir !== null && (heir === leaver || !known.has(heir))) return { outcome: 'nobody', email: heir };
  let handedOver = 0;
  for await (const { id } of enquiries.each({ handling: 'waiting', assignedTo: leaver })) {
    await enquiries.act(id, { act: 'assign', to: heir }, { who: by.who });
    handedOver += 1;
  }
  await people.remove(leaver, heir);
  await enquiries.keep('remove', by.who, leaver, by.note);
  return { outcome: 'left', handedOver };
}
