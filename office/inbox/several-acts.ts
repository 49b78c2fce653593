import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PersonsAct } from '../../enquiries/core/handling.ts';
import { referenceOf } from '../../enquiries/core/reference.ts';
import { act, assigneeIn, isSimpleAct, simpleActs, versionIn, type Chosen } from './acting.ts';
import { eraseSeveral } from './erase.tsx';
import { showList } from './list.tsx';
import { listingAt } from './listing.ts';
import { formOf } from '../parts/form.ts';
import type { Notice } from '../parts/frame.ts';
import { firstPage, inboxPath, isEnquiryId, withDone, withoutDone } from '../parts/inbox-path.ts';
import { activityLine, counted, doneWords, type DoneAct } from '../parts/notices.tsx';
import { refuse } from '../parts/refusals.tsx';
import type { Inbox } from '../parts/inbox.tsx';
import { signedIn, type SignedIn } from '../parts/sessions.ts';

/** POST /acts: the same for each enquiry that was chosen in a list. */
export function severalActs(app: FastifyInstance, inbox: Inbox): void {
  app.post(
    '/acts',
    signedIn(
      inbox,
      (request, reply, session) => actOnSeveral(inbox, request, reply, session),
      (_request, form) => ({ to: backIn(form) }),
    ),
  );
}

async function actOnSeveral(
  inbox: Inbox,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SignedIn,
): Promise<FastifyReply> {
  const form = formOf(request);
  const back = backIn(form);
  const again = async (status: number, notice: Notice): Promise<FastifyReply> => {
    const listing = await listingAt(inbox, back);
    if (listing === null)
      return refuse(inbox, reply, status, { title: 'Not everything was done', advice: notice.text });
    return showList(inbox, session, reply, listing, { status, address: back, notice });
  };

  const chosen = chosenIn(form);
  if (chosen === null) return refuse(inbox, reply, 400);
  if (chosen.length === 0) return again(422, { kind: 'problem', text: 'Choose at least one enquiry first.' });
  const name = form.get('act') ?? '';
  if (name === 'erase')
    return eraseSeveral(inbox, reply, session, { chosen, back, isConfirmed: form.get('confirmed') === 'yes' });
  if (name === 'assign' && form.get('to') === '?')
    return again(422, { kind: 'problem', text: 'Choose who is to see to them first.' });
  const decided = await decisionIn(inbox, name, form);
  if (decided === null) return refuse(inbox, reply, 400);

  const left: string[] = [];
  for (const { id, seen } of chosen) {
    const acted = await act(inbox, session, id, decided, seen);
    if (acted.outcome === 'unknown') left.push(`${referenceOf(id)}: it was erased.`);
    if (acted.outcome === 'overtaken' || acted.outcome === 'not possible') {
      const last = acted.since.at(-1);
      const why = last === undefined ? notPossible : activityLine(last, session.person, inbox.now());
      left.push(`${referenceOf(id)}: ${why}`);
    }
  }
  const done = chosen.length - left.length;
  if (left.length === 0) return reply.redirect(withDone(back, name, done), 303);
  const words = `${doneWords[name as DoneAct]}: ${counted(done)}.`;
  return again(409, {
    kind: 'problem',
    text: `${words} Left as they are: ${counted(left.length)}.`,
    details: left,
  });
}

const notPossible = 'This is not possible for it, or its mail is being sent at the moment.';

async function decisionIn(inbox: Inbox, name: string, form: URLSearchParams): Promise<PersonsAct | null> {
  if (isSimpleAct(name)) return { act: simpleActs[name] };
  const to = name === 'assign' ? await assigneeIn(inbox, form) : undefined;
  return to === undefined ? null : { act: 'assign', to };
}

/** Null where something stands there that no list of ours has. Each is chosen once. */
function chosenIn(form: URLSearchParams): readonly Chosen[] | null {
  const chosen = new Map<string, Chosen>();
  for (const text of form.getAll('chosen')) {
    const [id = '', version] = text.split(':', 2);
    const seen = versionIn(version);
    if (!isEnquiryId(id) || seen === null) return null;
    chosen.set(id, { id, seen });
  }
  return [...chosen.values()];
}

function backIn(form: URLSearchParams): string {
  return withoutDone(inboxPath(form.get('back') ?? firstPage));
}
