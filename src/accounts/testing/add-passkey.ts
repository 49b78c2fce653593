import type { PeopleRepository } from '../people.ts';
import type { Role } from '../roles.ts';

/** Invites a person, who accepts with a passkey of this id. */
export async function addPasskey(people: PeopleRepository, email: string, id: string, roles?: readonly Role[]) {
  const { token } = await people.createInvitation(email, roles);
  return people.acceptInvitation(token, { id, publicKey: 'key', counter: 0 });
}
