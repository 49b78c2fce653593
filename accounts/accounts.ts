/** What somebody may do in the office; each opens a part of it. */
export const roles = ['enquiries', 'words', 'people'] as const;

export type Role = (typeof roles)[number];

/** Somebody who may open the office, or was invited to. Named by the e-mail address, in lower case. */
export interface Person {
  email: string;
  /** What a passkey knows the person by: random, so that it tells nobody who that is. */
  handle: string;
  addedAt: Date;
}

export interface Passkey {
  /** In base64url, as its public key. */
  id: string;
  publicKey: string;
  /** Its own count of its uses; many always say 0. */
  counter: number;
  transports: readonly string[];
  addedAt: Date;
  lastUsedAt: Date | null;
  /** What its person calls it, like `Chrome on Windows`; empty where nobody has said. */
  name: string;
}

export interface Session {
  /** The e-mail address. */
  person: string;
  /** When the passkey was shown last: a session that shows it again begins anew. */
  signedInAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
}

/** A session with what the person may do at this moment. */
export interface OpenSession extends Session {
  roles: readonly Role[];
}

/** One person, as they are listed. */
export interface ListedPerson extends Pick<Person, 'email' | 'addedAt'> {
  roles: readonly Role[];
  passkeys: readonly Pick<Passkey, 'addedAt' | 'lastUsedAt'>[];
  lastSeenAt: Date | null;
  /** Until when the link of an invitation can be used. */
  invitedUntil: Date | null;
}

export interface StoredInvitation extends Person {
  expiresAt: Date;
  usedAt: Date | null;
  /** The ids of those that the person has already. */
  passkeys: readonly string[];
}

/** Where people live. Of tokens it is given the hashes alone. Durable on return; rejects only on faults. */
export interface PeopleStore {
  /**
   * Adds the person where there is none of that address, and ends all earlier invitations of theirs. They have the roles besides
   * those that they have, at once: whoever is there need not accept. Without roles, who has none gets `enquiries` and `words`.
   */
  invite(person: Person, invitation: NewInvitation): Promise<void>;
  invitation(tokenHash: string): Promise<StoredInvitation | null>;
  /** Uses the invitation up and adds the passkey, both or neither. Of several at once, one is accepted. */
  accept(tokenHash: string, passkey: Passkey, now: Date): Promise<Accepted>;
  people(now: Date): Promise<readonly ListedPerson[]>;
  /** `last`: nobody else who has a passkey would have the role `people`; then nothing is changed. */
  setRoles(email: string, roles: readonly Role[]): Promise<'done' | 'unknown' | 'last'>;
  /** Passkeys, sessions and invitations go with the person, and reminders to who takes over. False where there is none. */
  remove(email: string, heir: string | null): Promise<boolean>;
  passkeys(email: string): Promise<readonly Passkey[]>;
  /** Removes one of several of that person; false where it is the last one, or none of theirs. */
  removePasskey(email: string, id: string): Promise<boolean>;
  /** False where it is none of that person. */
  renamePasskey(email: string, id: string, name: string): Promise<boolean>;
  passkey(id: string): Promise<{ passkey: Passkey; person: Person } | null>;
  /** False where it has gone meanwhile. */
  passkeyUsed(id: string, counter: number, at: Date): Promise<boolean>;
  /** Adds it, and clears away those that have ended: see `hasEnded`. */
  addSession(tokenHash: string, session: Session, ended: EndedSessions): Promise<void>;
  session(tokenHash: string): Promise<OpenSession | null>;
  sessions(email: string): Promise<readonly (Session & { tokenHash: string })[]>;
  seen(tokenHash: string, at: Date): Promise<void>;
  endSession(tokenHash: string): Promise<void>;
  endSessions(email: string): Promise<void>;
  /** The secret of challenges: the one that was given first. */
  secret(candidate: string): Promise<string>;
  /** Keeps that a challenge was signed, and clears away what has expired. False where it was kept before: of several at once, one is. */
  useChallenge(hash: string, challenge: string, expiresAt: Date, now: Date): Promise<boolean>;
}

export interface NewInvitation {
  tokenHash: string;
  madeAt: Date;
  expiresAt: Date;
  roles?: readonly Role[] | undefined;
}

/** Sessions that were last seen, or began, before these times. */
export interface EndedSessions {
  seenBefore: Date;
  begunBefore: Date;
}

/** `gone`: the invitation was used, has expired, or never was. `known`: somebody has registered that very passkey already. */
export type Accepted = { outcome: 'accepted'; person: string } | { outcome: 'gone' } | { outcome: 'known' };
