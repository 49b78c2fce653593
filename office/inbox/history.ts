import type { FastifyInstance } from 'fastify';
import { referenceOf } from '../../enquiries/core/reference.ts';
import { isEnquiryId } from '../parts/inbox-path.ts';
import { refuse } from '../parts/refusals.ts';
import { signedIn } from '../door/sessions.ts';
import type { Inbox } from '../parts/show.ts';

/** Of a page. */
const length = 50;

/** GET /history: who did what, of all. */
export function history(app: FastifyInstance, inbox: Inbox): void {
  app.get(
    '/history',
    signedIn(inbox, async (request, reply, session) => {
      const before = new URL(request.url, 'http://inbox.invalid').searchParams.get('before') ?? undefined;
      if (before !== undefined && !isEnquiryId(before)) return refuse(inbox, reply, 404);
      const limit = length + 1;
      const found = await inbox.enquiries.activity(before === undefined ? { limit } : { before, limit });
      const acts = found.slice(0, length).map((one) => ({
        ...one,
        reference: one.enquiryId === null ? undefined : referenceOf(one.enquiryId),
      }));
      const next = found.length > length ? `/history?before=${acts.at(-1)?.id}` : undefined;
      return inbox.show(reply, { page: 'history', ...(await inbox.office(session)), acts, next });
    }),
  );
}
