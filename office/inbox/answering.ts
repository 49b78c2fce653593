import { longestReply, mostReplies, type ReplyFault } from '../../enquiries/act.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { type Desk, typedAgain, type Visit } from '../shared/desk.ts';
import { problem } from '../shared/notices.tsx';
import { versionIn } from './acting.ts';
import { eventLine } from './activity-list.tsx';
import { isEmptyAnswer, markIn, withSaved } from './answer-words.ts';
import { enquiryNamed, showEnquiry } from './enquiry.tsx';

/** Bytes: an answer of any alphabet that is twice too long comes back whole. */
const limits = { bodyLimit: 256 * 1024 };

/** POST /enquiries/ID/reply, which sends an answer, and /saved-reply, which puts a text of the words into it. */
export function answering({ post }: Desk): void {
  post('/enquiries/:id/reply', answer, typedAgain, limits);
  post('/enquiries/:id/saved-reply', takeSaved, typedAgain, limits);
}

async function answer(visit: Visit) {
  const { enquiries, form, person, now, words, isResumed, done, refuse } = visit;
  const enquiry = await enquiryNamed(visit);
  if (enquiry === null) return refuse(404);
  const typed = form.get('text') ?? '';
  const again = (status: number, text: string, shown = enquiry, details: readonly string[] = []) =>
    showEnquiry(visit, shown, { status, notice: problem(text, details), answer: typed });

  if (isResumed) return again(200, 'You are signed in again. Your answer is below, and not sent yet.');
  const version = versionIn(form.get('seen'));
  if (version === null) return refuse(400);
  const unfinished = whatIsLeft(typed, visit, enquiry);
  if (unfinished !== null) return again(422, unfinished);
  const replied = await enquiries.reply(enquiry.id, { text: typed, by: person, version });
  switch (replied.outcome) {
    case 'accepted':
      return done(`/enquiries/${enquiry.id}`, 'reply');
    case 'refused':
      return again(422, faults[replied.fault]);
    case 'conflict': {
      const since = replied.since.map((event) =>
        eventLine(event, person, { now: now(), timeZone: words().office.timeZone }),
      );
      return again(409, problems.conflict, replied.enquiry, since);
    }
    case 'invalid':
      return again(409, problems.invalid);
    case 'limited':
      return again(429, problems.limited);
    case 'unknown':
      return refuse(404);
  }
}

/** What has to be seen to before the answer can go, in words; null where nothing has. */
function whatIsLeft(text: string, { words }: Visit, enquiry: StoredEnquiry): string | null {
  if (isEmptyAnswer(text, words(), enquiry)) return faults.empty;
  const mark = markIn(text);
  return mark && `Nothing is sent yet: write what belongs in the place of “${mark}”, or take it out.`;
}

async function takeSaved(visit: Visit) {
  const { form, words, refuse } = visit;
  const enquiry = await enquiryNamed(visit);
  if (enquiry === null) return refuse(404);
  const typed = form.get('text') ?? '';
  const saved = words().office.answer.saved.find(({ title }) => title === form.get('saved'));
  if (saved === undefined)
    return showEnquiry(visit, enquiry, {
      status: 422,
      notice: problem('This saved reply is not there any more. Choose another one.'),
      answer: typed,
    });
  return showEnquiry(visit, enquiry, {
    notice: { kind: 'done', text: `“${saved.title}” is in your answer below. Nothing is sent yet.` },
    answer: withSaved(typed, saved.text, words(), enquiry),
  });
}

const faults: Record<ReplyFault, string> = {
  empty: 'Nothing is sent yet: write your answer first.',
  'too long': `Nothing is sent yet: shorten your answer to ${longestReply.toLocaleString('en-GB')} characters or fewer.`,
  'no address': 'Nothing is sent: the address that the visitor gave cannot be written to.',
};
const problems = {
  conflict:
    'Nothing is sent yet: this happened since you opened the page. Read it below, then send your answer, change it or leave it.',
  invalid: 'Nothing is sent: the enquiry is set aside. If it is no spam, move it to Waiting first.',
  limited: `Nothing is sent yet: you have sent ${mostReplies} answers within an hour. Send this one later; it is kept below.`,
};
