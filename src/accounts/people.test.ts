import { describe, expect, it } from 'vitest';
import { createAccountRepository, type PeopleRepository } from './people.ts';
import { formatRoles, parseRoles } from './roles.ts';
import { addPasskey } from './testing/add-passkey.ts';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { hour } from '../enquiries/testing/samples.ts';

const anna = 'anna@example.com';
const bob = 'bob@example.com';
const passkey = (id: string) => ({ id, publicKey: 'key', counter: 0 });

const both = <T, R>(two: readonly T[], act: (one: T) => Promise<R>) => Promise.all(two.map(act));

it.each([
  ['words', 'content words'],
  ['people enquiries words', 'enquiries content words people'],
  ['content', 'content words'],
  ['enquiries owners', 'enquiries'],
])('the roles “%s” are written as “%s”, with the name that the release before knows', (stored, written) =>
  expect(formatRoles(parseRoles(stored))).toBe(written),
);

describe.each(databaseCases)('people in %s', (_name, open) => {
  /** Starts on an empty database, with a clock that is set by hand. */
  async function start() {
    const clock = { time: new Date('2025-01-01T12:00:00Z').getTime(), now: () => new Date(clock.time) };
    const { database } = await open();
    const people = createAccountRepository({ database, clock });
    return { people, database, pass: (milliseconds: number): unknown => (clock.time += milliseconds) };
  }

  async function startWithAnna() {
    const started = await start();
    await addPasskey(started.people, anna, 'p1');
    return started;
  }

  it('are invited, register a passkey, and are listed with when they were last seen', async () => {
    const { people, pass } = await start();
    const addedAt = new Date('2025-01-01T12:00:00Z');
    const { token, expiresAt, person } = await people.createInvitation('Anna@Example.com');
    expect([person, expiresAt]).toEqual([anna, new Date('2025-01-02T12:00:00Z')]);
    const roles = ['enquiries', 'content'];
    const listed = { email: anna, addedAt, roles, passkeys: [], lastSeenAt: null, invitedUntil: expiresAt };
    expect(await people.listPeople()).toEqual([listed]);
    expect(await people.acceptInvitation(token, passkey('p1'))).toEqual({ outcome: 'accepted', person: anna });
    pass(hour);
    const now = new Date('2025-01-01T13:00:00Z');
    expect(await people.recordPasskeyUse('p1', 7)).toEqual({ isAccepted: true });
    // A concurrent sign-in has stored a higher counter.
    expect(await people.recordPasskeyUse('p1', 6)).toEqual({ isAccepted: false });
    const passkeys = [{ addedAt, lastUsedAt: now }];
    expect(await people.listPeople()).toEqual([{ ...listed, passkeys, lastSeenAt: now, invitedUntil: null }]);
    const found = { ...passkey('p1'), counter: 7, addedAt, lastUsedAt: now };
    expect(await people.findPasskey('p1')).toMatchObject({ passkey: found, owner: { email: anna } });
  });

  it('have the roles of their invitations besides their own, at once, and enquiries and content where none is named', async () => {
    const { people } = await startWithAnna();
    const rolesOf = async (email: string) =>
      (await people.authenticateSession(await people.createSession(email)))?.roles;
    expect(await rolesOf(anna)).toEqual(['enquiries', 'content']);
    await people.createInvitation(anna, ['people']);
    expect(await rolesOf(anna)).toEqual(['enquiries', 'content', 'people']);
    await addPasskey(people, bob, 'p3', ['content']);
    await addPasskey(people, bob, 'p4');
    expect(await rolesOf(bob)).toEqual(['content']);
  });

  it('lose a role at once, in an open session and in an invitation that waits', async () => {
    const { people } = await startWithAnna();
    const session = await people.createSession(anna);
    const { token } = await people.createInvitation(anna, ['content']);
    expect(await people.setRoles('ANNA@example.com', ['enquiries'])).toBe('done');
    expect(await people.authenticateSession(session)).toMatchObject({ roles: ['enquiries'] });
    await people.acceptInvitation(token, passkey('p2'));
    expect(await people.authenticateSession(session)).toMatchObject({ roles: ['enquiries'] });
    expect(await people.setRoles(bob, [])).toBe('unknown');
  });

  it('keep one who has the role people and a passkey', async () => {
    const { people } = await startWithAnna();
    await people.setRoles(anna, ['people']);
    await people.createInvitation(bob, ['people']);
    expect(await people.setRoles(anna, [])).toBe('last');
    await addPasskey(people, bob, 'p2', ['people']);
    expect([await people.setRoles(anna, []), await people.setRoles(bob, [])]).toEqual(['done', 'last']);
  });

  it.each<[what: string, race: (people: PeopleRepository) => Promise<unknown[]>, results: unknown[]]>([
    ['one keeps the role people', (of) => both([anna, bob], (email) => of.setRoles(email, [])), ['done', 'last']],
    ['one passkey of two stays', (of) => both(['p1', 'p2'], (id) => of.removePasskey(anna, id)), [true, false]],
    [
      'one invitation of two is valid',
      async (people) => {
        const invitations = await both([anna, anna], (email) => people.createInvitation(email));
        return both(invitations, async ({ token }) => typeof (await people.findInvitation(token)));
      },
      ['object', 'string'],
    ],
    [
      'a role that is taken is not given again by an invitation',
      async (people) => {
        await Promise.all([people.setRoles(anna, ['content']), people.createInvitation(anna)]);
        return (await people.listPeople())[0]?.roles.slice() ?? [];
      },
      ['content'],
    ],
    [
      'who is removed while accepting an invitation is gone, and neither request fails',
      async (people) => {
        const { token } = await people.createInvitation(bob);
        await Promise.all([people.acceptInvitation(token, passkey('p4')), people.removePerson(bob)]);
        return (await people.listPeople()).map(({ email }) => email);
      },
      [anna],
    ],
  ])('change at the same time as one after the other: %s', async (_what, race, results) => {
    const { people } = await start();
    // Each of two needs a connection of its own.
    await Promise.all([1, 2, 3, 4].map(() => people.listPeople()));
    for (let round = 0; round < 10; round += 1) {
      for (const email of [anna, bob]) await people.removePerson(email);
      for (const [id, email] of Object.entries({ p1: anna, p2: anna, p3: bob }))
        await addPasskey(people, email, id, ['people']);
      expect(new Set(await race(people)), `round ${round}`).toEqual(new Set(results));
    }
  });

  it('use an invitation once, also where two use it at the same time', async () => {
    const { people } = await start();
    const { token } = await people.createInvitation(anna);
    const accepted = await Promise.all(['p1', 'p2', 'p3'].map((id) => people.acceptInvitation(token, passkey(id))));
    expect(accepted.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'gone', 'gone']);
    expect(await people.listPasskeys(anna)).toHaveLength(1);
    expect(await people.findInvitation(token)).toBe('ended');
  });

  it('use no invitation that is older than a day, or was followed by another', async () => {
    const { people, pass } = await start();
    const { token: first } = await people.createInvitation(anna);
    const { token } = await people.createInvitation(anna);
    expect(await people.findInvitation(first)).toBe('unknown');
    pass(24 * hour);
    expect(await people.findInvitation(token)).toBe('ended');
    expect(await people.acceptInvitation(token, passkey('p1'))).toEqual({ outcome: 'gone' });
  });

  it('add a further passkey by another invitation, but none that somebody has', async () => {
    const { people } = await startWithAnna();
    const { token } = await people.createInvitation(anna);
    expect(await people.findInvitation(token)).toMatchObject({ email: anna, passkeyIds: ['p1'] });
    expect(await people.acceptInvitation(token, passkey('p1'))).toEqual({ outcome: 'known' });
    expect(await people.acceptInvitation(token, passkey('p2'))).toMatchObject({ outcome: 'accepted' });
    expect((await people.listPasskeys(anna)).map(({ id }) => id)).toEqual(['p1', 'p2']);
  });

  it('stay signed in while they come back within 12 hours, and for a week at most', async () => {
    const { people, pass } = await startWithAnna();
    const [idle, busy] = [await people.createSession(anna), await people.createSession(anna)];
    for (let hours = 0; hours < 7 * 24; hours += 12) {
      expect(await people.authenticateSession(busy)).toMatchObject({ person: anna });
      pass(12 * hour);
    }
    expect(await people.authenticateSession(idle)).toBeNull();
    expect(await people.authenticateSession(busy)).not.toBeNull();
    pass(1);
    expect(await people.authenticateSession(busy)).toBeNull();
  });

  it('are not kept signed in by a clock that was wrong', async () => {
    const { people, pass } = await startWithAnna();
    const token = await people.createSession(anna);
    pass(-5 * 60_000);
    expect(await people.authenticateSession(token)).not.toBeNull();
    pass(-5 * 60_001);
    expect(await people.authenticateSession(token)).toBeNull();
  });

  it('sign out here, or everywhere', async () => {
    const { people } = await startWithAnna();
    const [one, two] = [await people.createSession(anna), await people.createSession(anna)];
    const three = await people.createSession(anna);
    await people.endSession(one);
    expect(await people.authenticateSession(one)).toBeNull();
    expect((await people.listSessions(anna, two)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    await people.endAllSessions(anna);
    expect([await people.authenticateSession(two), await people.authenticateSession(three)]).toEqual([null, null]);
  });

  it('lose everything at once when they are removed', async () => {
    const { people } = await startWithAnna();
    const session = await people.createSession(anna);
    const { token } = await people.createInvitation(anna);
    expect(await people.removePerson('ANNA@example.com')).toBe(true);
    expect(await people.removePerson(anna)).toBe(false);
    expect(await people.authenticateSession(session)).toBeNull();
    expect(await people.findInvitation(token)).toBe('unknown');
    expect(await people.findPasskey('p1')).toBeNull();
    expect(await people.recordPasskeyUse('p1', 1)).toEqual({ isAccepted: false });
  });

  it('sign a challenge once, for the purpose that it was made for, within five minutes', async () => {
    const { people, pass } = await start();
    const { token, challenge } = await people.issueChallenge('sign in');
    expect((await people.issueChallenge('sign in')).challenge).not.toBe(challenge);
    expect(await people.recomputeChallenge('invitation', token)).not.toBe(challenge);
    expect(await people.recomputeChallenge('sign in', `z${token}`)).not.toBe(challenge);
    expect(await people.recomputeChallenge('sign in', token)).toBe(challenge);
    const both = await Promise.all([people.consumeChallenge(challenge), people.consumeChallenge(challenge)]);
    expect(both.filter(({ isReplay }) => isReplay)).toHaveLength(1);
    pass(5 * 60_000);
    expect(await people.recomputeChallenge('sign in', token)).toBeNull();
    expect(await people.recomputeChallenge('sign in', '-')).toBeNull();
  });

  it('are asked for a passkey by any server of the same database, at the cost of no row', async () => {
    const { people, database } = await start();
    const { token, challenge } = await people.issueChallenge('sign in');
    expect(await createAccountRepository({ database }).recomputeChallenge('sign in', token)).toBeNull();
    const other = createAccountRepository({ database, clock: { now: () => new Date('2025-01-01T12:00:00Z') } });
    expect(await other.recomputeChallenge('sign in', token)).toBe(challenge);
    expect(await database.selectFrom('used_challenges').selectAll().execute()).toEqual([]);
  });

  it('leave no token in the database, no challenge that has expired, and no session that has ended', async () => {
    const { people, database, pass } = await startWithAnna();
    const rows = async () => [
      ...(await database.selectFrom('sessions').selectAll().execute()),
      ...(await database.selectFrom('used_challenges').selectAll().execute()),
      ...(await database.selectFrom('invitations').selectAll().where('used_at', 'is', null).execute()),
    ];
    const tokens = [
      await people.createSession(anna),
      (await people.issueChallenge('sign in')).token,
      (await people.createInvitation(anna)).token,
    ];
    await people.consumeChallenge('a challenge');
    const stored = JSON.stringify(await rows());
    expect(tokens.filter((token) => token.length < 43 || stored.includes(token))).toEqual([]);
    pass(12 * hour + 1);
    await people.createSession(anna);
    await people.consumeChallenge('another challenge');
    expect(await rows()).toHaveLength(3);
  });
});
