import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PersonsAct } from '../../enquiries/core/handling.ts';
import { act, assigneeIn, isSimpleAct, simpleActs, versionIn, type Acted } from './acting.ts';
import { enquiryNamed, showEnquiry } from './enquiry.tsx';
import { formOf } from '../parts/form.ts';
import type { Notice } from '../parts/frame.ts';
import { withDone } from '../parts/inbox-path.ts';
import { activityLine, doneWords, type DoneAct } from '../parts/notices.tsx';
import { refuse } from '../parts/refusals.tsx';
import type { Inbox, Resumption } from '../parts/inbox.tsx';
import { isResumed, signedIn, type SignedIn } from '../parts/sessions.ts';

/** In UTF-16 code units. */
const longestNote = 10_000;

interface Named {
  Params: { id: string };
}

/** POST /enquiries/ID/ACT. */
export function enquiryActs(app: FastifyInstance, inbox: Inbox): void {
  for (const name of [...Object.keys(simpleActs), 'note', 'assign'] as DoneAct[])
    app.post<Named>(
      `/enquiries/:id/${name}`,
      signedIn(inbox, (request, reply, session) => actOn(inbox, name, request, reply, session), resume),
    );
}

/** What was typed or chosen comes back; any other act only leads back to its enquiry, where the person presses the button again. */
function resume({ params, url }: FastifyRequest, form: URLSearchParams): Resumption {
  const page = `/enquiries/${(params as Named['Params']).id}`;
  const seen = form.get('seen') ?? '';
  const [note, to] = [form.get('note'), form.get('to')];
  if (note !== null) return { to: url, typed: { note, seen } };
  return to === null ? { to: page } : { to: url, typed: { to, seen } };
}

async function actOn(
  inbox: Inbox,
  name: DoneAct,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SignedIn,
): Promise<FastifyReply> {
  const enquiry = await enquiryNamed(inbox, request.params);
  if (enquiry === null) return refuse(inbox, reply, 404);
  const { id } = enquiry;
  const page = `/enquiries/${id}`;
  const form = formOf(request);
  const note = form.get('note') ?? undefined;
  const again = (status: number, notice: Notice, shown = enquiry): Promise<FastifyReply> =>
    showEnquiry(inbox, session, reply, shown, { status, notice, note });

  if (isResumed(form)) {
    const left = name === 'assign' ? await notAssigned(inbox, form) : 'What you typed is below, and not saved yet.';
    return again(200, { kind: 'problem', text: `You are signed in again. ${left}` });
  }
  const seen = versionIn(form.get('seen'));
  if (seen === null) return refuse(inbox, reply, 400);
  const decided = await decisionIn(inbox, name, form);
  if (typeof decided === 'string') return again(422, { kind: 'problem', text: decided });
  const acted = await act(inbox, session, id, decided, seen);
  switch (acted.outcome) {
    case 'done':
      return reply.redirect(withDone(page, name), 303);
    case 'unknown':
      return refuse(inbox, reply, 404);
    case 'already':
      return again(200, { kind: 'done', ...told(inbox, session, acted, `${doneWords[name]} already.`) }, acted.enquiry);
    case 'overtaken':
    case 'not possible':
      return again(409, { kind: 'problem', ...told(inbox, session, acted, problems[acted.outcome]) }, acted.enquiry);
  }
}

async function notAssigned(inbox: Inbox, form: URLSearchParams): Promise<string> {
  const to = await assigneeIn(inbox, form);
  return to === undefined ? 'Nothing is changed yet.' : `It is not assigned to ${to ?? 'nobody'} yet.`;
}

/** What the form decides, or what is wrong with it. */
async function decisionIn(inbox: Inbox, name: DoneAct, form: URLSearchParams): Promise<PersonsAct | string> {
  if (isSimpleAct(name)) return { act: simpleActs[name] };
  if (name === 'assign') {
    const to = await assigneeIn(inbox, form);
    return to === undefined
      ? 'Nobody with this address can open the inbox any more. Choose somebody else.'
      : { act: name, to };
  }
  const text = noteIn(form);
  if (text === '') return 'The note is empty. Write something, and save it again.';
  if (text.length > longestNote)
    return `The note is too long. Shorten it to ${longestNote.toLocaleString('en-GB')} characters or fewer.`;
  return { act: 'note', text };
}

/** As messages are stored: line breaks as \n, and no other control character but tabs. */
function noteIn(form: URLSearchParams): string {
  const text = (form.get('note') ?? '').toWellFormed().replaceAll(/\r\n?/g, '\n');
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, '').trim();
}

const problems = {
  overtaken: 'Nothing is changed yet: this happened since you opened the page. Look again, and decide.',
  'not possible':
    'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};

function told(
  inbox: Inbox,
  { person }: SignedIn,
  { since }: Pick<Extract<Acted, { since: unknown }>, 'since'>,
  text: string,
) {
  return { text, details: since.map((one) => activityLine(one, person, inbox.now())) };
}
