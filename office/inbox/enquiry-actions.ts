import { type StaffRoutes, typedAgain, type StaffRequest } from '../shared/staff-routes.ts';
import type { Notice } from '../shared/page-context.ts';
import { doneWords, createProblem } from '../shared/notices.tsx';
import { performAction, readRemark, parseVersion } from './perform-action.ts';
import { replyFaults, insertSavedReply } from './reply-templates.ts';
import { type FormAction, formActions, decideReply, actionParsers } from './parse-actions.ts';
import { findEnquiry, showEnquiry } from './enquiry.tsx';

/** Bytes: a reply of twice the maximum length, in any alphabet, is still returned whole. */
const limits = { bodyLimit: 256 * 1024 };

/** Registers POST /enquiries/ID/ACTION, /reply, which sends a reply, and /saved-reply, which inserts a template. */
export function registerEnquiryActions({ post }: StaffRoutes): void {
  for (const name of formActions) post(`/enquiries/:id/${name}`, (visit) => actOn(visit, name), typedAgain);
  post('/enquiries/:id/reply', (visit) => actOn(visit, 'reply'), typedAgain, limits);
  post('/enquiries/:id/saved-reply', takeSaved, typedAgain, limits);
}

async function actOn(visit: StaffRequest, name: FormAction | 'reply') {
  const { form, isResumed, done, refuse } = visit;
  const enquiry = await findEnquiry(visit);
  if (enquiry === null) return refuse(404);
  const typed = {
    note: form.get('note') ?? undefined,
    answer: form.get('text') ?? undefined,
    remark: readRemark(form),
  };
  const again = (status: number, notice: Notice, shown = enquiry) =>
    showEnquiry(visit, shown, { status, notice, ...typed });

  if (isResumed) return again(200, createProblem(resumed));
  const seen = parseVersion(form.get('seen'));
  if (seen === null) return refuse(400);
  const decided = name === 'reply' ? decideReply(visit, enquiry) : await actionParsers[name](visit);
  if (typeof decided === 'string') return again(422, createProblem(decided));
  const acted = await performAction(visit, { id: enquiry.id, seen }, decided);
  switch (acted.outcome) {
    case 'done':
      return done(`/enquiries/${enquiry.id}`, name);
    case 'unknown':
      return refuse(404);
    case 'already':
      return again(200, { kind: 'done', text: `${doneWords[name]} already.`, details: acted.since }, acted.enquiry);
    case 'conflict':
    case 'invalid':
      return again(409, createProblem(problems[acted.outcome], acted.since), acted.enquiry);
    default:
      return again(acted.outcome === 'limited' ? 429 : 422, createProblem(replyFaults[acted.outcome]));
  }
}

async function takeSaved(visit: StaffRequest) {
  const { form, words, refuse } = visit;
  const enquiry = await findEnquiry(visit);
  if (enquiry === null) return refuse(404);
  const typed = form.get('text') ?? '';
  const saved = words().office.answer.saved.find(({ title }) => title === form.get('saved'));
  if (saved === undefined) {
    const notice = createProblem('This saved reply is not there any more. Choose another one.');
    return showEnquiry(visit, enquiry, { status: 422, notice, answer: typed });
  }
  return showEnquiry(visit, enquiry, {
    notice: { kind: 'done', text: `“${saved.title}” is in your answer below. Nothing is sent yet.` },
    answer: insertSavedReply(typed, saved.text, words(), enquiry),
  });
}

const resumed = 'You are signed in again. Nothing is done yet: what you typed is below.';
const problems = {
  conflict: 'Nothing is changed or sent yet: this happened since you opened the page. Look again, and decide.',
  invalid: 'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};
