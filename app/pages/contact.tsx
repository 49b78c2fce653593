import { Mail, MapPin, Phone } from 'lucide';
import { data } from 'react-router';

import { contactPage, controls, footer, site } from '../../content/words.ts';
import { formKeyField, limits, trapField } from '../../enquiries/enquiry.ts';
import { Icon } from '../components/icon.tsx';
import * as contactForm from '../contact/contact-form.island.tsx';
import { readValues, type Outcome } from '../contact/outcome.ts';
import { type ContactFacts, holdPostcode, phoneLink } from '../../content/contact-facts.ts';
import { FirstRope } from '../drawings/first-rope.tsx';
import { Island } from '../islands/island.tsx';
import { metaTags, pageHead } from '../page-head.ts';
import { enquiriesContext } from '../server-context.ts';
import type { Route } from './+types/contact';

export function loader({ pattern }: Route.LoaderArgs) {
  const { seo, ...page } = contactPage;
  const unseen = { trap: trapField, key: formKeyField };
  // What the form says of faults comes with the server's answer.
  const { faults: _faults, ...form } = page.form;
  const privacyLabel = footer.legal.find(({ to }) => to === '/privacy-policy')?.label ?? '';
  const { errorPrefix } = controls;
  return {
    head: pageHead(seo, pattern),
    page: { ...page, form },
    builtIn: site.contact,
    limits,
    unseen,
    privacyLabel,
    errorPrefix,
  };
}

/** The form as a browser without JavaScript sends it: the answer is this page with the outcome and all that was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = readValues(await request.formData());
  const { [formKeyField]: key, ...input } = values;
  const result = await context.get(enquiriesContext).receive(input, { key });
  if (result.outcome === 'accepted') {
    const { reference } = result;
    return data({ outcome: { kind: 'sent', reference } satisfies Outcome, values: {} });
  }
  if (result.outcome === 'refused') {
    return data({ outcome: { kind: 'refused', faults: result.faults } satisfies Outcome, values }, { status: 422 });
  }
  if (result.outcome === 'limited') {
    const { retryAfterSeconds } = result;
    return data({ outcome: { kind: 'failed', retryAfterSeconds } satisfies Outcome, values }, { status: 429 });
  }
  return data({ outcome: { kind: 'failed' } satisfies Outcome, values }, { status: 503 });
}

// The page writes its title itself, which says whether something is wrong with what was sent.
export const meta: Route.MetaFunction = ({ loaderData }) =>
  metaTags(loaderData?.head).filter((tag) => !('title' in tag));

export const Drawing = FirstRope;

export default function Contact({
  loaderData: { head, page, builtIn, limits, unseen, privacyLabel, errorPrefix },
  actionData,
}: Route.ComponentProps) {
  const isWrong = actionData !== undefined && actionData.outcome.kind !== 'sent';
  return (
    <>
      <title>{isWrong ? `${errorPrefix} ${head.title}` : head.title}</title>
      <div className="wrap grid gap-x-8 gap-y-10 pt-12 menu:grid-cols-12">
        <div className="menu:col-span-6">
          <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
            {page.title}
          </h1>
          <p className="mt-6 text-lead text-quiet">{page.lead}</p>
        </div>
        <Details {...page.details} contact={builtIn} />
      </div>
      <div className="mt-6">
        <Drawing />
      </div>
      <div className="wrap grid gap-x-8 gap-y-14 pt-12 menu:grid-cols-12">
        <section className="menu:col-span-7">
          <h2 className="text-h2 font-bold">{page.form.title}</h2>
          <Island
            of={contactForm}
            props={{
              pageTitle: head.title,
              words: page.form,
              errorPrefix,
              privacyLabel,
              limits,
              unseen,
              answered: actionData,
            }}
          />
        </section>
        <section className="menu:col-span-4 menu:col-start-9">
          <h2 className="text-h3 font-bold">{page.next.title}</h2>
          <ol className="mt-4 max-w-(--measure)">
            {page.next.steps.map((step) => (
              <li key={step} className="border-t border-hairline py-3 text-quiet">
                {step}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}

interface DetailsProps {
  title: string;
  labels: { email: string; phone: string; address: string };
  contact: ContactFacts;
}

function Details({ title, labels, contact }: DetailsProps) {
  const { email, phone, address } = contact;
  return (
    <section className="menu:col-span-5 menu:col-start-8 menu:self-end">
      <h2 className="text-h3 font-bold">{title}</h2>
      <dl className="mt-4">
        <div className="contact-detail">
          <dt>
            <Icon shapes={Mail} />
            {labels.email}
          </dt>
          <dd>
            <a data-fact="email" href={`mailto:${email}`} className="link inline-flex min-h-11 items-center">
              {email}
            </a>
          </dd>
        </div>
        <div className="contact-detail">
          <dt>
            <Icon shapes={Phone} />
            {labels.phone}
          </dt>
          <dd>
            <a data-fact="phone" href={phoneLink(phone)} className="link figures inline-flex min-h-11 items-center">
              {phone}
            </a>
          </dd>
        </div>
        <div className="contact-detail">
          <dt>
            <Icon shapes={MapPin} />
            {labels.address}
          </dt>
          <dd>
            <address data-fact="address" className="text-balance">
              {holdPostcode(address)}
            </address>
          </dd>
        </div>
      </dl>
    </section>
  );
}
