import { describe, expect, it } from 'vitest';
import { startCommandTest } from './testing/command-test.ts';

const anna = 'anna@example.com';

describe('the office', () => {
  it('is opened to a person by a link that is good for a day, at its own address', async () => {
    const { run, runJson, people, enquiries } = await startCommandTest({ INBOX_PORT: '4100' });
    const { code, out, err } = await run('people', 'invite', 'Anna@Example.com');
    const [, token = ''] = /^http:\/\/localhost:4100\/invitation#([\w-]{43})\n$/.exec(out) ?? [];
    expect([code, err]).toEqual([0, expect.stringMatching(/anna@example\.com.*ssh -L 4100:127.0.0.1:4100/s)]);
    expect(await people.findInvitation(token)).toMatchObject({ email: anna });
    expect(await enquiries.listEvents({ limit: 9 })).toMatchObject([
      { action: 'invite', actor: 'the command', detail: anna },
    ]);
    const json = {
      person: anna,
      link: expect.stringContaining('/invitation#'),
      expiresAt: expect.stringMatching(/Z$/),
    };
    expect(await runJson('people', 'invite', anna)).toEqual(json);
  });

  it('lists who may open it, and is taken away from a person at once', async () => {
    const { run, runJson, people, enquiries } = await startCommandTest({ INBOX_PORT: '4100' });
    expect((await run('people', 'list')).out).toContain('people invite');
    const { token } = await people.createInvitation(anna);
    await people.acceptInvitation(token, { id: 'p1', publicKey: 'key', counter: 0 });
    const session = await people.createSession(anna);
    await runJson('people', 'invite', 'bob@example.com', '--roles', 'people');
    const lines = /^PERSON.*\nanna@example\.com +enquiries content .* 1 .*–\nbob@example\.com +people .* 0 .*– /;
    expect((await run('people', 'list')).out).toMatch(lines);
    expect(await runJson('people', 'list')).toMatchObject([
      {
        email: anna,
        roles: ['enquiries', 'content'],
        passkeys: [{ lastUsedAt: null }],
        lastSeenAt: expect.any(String),
        invitedUntil: null,
      },
      { email: 'bob@example.com', roles: ['people'], passkeys: [], lastSeenAt: null, invitedUntil: expect.any(String) },
    ]);
    expect(await runJson('people', 'remove', 'ANNA@example.com')).toEqual({ removed: anna, handedOver: 0 });
    expect(await people.authenticateSession(session)).toBeNull();
    expect(await enquiries.listEvents({ limit: 1 })).toMatchObject([
      { action: 'remove', actor: 'the command', detail: anna },
    ]);
    expect(await run('people', 'remove', anna)).toMatchObject({ code: 1, err: expect.stringContaining(anna) });
    expect((await run('people', 'remove', 'bob@example.com')).code).toBe(0);
  });

  it('is named in the link as its people know it, and invites nobody where it is switched off', async () => {
    const { runWith, people } = await startCommandTest();
    const err = expect.stringContaining('INBOX_PORT');
    expect(await runWith({}, 'people', 'invite', anna)).toEqual({ code: 1, out: '', err });
    expect(await people.listPeople()).toEqual([]);
    const env = { INBOX_PORT: '4100', INBOX_URL: 'https://inbox.example.com' };
    const out = expect.stringMatching(/^https:\/\/inbox\.example\.com\/invitation#[\w-]{43}\n$/);
    const invited = { code: 0, out, err: expect.not.stringContaining('ssh') };
    expect(await runWith({ env }, 'people', 'invite', anna)).toEqual(invited);
  });
});
