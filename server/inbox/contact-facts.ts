import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ContactFact, Notice } from '../../app/inbox/view.ts';
import { site } from '../../content/site.ts';
import { contactFields, parseContactField, type ContactField } from '../../enquiries/contact-settings.ts';
import { formOf, takeForms } from './form.ts';
import { withDone } from './inbox-path.ts';
import { noticeIn } from './notices.ts';
import { isResumed, signedIn, type SignedIn } from './sessions.ts';
import type { Inbox } from './show.ts';

const page = '/contact-facts';

type Details = Awaited<ReturnType<Inbox['contactSettings']['details']>>;
type Texts = Readonly<Partial<Record<ContactField, string>>>;

/** GET and POST /contact-facts: all four at once, or, where one has a fault, none. */
export function contactFacts(app: FastifyInstance, inbox: Inbox): void {
  const { contactSettings, enquiries } = inbox;

  app.get(
    page,
    signedIn(inbox, async (request, reply, session) =>
      showFacts(inbox, reply, session, { notice: noticeIn(request.url) }),
    ),
  );

  app.register(async (forms) => {
    takeForms(forms);
    forms.post(
      page,
      signedIn(
        inbox,
        async (request, reply, session) => {
          const form = formOf(request);
          const typed = typedIn(form);
          if (isResumed(form)) return showFacts(inbox, reply, session, { typed, notice: resumed });
          const before = await contactSettings.details();
          const { set, reset, faults } = changesIn(typed, before);
          if (Object.keys(faults).length > 0) return showFacts(inbox, reply, session, { typed, faults, status: 422 });
          for (const field of reset) await contactSettings.reset(field);
          for (const [field, value] of set) await contactSettings.set(field, value, session.person);
          const changed = [...reset, ...set.map(([field]) => field)];
          if (changed.length > 0) await enquiries.keep('contact facts', session.person, changed.join(', '));
          return reply.redirect(withDone(page, 'contact-facts'), 303);
        },
        (_request, form) => ({ to: page, typed: typedIn(form) }),
      ),
    );
  });
}

const resumed: Notice = {
  kind: 'problem',
  text: 'You are signed in again. What you typed is below, and not saved yet.',
};

function typedIn(form: URLSearchParams): Texts {
  return Object.fromEntries(contactFields.flatMap((field) => (form.has(field) ? [[field, form.get(field)]] : [])));
}

/** What stays as it is is not set again: since when it shows would be lost. */
function changesIn(typed: Texts, before: Details) {
  const set: [ContactField, string][] = [];
  const reset: ContactField[] = [];
  const faults: Partial<Record<ContactField, string>> = {};
  for (const field of contactFields) {
    const text = typed[field]?.trim();
    const value = before[field]?.value;
    if (text === undefined || text === (value ?? '')) continue;
    const parsed = parseContactField(field, text);
    if (text === '') reset.push(field);
    else if (parsed.ok) set.push([field, parsed.value]);
    else faults[field] = forPeople(parsed.fault);
  }
  return { set, reset, faults };
}

/** `phone takes digits` as it stands beside a field that has its name already: `Give digits.` */
function forPeople(fault: string): string {
  return `${fault.replace(/^\w+ takes (?=an? |digits)/, 'Give ').replace(/^the/, 'The')}.`;
}

interface Shown {
  typed?: Texts;
  faults?: Texts;
  notice?: Notice | undefined;
  status?: number;
}

async function showFacts(
  inbox: Inbox,
  reply: FastifyReply,
  session: SignedIn,
  { typed = {}, faults = {}, notice, status = 200 }: Shown,
): Promise<FastifyReply> {
  const details = await inbox.contactSettings.details();
  const facts = contactFields.map((field): ContactFact => {
    const { value, at, by } = details[field] ?? {};
    return {
      field,
      value: typed[field] ?? value ?? '',
      builtIn: builtIn[field],
      since: at && by ? { at, by } : undefined,
      isSet: value !== undefined,
      fault: faults[field],
    };
  });
  const office = await inbox.office(session, notice);
  return inbox.show(reply, { page: 'contact facts', ...office, facts }, { status, address: page });
}

const { socialMedia, ...others } = site.contact;
const builtIn: Readonly<Record<ContactField, string>> = { ...others, linkedin: socialMedia.linkedin };
