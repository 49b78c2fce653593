import type { FastifyInstance } from 'fastify';
import type { Notice } from '../parts/view.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { isEnquiryId } from '../parts/inbox-path.ts';
import { noticeIn } from '../parts/notices.ts';
import { refuse } from '../parts/refusals.ts';
import { signedIn, type SignedIn } from '../door/sessions.ts';
import type { Content, Inbox } from '../parts/show.ts';

/** GET /enquiries/ID. */
export function enquiryPage(app: FastifyInstance, inbox: Inbox): void {
  app.get<{ Params: { id: string } }>(
    '/enquiries/:id',
    signedIn(inbox, async (request, reply, session) => {
      const enquiry = await enquiryNamed(inbox, request.params);
      if (enquiry === null) return refuse(inbox, reply, 404);
      return inbox.show(reply, await enquiryContent(inbox, session, enquiry, { notice: noticeIn(request) }));
    }),
  );
}

/** The enquiry that the parameters of an address name; null where there is none. */
export async function enquiryNamed({ enquiries }: Inbox, params: unknown): Promise<StoredEnquiry | null> {
  const { id } = params as { id: string };
  if (!isEnquiryId(id)) return null;
  const [found] = await enquiries.find({ id });
  return found ?? null;
}

/** @param note what was typed and is not saved */
export async function enquiryContent(
  inbox: Inbox,
  session: SignedIn,
  enquiry: StoredEnquiry,
  { notice, note }: { notice?: Notice | undefined; note?: string | undefined },
): Promise<Content> {
  const { enquiries, people } = inbox;
  return {
    page: 'enquiry',
    ...(await inbox.office(session, notice)),
    enquiry,
    deliveries: await enquiries.deliveries(enquiry.id),
    activity: await enquiries.activity({ enquiryId: enquiry.id }),
    people: (await people.people()).map(({ email }) => email),
    fromSameAddress: await enquiries.count({ email: enquiry.email }),
    reply: replyTo(enquiry),
    note,
  };
}

/**
 * Whatever could begin another header is encoded, or gone: a visitor must not choose who else gets the reply. So is what nobody
 * sees, or what turns the reading direction round: mail programs would show the subject as something else.
 */
export function replyTo({ email, subject, reference }: Pick<StoredEnquiry, 'email' | 'subject' | 'reference'>): string {
  const oneLine = `Re: ${subject} (${reference})`.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  const address = encodeURIComponent(email).replace(/%40(?!.*%40)/, '@');
  return `mailto:${address}?subject=${encodeURIComponent(oneLine)}`;
}
