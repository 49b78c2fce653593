import { describe, expect, it } from 'vitest';
import type { EnquiryState } from './changes/change-definition.ts';
import { changeDefinitions } from './changes/change-definitions.ts';
import type { Change } from './change.ts';
import type { EnquiryStatus } from './model.ts';
import { target } from './testing/test-store.ts';
import { computeTransition, type Transition } from './transitions.ts';

const at = new Date('2025-01-02T12:00:00Z');
const waitingSince = new Date('2025-01-01T12:00:00Z');
const recorded = { action: 'note', detail: '', note: '', enquiryId: '1' } as const;
const event = { id: 'e1', at, actor: 'anna@ours.example', ...recorded };

type Name = Change['action'];
const names = Object.keys(changeDefinitions) as Name[];
const statuses: readonly EnquiryStatus[] = ['open', 'closed', 'spam'];

/** Creates an enquiry with a delivered mail and a refused reply. */
function enquiry(changes: Partial<EnquiryState> = {}): EnquiryState {
  return {
    id: '1',
    isMerged: false,
    status: 'open',
    version: 7,
    assignee: null,
    waitingSince,
    mail: { state: 'delivered', isLeased: false, deliveredAt: waitingSince },
    replies: [{ id: 'reply.1', enquiryId: '1', isSuperseded: false, delivery: { state: 'failed', isLeased: false } }],
    claims: [{ id: 'claim', isSuperseded: false }],
    ...changes,
  };
}

/** Creates an action with the properties of all actions. */
const actionOf = (action: Name) =>
  ({
    action,
    replyId: 'reply.1',
    claimId: 'claim',
    to: 'ben@ours.example',
    at,
    text: 'Yes.',
    id: 'reply.2',
    messageId: '<2>',
    email: 'ada@example.org',
    waitingSince: null,
    message: { id: 'm1', sentAt: at, text: 'Thank you.', recipients: [] },
    bouncedId: 'reply.1',
    reason: '550 no such mailbox',
    request: { kind: 'access', dueAt: at },
    mail: { id: 'm2', at, by: 'ada@example.com', kind: 'message' },
  }) as never;

const applied = (name: Name, changes: Partial<EnquiryState> = {}, expectedVersion?: number) =>
  computeTransition(enquiry(changes), actionOf(name), { event, expectedVersion, target, isWebhookEnabled: true });

function done(name: Name, changes: Partial<EnquiryState> = {}): Transition {
  const decided = applied(name, changes);
  if (typeof decided === 'string') throw new Error(decided);
  return decided;
}

describe.each(statuses)('what is %s', (status) => {
  it.each(names)('has after "%s" a time to answer exactly while it is open', (name) => {
    const decided = applied(name, { status });
    const { dueAt, status: after } = typeof decided === 'string' ? { dueAt: null } : decided.changes;
    expect(dueAt instanceof Date).toBe(after === 'open');
  });

  it.each(names)(
    'conflicts by "%s" with what the actor has not seen, unless that changes nothing for others',
    (name) => {
      const isPrivate =
        /^(?:note|undo reply|remind|cancel reminder|take in|put mail in|reply (?:not )?delivered)$| received$/.test(
          name,
        );
      expect(applied(name, { status }, 6) === 'conflict').toBe(!isPrivate);
    },
  );
});

it.each(names)('the version counts "%s" where others have to know', (name) => {
  const status = statuses.find((one) => changeDefinitions[name].nextStatus[one] !== null) ?? 'open';
  const isCounted = !['remind', 'cancel reminder', 'reply delivered', 'reply not delivered'].includes(name);
  expect(done(name, { status }).changes.version).toBe(isCounted ? 8 : 7);
});

it('the time to answer counts from when the visitor wrote again', () => {
  const { changes, effects } = done('record message');
  expect(changes).toMatchObject({ waitingSince: at, dueAt: new Date('2025-01-03T12:00:00Z'), lastMessageAt: at });
  expect(effects).toMatchObject([{ effect: 'supersede replies' }, { effect: 'end reminders' }]);
});

describe('a reply that was delivered', () => {
  const reply = (id: string, state: 'delivered' | 'failed', isSuperseded = false) =>
    ({ id, enquiryId: '1', isSuperseded, delivery: { state, isLeased: false } }) as const;

  const sent = reply('reply.1', 'delivered');
  it.each([
    ['closes its enquiry', [sent], 'closed'],
    ['closes nothing once the visitor has written again', [reply('reply.1', 'delivered', true)], 'open'],
    ['closes nothing while another did not go out', [sent, reply('reply.2', 'failed')], 'open'],
    ['closes it beside one that is of no account', [sent, reply('reply.2', 'failed', true)], 'closed'],
  ] as const)('%s', (_what, replies, status) => {
    expect(done('reply delivered', { replies }).changes.status).toBe(status);
  });
});

describe('the mail to the office', () => {
  const mailOf = (state: 'due' | 'delivered' | 'failed' | 'suppressed', isLeased = false) => ({
    mail: { state, isLeased, deliveredAt: state === 'delivered' ? waitingSince : null },
  });

  it.each(['retry', 'mark as spam'] as const)('is left to go its way while it is being sent: %s', (name) => {
    expect(applied(name, mailOf('due', true))).toBe('invalid');
  });

  it('is not sent once its enquiry is spam, and is once somebody says that it is not', () => {
    const told = (event: string) => ({ effect: 'queue', delivery: expect.objectContaining({ payload: { event } }) });
    const suppressed = { effect: 'suppress', id: 'mail.1', reason: expect.any(String) };
    expect(done('mark as spam', mailOf('due')).effects).toEqual([suppressed, told('enquiry.set_aside')]);
    const requeued = { effect: 'requeue', delivery: expect.objectContaining({ id: 'mail.1' }) };
    const reopened = done('not spam', { status: 'spam', ...mailOf('suppressed') });
    expect(reopened.effects).toEqual([requeued, told('enquiry.received')]);
  });

  it('is not sent twice where its enquiry was marked as spam after it', () => {
    expect(done('not spam', { status: 'spam', ...mailOf('delivered') }).effects).toHaveLength(1);
  });
});

it.each([
  ['somebody else', 'ben@ours.example', { effects: { length: 1 } }],
  ['who takes it', event.actor, { effects: { length: 0 } }],
  ['whom it is assigned to already', 'carl@ours.example', 'invalid'],
])('an enquiry that is assigned to %s (%s) is %j', (_who, to, expected) => {
  const assigned = enquiry({ assignee: 'carl@ours.example' });
  const decided = computeTransition(assigned, { action: 'assign', to }, { event, target, isWebhookEnabled: false });
  expect([decided]).toMatchObject([expected]);
});
