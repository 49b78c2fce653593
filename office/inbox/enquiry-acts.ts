import type { FastifyRequest } from 'fastify';
import { type Desk, type Resumption, typedAgain, type Visit } from '../shared/desk.ts';
import type { Notice } from '../shared/frame.ts';
import { doneWords, problem } from '../shared/notices.tsx';
import { act, remarkIn, versionIn } from './acting.ts';
import { replyFaults, withSaved } from './answer-words.ts';
import { assigneeIn, type Decided, decidedActs, decideReply, decisions } from './decisions.ts';
import { enquiryNamed, showEnquiry } from './enquiry.tsx';

/** Bytes: an answer of any alphabet that is twice too long comes back whole. */
const limits = { bodyLimit: 256 * 1024 };

/** POST /enquiries/ID/ACT, with /reply, which sends an answer, and /saved-reply, which puts a text of the words into it. */
export function enquiryActs({ post }: Desk): void {
  for (const name of decidedActs) post(`/enquiries/:id/${name}`, (visit) => actOn(visit, name), resume);
  post('/enquiries/:id/reply', (visit) => actOn(visit, 'reply'), typedAgain, limits);
  post('/enquiries/:id/saved-reply', takeSaved, typedAgain, limits);
}

/** What was typed or chosen comes back; any other act only leads back to its enquiry, where the person presses the button again. */
function resume(form: URLSearchParams, request: FastifyRequest): Resumption {
  const isTyped = form.has('note') || remarkIn(form) !== '' || request.url.endsWith('/assign');
  return isTyped ? typedAgain(form, request) : { to: `/enquiries/${(request.params as { id: string }).id}` };
}

async function actOn(visit: Visit, name: Decided | 'reply') {
  const { form, isResumed, done, refuse } = visit;
  const enquiry = await enquiryNamed(visit);
  if (enquiry === null) return refuse(404);
  const typed = { note: form.get('note') ?? undefined, answer: form.get('text') ?? undefined, remark: remarkIn(form) };
  const again = (status: number, notice: Notice, shown = enquiry) =>
    showEnquiry(visit, shown, { status, notice, ...typed });

  if (isResumed) {
    const left = name === 'assign' ? await notAssigned(visit) : 'What you typed is below, and not sent or saved yet.';
    return again(200, problem(`You are signed in again. ${left}`));
  }
  const seen = versionIn(form.get('seen'));
  if (seen === null) return refuse(400);
  const decided = name === 'reply' ? decideReply(visit, enquiry) : await decisions[name](visit);
  if (typeof decided === 'string') return again(422, problem(decided));
  const acted = await act(visit, { id: enquiry.id, seen }, decided);
  switch (acted.outcome) {
    case 'done':
      return done(`/enquiries/${enquiry.id}`, name);
    case 'unknown':
      return refuse(404);
    case 'already':
      return again(200, { kind: 'done', text: `${doneWords[name]} already.`, details: acted.since }, acted.enquiry);
    case 'conflict':
    case 'invalid':
      return again(409, problem(problems[acted.outcome], acted.since), acted.enquiry);
    default:
      return again(acted.outcome === 'limited' ? 429 : 422, problem(replyFaults[acted.outcome]));
  }
}

async function takeSaved(visit: Visit) {
  const { form, words, refuse } = visit;
  const enquiry = await enquiryNamed(visit);
  if (enquiry === null) return refuse(404);
  const typed = form.get('text') ?? '';
  const saved = words().office.answer.saved.find(({ title }) => title === form.get('saved'));
  if (saved === undefined) {
    const notice = problem('This saved reply is not there any more. Choose another one.');
    return showEnquiry(visit, enquiry, { status: 422, notice, answer: typed });
  }
  return showEnquiry(visit, enquiry, {
    notice: { kind: 'done', text: `“${saved.title}” is in your answer below. Nothing is sent yet.` },
    answer: withSaved(typed, saved.text, words(), enquiry),
  });
}

async function notAssigned(visit: Visit): Promise<string> {
  const to = await assigneeIn(visit);
  return to === undefined ? 'Nothing is changed yet.' : `It is not assigned to ${to ?? 'nobody'} yet.`;
}

const problems = {
  conflict: 'Nothing is changed or sent yet: this happened since you opened the page. Look again, and decide.',
  invalid: 'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};
