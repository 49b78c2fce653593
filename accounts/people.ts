import { createHash, createHmac, randomBytes } from 'node:crypto';
import { clockTolerance, systemClock, type Clock } from '../process/clock.ts';
import type {
  Accepted,
  ListedPerson,
  OpenSession,
  Passkey,
  PeopleStore,
  Role,
  Session,
  StoredInvitation,
} from './accounts.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long each is good. */
export const lifetimes = {
  invitation: 24 * hour,
  challenge: 5 * minute,
  /** Since the last request. */
  idleSession: 12 * hour,
  session: 7 * 24 * hour,
  /** Since the passkey was shown, for what takes more than an open page. */
  proof: 5 * minute,
};

export type People = ReturnType<typeof createPeople>;

/** Who may open the inbox, and who has it open. Tokens are 256 random bits; what is stored of them is a hash. */
export function createPeople(store: PeopleStore, clock: Pick<Clock, 'now'> = systemClock) {
  return {
    /** The e-mail addresses of those who have a role. */
    withRole: async (role: Role): Promise<string[]> =>
      (await store.people(clock.now())).filter(({ roles }) => roles.includes(role)).map(({ email }) => email),
    /** @param heir who takes over; see `leave`, which hands the enquiries over as well */
    remove: (email: string, heir: string | null = null): Promise<boolean> => store.remove(email.toLowerCase(), heir),
    /** `last`: somebody has to keep the role `people`. */
    setRoles: (email: string, roles: readonly Role[]): Promise<'done' | 'unknown' | 'last'> =>
      store.setRoles(email.toLowerCase(), roles),
    passkeys: store.passkeys,
    renamePasskey: store.renamePasskey,
    passkey: store.passkey,
    /** Removes one of several, and ends all sessions of the person: one of them may have begun with it. False where it is the last. */
    async removePasskey(email: string, id: string): Promise<boolean> {
      const removed = await store.removePasskey(email, id);
      if (removed) await store.endSessions(email);
      return removed;
    },
    people: (): Promise<readonly ListedPerson[]> => store.people(clock.now()),
    passkeyUsed: (id: string, counter: number): Promise<boolean> => store.passkeyUsed(id, counter, clock.now()),
    ...createInvitations(store, clock),
    ...createSessions(store, clock),
    ...createChallenges(store, clock),
  };
}

/**
 * What passkeys are asked to sign. A challenge follows from its token by a secret that the servers share, so that asking for one
 * stores nothing: strangers may ask as often as they like. Whoever learns the secret still has to have the passkey.
 */
function createChallenges(store: PeopleStore, clock: Pick<Clock, 'now'>) {
  let known: string | undefined;
  const challengeFor = async (purpose: string, token: string): Promise<string> => {
    known ??= await store.secret(newToken());
    return createHmac('sha256', known).update(`${purpose} ${token}`).digest('base64url');
  };

  return {
    /** Both are letters, digits, `-` and `_`. The browser keeps the token. */
    async challenge(purpose: string): Promise<{ token: string; challenge: string }> {
      const expiresAt = from(clock.now(), lifetimes.challenge).getTime();
      const token = `${expiresAt.toString(36)}-${newToken()}`;
      return { token, challenge: await challengeFor(purpose, token) };
    },
    /** That of a token, for the purpose that it was made for; null after five minutes. */
    async challengeOf(purpose: string, token: string): Promise<string | null> {
      const expiresAt = parseInt(token, 36);
      return expiresAt > clock.now().getTime() ? challengeFor(purpose, token) : null;
    },
    /** Of one that a passkey has signed: false where that very signature may have let somebody in before. */
    signedOnce(challenge: string): Promise<boolean> {
      const now = clock.now();
      return store.useChallenge(hashOf(challenge), challenge, from(now, lifetimes.challenge + clockTolerance), now);
    },
  };
}

function createInvitations(store: PeopleStore, clock: Pick<Clock, 'now'>) {
  return {
    /**
     * Lets a person register a passkey, a further one too. An earlier invitation of theirs ends.
     * @param roles what they may do besides, from now on; without it who has no role gets `enquiries` and `words`
     */
    async invite(email: string, roles?: readonly Role[]) {
      const now = clock.now();
      const token = newToken();
      const person = { email: email.toLowerCase(), handle: newToken(), addedAt: now };
      const expiresAt = from(now, lifetimes.invitation);
      await store.invite(person, { tokenHash: hashOf(token), madeAt: now, expiresAt, roles });
      return { person: person.email, token, expiresAt };
    },

    /** `ended`: it was used, or is too old. */
    async invitation(token: string): Promise<StoredInvitation | 'unknown' | 'ended'> {
      const stored = await store.invitation(hashOf(token));
      if (stored === null) return 'unknown';
      return stored.usedAt === null && stored.expiresAt > clock.now() ? stored : 'ended';
    },

    async accept(
      token: string,
      passkey: Omit<Passkey, 'addedAt' | 'lastUsedAt' | 'name'> & { name?: string },
    ): Promise<Accepted> {
      const now = clock.now();
      return store.accept(hashOf(token), { name: '', ...passkey, addedAt: now, lastUsedAt: null }, now);
    },
  };
}

function createSessions(store: PeopleStore, clock: Pick<Clock, 'now'>) {
  return {
    /**
     * Resolves to the session's token.
     * @param signedInAt when the person has shown a passkey
     */
    async signIn(person: string, signedInAt: Date = clock.now()): Promise<string> {
      const now = clock.now();
      const token = newToken();
      const ended = { seenBefore: from(now, -lifetimes.idleSession), begunBefore: from(now, -lifetimes.session) };
      await store.addSession(hashOf(token), { person, signedInAt, lastSeenAt: now }, ended);
      return token;
    },

    /** The session of a request that comes now, unless it has ended. */
    async session(token: string): Promise<OpenSession | null> {
      const tokenHash = hashOf(token);
      const session = await store.session(tokenHash);
      if (session === null) return null;
      const now = clock.now();
      if (hasEnded(session, now)) {
        await store.endSession(tokenHash);
        return null;
      }
      if (Math.abs(now.getTime() - session.lastSeenAt.getTime()) >= minute) await store.seen(tokenHash, now);
      return session;
    },

    async sessions(email: string, token: string): Promise<readonly (Session & { isThis: boolean })[]> {
      const sessions = await store.sessions(email);
      const now = clock.now();
      return sessions
        .filter((session) => !hasEnded(session, now))
        .map(({ tokenHash, ...session }) => ({ ...session, isThis: tokenHash === hashOf(token) }));
    },

    signOut: (token: string): Promise<void> => store.endSession(hashOf(token)),
    signOutEverywhere: store.endSessions,
  };
}

function from(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** Whether the passkey was shown just now: then it is the person who asks, and not somebody at an open page of theirs. */
export function isProven({ signedInAt }: Pick<Session, 'signedInAt'>, now: Date): boolean {
  return Math.abs(now.getTime() - signedInAt.getTime()) <= lifetimes.proof;
}

function hasEnded({ signedInAt, lastSeenAt }: Session, now: Date): boolean {
  const idle = now.getTime() - lastSeenAt.getTime();
  const age = now.getTime() - signedInAt.getTime();
  return idle > lifetimes.idleSession || age > lifetimes.session || Math.min(idle, age) < -clockTolerance;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Plain SHA-256 is enough: nobody can try out 256 random bits. */
function hashOf(token: string, purpose = ''): string {
  return createHash('sha256').update(`${purpose} ${token}`).digest('base64url');
}
