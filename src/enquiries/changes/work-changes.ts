import { isEmailAddress } from '../enquiry.ts';
import { createAssigneeMailDelivery } from '../new-deliveries.ts';
import type { PrivacyRequest } from '../privacy-request.ts';
import type { ChangeDefinitions } from './change-definition.ts';

const unchanged = { open: 'open', closed: 'closed', spam: 'spam' } as const;
const unchangedUnlessSpam = { ...unchanged, spam: null } as const;
const personal = {
  nextStatus: unchangedUnlessSpam,
  isConflictFree: true,
  isPersonal: true,
} as const;

export const workChangeDefinitions = {
  note: {
    nextStatus: unchanged,
    sentence: 'wrote a note on {it}',
    isConflictFree: true,
    computeEffects: () => ({}),
    getDetail: ({ text }) => text,
  },
  assign: {
    nextStatus: unchanged,
    sentence: 'assigned {it} to {person}',
    computeEffects({ id: enquiryId, assignee }, { to }, { event }) {
      if (assignee === to) return null;
      const isMailed = to !== null && to !== event.actor && isEmailAddress(to);
      const effects = isMailed
        ? [{ effect: 'queue', delivery: createAssigneeMailDelivery({ ...event, to, enquiryId }) } as const]
        : [];
      return { changes: { assignee: to }, effects };
    },
    getDetail: ({ to }) => to ?? '',
    isDone: ({ assignee }, { to }) => assignee === to,
  },
  remind: {
    ...personal,
    // Earlier releases recorded the end of a reminder so, too.
    sentence: 'changed their reminder of {it}',
    computeEffects: ({ status }, { at, unlessWritten = false }) =>
      status === 'closed' && !unlessWritten ? null : { effects: [{ effect: 'remind', at, unlessWritten }] },
  },
  'cancel reminder': {
    ...personal,
    sentence: 'cancelled their reminder of {it}',
    computeEffects: () => ({ effects: [{ effect: 'remind', at: null, unlessWritten: false }] }),
  },
  'correct address': {
    nextStatus: unchangedUnlessSpam,
    sentence: 'corrected the address of {it}{more}',
    computeEffects: (_enquiry, { email }) =>
      isEmailAddress(email) ? { changes: { email, emailProblem: null } } : null,
    getDetail: ({ email }) => email,
  },
  'label privacy request': {
    nextStatus: unchanged,
    sentence: 'set the data protection label of {it}{more}',
    computeEffects: (_enquiry, { request }) => ({ changes: toPrivacyRequestChanges(request) }),
    getDetail: ({ request }) => request?.kind ?? 'none',
    isDone: ({ privacyRequest }, { request }) => privacyRequest?.kind === request?.kind,
  },
  'settle privacy request': {
    nextStatus: unchanged,
    sentence: 'settled the data protection request of {it}',
    computeEffects: () => ({ changes: toPrivacyRequestChanges(null) }),
    isDone: ({ privacyRequest }) => privacyRequest === null,
  },
  merge: {
    nextStatus: { open: 'closed', closed: 'closed', spam: null },
    sentence: 'merged {it} into another enquiry{more}',
    computeEffects: (_enquiry, { into, reference }) => ({
      changes: { mergedInto: into, closedReason: `Merged into ${reference}`, unread: 0 },
    }),
    getDetail: ({ reference }) => reference,
  },
  'take in': {
    nextStatus: unchangedUnlessSpam,
    sentence: 'merged another enquiry into {it}{more}',
    isConflictFree: true,
    computeEffects({ status, waitingSince }, { waitingSince: since }) {
      if (since === null) return {};
      const isOpen = status === 'open';
      const earliest = isOpen && waitingSince < since ? waitingSince : since;
      // If both wait, what was written to one before does not answer the other.
      const effects = isOpen ? [{ effect: 'supersede replies' } as const] : [];
      return { status: 'open', changes: { waitingSince: earliest }, effects };
    },
    getDetail: ({ reference }) => reference,
  },
} satisfies Partial<ChangeDefinitions>;

function toPrivacyRequestChanges(request: PrivacyRequest | null) {
  return { privacyRequest: request?.kind ?? null, privacyRequestDueAt: request?.dueAt ?? null };
}
