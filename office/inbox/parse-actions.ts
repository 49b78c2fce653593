import { cleanText } from '../../text/clean-text.ts';
import { computeReminderTime } from '../../enquiries/response-target.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import type { StaffRequest } from '../shared/staff-routes.ts';
import type { OfficeAction } from './perform-action.ts';
import { isEmptyReply, findUnfilledMark, replyFaults } from './reply-templates.ts';
import type { DoneAct } from '../shared/notices.tsx';

/** Maximum length of a note in UTF-16 code units. */
const longestNote = 10_000;

/** Parsers of the action forms by their names in URLs. Each returns an action, or a text that says why not. */
export const actionParsers = {
  answer: ({ form, words }) => ({
    action: 'close',
    reason: words().office.reasons.find((one) => one === form.get('reason')) ?? null,
  }),
  'answer-by-mail': () => ({ action: 'answer by mail' }),
  'written-again': () => ({ action: 'written again' }),
  'came-back': () => ({ action: 'came back' }),
  'send-again': ({ form }) => ({ action: 'send again', reply: form.get('reply') ?? '' }),
  'was-sent': ({ form }) => ({ action: 'was sent', reply: form.get('reply') ?? '' }),
  reopen: () => ({ action: 'reopen' }),
  retry: () => ({ action: 'retry' }),
  release: () => ({ action: 'release' }),
  spam: () => ({ action: 'set aside' }),
  note: ({ form }) => noteIn(form),
  remind({ form, words, now }) {
    const at = computeReminderTime(form.get('date') || (form.get('day') ?? ''), now(), words().office);
    return at === null ? 'Choose a day that lies ahead, within a year.' : { action: 'remind', at };
  },
  forget: () => ({ action: 'remind', at: null }),
  async assign({ people, form }) {
    const to = form.get('to') || null;
    const isThere = to === null || (await people.withRole('enquiries')).includes(to);
    return isThere ? { action: 'assign', to } : nobody;
  },
} satisfies Partial<Record<DoneAct, (visit: StaffRequest) => Decision | Promise<Decision>>>;

type Decision = OfficeAction | string;
export type FormAction = keyof typeof actionParsers;

export const formActions = Object.keys(actionParsers) as readonly FormAction[];

/** Returns the action of a reply form, or a text that says why nothing is sent. */
export function decideReply({ form, words }: StaffRequest, enquiry: StoredEnquiry): Decision {
  const text = form.get('text') ?? '';
  if (isEmptyReply(text, words(), enquiry)) return replyFaults.empty;
  const mark = findUnfilledMark(text);
  return mark === null
    ? { action: 'reply', text }
    : `Nothing is sent yet: write what belongs in the place of “${mark}”, or take it out.`;
}

function noteIn(form: URLSearchParams): Decision {
  const text = cleanText(form.get('note') ?? '');
  if (text === '') return 'The note is empty. Write something, and save it again.';
  if (text.length > longestNote)
    return `The note is too long. Shorten it to ${longestNote.toLocaleString('en-GB')} characters or fewer.`;
  return { action: 'note', text };
}

const nobody = 'Nobody with this address can open the inbox any more. Choose somebody else.';
