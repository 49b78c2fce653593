import type { FastifyInstance, FastifyReply } from 'fastify';

import { isEmailAddress } from '../../enquiries/core/enquiry.ts';
import { referenceOf } from '../../enquiries/core/reference.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { formOf } from '../parts/form.ts';
import { firstPage, withDone } from '../parts/inbox-path.ts';
import type { Inbox } from '../parts/inbox.tsx';
import { refuse } from '../parts/refusals.tsx';
import { signedIn, type SignedIn } from '../parts/sessions.ts';
import { versionIn, type Chosen } from './acting.ts';
import { enquiryNamed } from './enquiry.tsx';
import { ErasePage, type Erased } from './erase-page.tsx';

/** Of those that would go. */
const mostShown = 20;

const changed = 'Somebody has acted on it since you were asked. Look again, and decide.';

interface Named {
  Params: { id: string };
}

/** GET and POST /enquiries/ID/erase and /erase: they ask, and do it. */
export function erase(app: FastifyInstance, inbox: Inbox): void {
  const { enquiries } = inbox;
  const emailIn = (form: URLSearchParams): string => (form.get('email') ?? '').trim();

  app.get<Named>(
    '/enquiries/:id/erase',
    signedIn(inbox, async (request, reply, session) => {
      const enquiry = await enquiryNamed(inbox, request.params);
      return enquiry === null
        ? refuse(inbox, reply, 404)
        : ask(inbox, reply, session, { enquiry }, { found: [enquiry] });
    }),
  );
  app.get(
    '/erase',
    signedIn(inbox, async (request, reply, session) => {
      const email = emailIn(new URL(request.url, 'http://inbox.invalid').searchParams);
      const isOne = isEmailAddress(email);
      const found = isOne ? await enquiries.list({ email, limit: mostShown }) : [];
      return ask(inbox, reply, session, { email }, { found, count: isOne ? await enquiries.count({ email }) : 0 });
    }),
  );
  app.post<Named>(
    '/enquiries/:id/erase',
    signedIn(
      inbox,
      async (request, reply, session) => {
        const enquiry = await enquiryNamed(inbox, request.params);
        if (enquiry === null) return refuse(inbox, reply, 404);
        const seen = versionIn(formOf(request).get('seen'));
        if (seen !== null && seen !== enquiry.version)
          return ask(inbox, reply, session, { enquiry }, { found: [enquiry], problem: changed });
        const erased = await enquiries.erase({ id: enquiry.id }, session.person);
        return reply.redirect(withDone(firstPage, 'erase', erased.length), 303);
      },
      ({ url }) => ({ to: url }),
    ),
  );
  app.post(
    '/erase',
    signedIn(
      inbox,
      async (request, reply, session) => {
        const email = emailIn(formOf(request));
        const erased = isEmailAddress(email) ? await enquiries.erase({ email }, session.person) : [];
        return reply.redirect(withDone(firstPage, 'erase', erased.length), 303);
      },
      (_request, form) => ({ to: `/erase?${new URLSearchParams({ email: emailIn(form) })}` }),
    ),
  );
}

/** The same for those that were chosen in a list. What somebody has acted on since is left, and asked about again. */
export async function eraseSeveral(
  inbox: Inbox,
  reply: FastifyReply,
  session: SignedIn,
  { chosen, back, isConfirmed }: { chosen: readonly Chosen[]; back: string; isConfirmed: boolean },
): Promise<FastifyReply> {
  const { enquiries } = inbox;
  const left: StoredEnquiry[] = [];
  const ids: string[] = [];
  for (const { id, seen } of chosen) {
    const [enquiry] = await enquiries.find({ id });
    if (enquiry === undefined) continue;
    if (isConfirmed && enquiry.version === seen) ids.push(id);
    else left.push(enquiry);
  }
  const erased = (await enquiries.erase({ ids }, session.person)).length;
  if (isConfirmed && left.length === 0) return reply.redirect(withDone(back, 'erase', erased), 303);
  const several = left.map(({ id, version }) => `${id}:${version}`);
  const others = left.map(({ id }) => referenceOf(id)).join(', ');
  const done = `${erased === 0 ? 'Nothing is erased' : `Erased: ${erased}`}. Somebody has acted since on ${others}.`;
  return ask(inbox, reply, session, { several, back }, { found: left, problem: isConfirmed ? done : undefined });
}

interface Asked {
  found: readonly StoredEnquiry[];
  /** How many go in all, where not all were found. */
  count?: number;
  problem?: string | undefined;
}

function ask(
  inbox: Inbox,
  reply: FastifyReply,
  session: SignedIn,
  of: Erased,
  { found, count = found.length, problem }: Asked,
): Promise<FastifyReply> {
  const notice = problem === undefined ? undefined : ({ kind: 'problem', text: problem } as const);
  const page = <ErasePage of={of} found={found.slice(0, mostShown)} count={count} />;
  // Several were chosen in a form: there is no address that would show them again.
  const address = 'several' in of ? { address: of.back } : {};
  return inbox.showTo(session, reply, page, { status: problem === undefined ? 200 : 409, notice, ...address });
}
