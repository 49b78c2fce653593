import { describe, expect, it } from 'vitest';
import { assembleContent } from '../content/assemble-content.ts';
import { releaseFiles } from '../content/release-files.ts';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { findTimeOfRequest } from './model.ts';
import { createPrivacyRequest, describePrivacyRequest, findPrivacyRequest } from './privacy-request.ts';
import { createCoreUnderTest } from './testing/core-under-test.ts';
import { alwaysOpen, createSampleMessage, day, sampleFields } from './testing/samples.ts';

const target = { replyWithinHours: 24, officeHours: { ...alwaysOpen, timeZone: 'Europe/London' } };
const subject = 'Data protection complaint';

describe('a request under data protection law', () => {
  it.each([
    ['access', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z'],
    ['access', '2026-03-03T12:00:00Z', '2026-04-03T11:00:00Z'],
    ['complaint', '2026-01-31T12:00:00Z', '2026-03-02T12:00:00Z'],
  ] as const)('for %s of %s is due at %s', (kind, receivedAt, dueAt) => {
    expect(createPrivacyRequest(kind, new Date(receivedAt), target).dueAt).toEqual(new Date(dueAt));
  });

  it.each([
    ['complaint', `${subject}: my CV`],
    ['complaint', `Re: ${subject.toUpperCase()}`],
    ['access', 'Subject access request'],
    [undefined, 'Consulting on data protection complaints'],
    [undefined, 'Data protection'],
  ])('is taken for %s by its subject: %s', (kind, given) => {
    expect(findPrivacyRequest({ subject: given, receivedAt: new Date() }, target)?.kind).toBe(kind);
  });

  it('is found by the words that the privacy policy gives visitors', () => {
    const { legalPages } = assembleContent(releaseFiles);
    expect(JSON.stringify(legalPages.find(({ slug }) => slug === 'privacy-policy'))).toContain(`“${subject}”`);
  });

  it('counts from the first message since our last answer, or from the last one if all are answered', () => {
    const at = (hours: number, direction: 'in' | 'out' = 'in') =>
      createSampleMessage({ at: new Date(Date.UTC(2026, 0, 1, hours)), direction });
    const find = (...messages: ReturnType<typeof at>[]) =>
      findTimeOfRequest({ messages, receivedAt: new Date(0) }).getUTCHours();
    expect(find(at(1), at(2, 'out'), at(3), at(4))).toBe(3);
    expect(find(at(1), at(2, 'out'), at(3), at(4, 'out'))).toBe(3);
  });

  it('is overdue from its time on', () => {
    const request = createPrivacyRequest('complaint', new Date('2026-11-12T12:00:00Z'), target);
    const describeAt = (time: number) => describePrivacyRequest(request, new Date(time), 'Europe/London');
    expect(describeAt(request.dueAt.getTime() - 1)).toBe('Data protection: complaint, by 12 December');
    expect(describeAt(request.dueAt.getTime())).toContain('overdue since 12 December');
  });
});

it.each(databaseCases)(
  'a complaint outlives answer and merge until somebody has settled it, in %s',
  async (_name, open) => {
    const { receive, reply, deliver, merge, find, act, enquiries } = createCoreUnderTest({
      databaseDependencies: await open(),
    });
    const listDue = async () => (await enquiries.list({ privacyRequestDueUntil, limit: 9 })).map(({ id }) => id);
    const privacyRequestDueUntil = new Date('2025-01-31T12:00:00Z');
    const [id, other] = [await receive({ ...sampleFields, subject }), await receive()];
    await reply(id);
    await deliver();
    expect(await find(id)).toMatchObject({ status: 'closed', privacyRequest: { kind: 'complaint' } });
    expect(await merge(id, other)).toBe('done');
    expect(await listDue()).toEqual([other]);
    const request = { kind: 'access', dueAt: new Date(privacyRequestDueUntil.getTime() + day) } as const;
    await act(other, { action: 'label privacy request', request });
    expect([(await find(other)).privacyRequest, await listDue()]).toEqual([request, []]);
    await act(other, 'settle privacy request');
    expect((await find(other)).privacyRequest).toBeNull();
  },
);
