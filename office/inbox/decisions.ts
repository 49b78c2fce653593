import { cleanText } from '../../text/clean-text.ts';
import { reminderTime } from '../../enquiries/response-target.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import type { Visit } from '../shared/desk.ts';
import type { OfficeAction } from './acting.ts';
import { isEmptyAnswer, markIn, replyFaults } from './answer-words.ts';
import type { DoneAct } from '../shared/notices.tsx';

/** In UTF-16 code units. */
const longestNote = 10_000;

/** What each act decides, by its name in addresses and forms. A text says why the form decides nothing. */
export const decisions = {
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
    const at = reminderTime(form.get('date') || (form.get('day') ?? ''), now(), words().office);
    return at === null ? 'Choose a day that lies ahead, within a year.' : { action: 'remind', at };
  },
  forget: () => ({ action: 'remind', at: null }),
  async assign({ people, form }) {
    const to = form.get('to') || null;
    const isThere = to === null || (await people.withRole('enquiries')).includes(to);
    return isThere ? { action: 'assign', to } : nobody;
  },
} satisfies Partial<Record<DoneAct, (visit: Visit) => Decision | Promise<Decision>>>;

type Decision = OfficeAction | string;
export type Decided = keyof typeof decisions;

export const decidedActs = Object.keys(decisions) as readonly Decided[];

/** What the form of an answer decides. */
export function decideReply({ form, words }: Visit, enquiry: StoredEnquiry): Decision {
  const text = form.get('text') ?? '';
  if (isEmptyAnswer(text, words(), enquiry)) return replyFaults.empty;
  const mark = markIn(text);
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
