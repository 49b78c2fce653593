import type { FastifyRequest } from 'fastify';
import { type Desk, type Resumption, typedAgain, type Visit } from '../shared/desk.ts';
import type { Notice } from '../shared/frame.ts';
import { doneWords, problem } from '../shared/notices.tsx';
import { act, remarkIn, versionIn } from './acting.ts';
import { assigneeIn, type Decided, decidedActs, decisions } from './decisions.ts';
import { enquiryNamed, showEnquiry } from './enquiry.tsx';

/** POST /enquiries/ID/ACT. */
export function enquiryActs({ post }: Desk): void {
  for (const name of decidedActs) post(`/enquiries/:id/${name}`, (visit) => actOn(visit, name), resume);
}

/** What was typed or chosen comes back; any other act only leads back to its enquiry, where the person presses the button again. */
function resume(form: URLSearchParams, request: FastifyRequest): Resumption {
  const isTyped = form.has('note') || remarkIn(form) !== '' || request.url.endsWith('/assign');
  return isTyped ? typedAgain(form, request) : { to: `/enquiries/${(request.params as { id: string }).id}` };
}

async function actOn(visit: Visit, name: Decided) {
  const { form, isResumed, done, refuse } = visit;
  const enquiry = await enquiryNamed(visit);
  if (enquiry === null) return refuse(404);
  const note = form.get('note') ?? undefined;
  const again = (status: number, notice: Notice, shown = enquiry) =>
    showEnquiry(visit, shown, { status, notice, note, remark: remarkIn(form) });

  if (isResumed) {
    const left = name === 'assign' ? await notAssigned(visit) : 'What you typed is below, and not saved yet.';
    return again(200, problem(`You are signed in again. ${left}`));
  }
  const seen = versionIn(form.get('seen'));
  if (seen === null) return refuse(400);
  const decided = await decisions[name](visit);
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
  }
}

async function notAssigned(visit: Visit): Promise<string> {
  const to = await assigneeIn(visit);
  return to === undefined ? 'Nothing is changed yet.' : `It is not assigned to ${to ?? 'nobody'} yet.`;
}

const problems = {
  conflict: 'Nothing is changed yet: this happened since you opened the page. Look again, and decide.',
  invalid: 'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};
