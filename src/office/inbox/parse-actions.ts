import { cleanText } from '../../text/clean-text.ts';
import { computeReminderTime } from '../../enquiries/reminder-time.ts';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import type { OfficeAction } from './perform-action.ts';
import { isEmptyReply, findMissingValueMark, replyFaultMessages } from './reply-templates.ts';
import type { DoneAction } from '../shared/notices.tsx';

/** Maximum length of a note in UTF-16 code units. */
const maxNoteLength = 10_000;

/** Parsers of the action forms, by their names in URLs. */
export const actionParsers = {
  answer: ({ form, office }) => ({
    action: 'close',
    reason: office.getContent().office.reasons.find((one) => one === form.get('reason')) ?? null,
  }),
  'answer-by-mail': () => ({ action: 'answer by mail' }),
  'confirm-answer': ({ form }) => ({ action: 'confirm answer', claimId: form.get('message') ?? '' }),
  'written-again': () => ({ action: 'written again' }),
  'came-back': () => ({ action: 'came back' }),
  'send-again': ({ form }) => ({ action: 'send again', replyId: form.get('reply') ?? '' }),
  'was-sent': ({ form }) => ({ action: 'was sent', replyId: form.get('reply') ?? '' }),
  reopen: () => ({ action: 'reopen' }),
  retry: () => ({ action: 'retry' }),
  release: () => ({ action: 'release' }),
  spam: () => ({ action: 'set aside' }),
  note: ({ form }) => parseNote(form),
  remind({ form, office }) {
    const day = form.get('date') || (form.get('day') ?? '');
    const at = computeReminderTime(day, office.clock.now(), office.getContent().office);
    if (at !== null) return { action: 'remind', at };
    return day === 'later today'
      ? 'The office is not open for another hour today. Choose another day.'
      : 'Choose a day that lies ahead, within a year.';
  },
  forget: () => ({ action: 'remind', at: null }),
  address({ form }) {
    const email = form.get('email')?.trim() ?? '';
    return isEmailAddress(email) ? { action: 'correct address', email } : 'Write an address like name@example.com.';
  },
  merge: ({ form }) => ({ action: 'merge', into: form.get('into') ?? '' }),
  async assign({ office, form }) {
    const to = form.get('to') || null;
    const isAllowed = to === null || (await office.people.listEmailsWithRole('enquiries')).includes(to);
    return isAllowed ? { action: 'assign', to } : unknownAssigneeMessage;
  },
} satisfies Partial<Record<DoneAction, (request: StaffRequest) => ParsedAction | Promise<ParsedAction>>>;

/** An action, or a message that says why there is none. */
type ParsedAction = OfficeAction | string;
/** Name of an action's form in its URL. */
export type FormActionName = keyof typeof actionParsers;
/** Names of all actions with a form. */
export const formActionNames = Object.keys(actionParsers) as readonly FormActionName[];

/** Returns the action of a reply form, or a message that says why nothing is sent. */
export function parseReply({ office, session, form, upload }: StaffRequest, enquiry: StoredEnquiry): ParsedAction {
  // A form that is replayed has the names of its files alone.
  if (form.get('files') && upload.files.length === 0)
    return `Nothing is sent yet. ${upload.problem ?? 'The files did not come along.'}`;
  const text = form.get('text') ?? '';
  if (isEmptyReply(text, office.getContent(), { ...enquiry, person: session.personName }))
    return replyFaultMessages.empty;
  const mark = findMissingValueMark(text);
  return mark === null
    ? { action: 'reply', text }
    : `Nothing is sent yet: write what belongs in the place of “${mark}”, or take it out.`;
}

function parseNote(form: URLSearchParams): ParsedAction {
  const text = cleanText(form.get('note') ?? '');
  if (text === '') return 'The note is empty. Write something, and save it again.';
  if (text.length > maxNoteLength)
    return `The note is too long. Shorten it to ${maxNoteLength.toLocaleString('en-GB')} characters or fewer.`;
  return { action: 'note', text };
}

const unknownAssigneeMessage = 'Nobody with this address can open the inbox any more. Choose somebody else.';
