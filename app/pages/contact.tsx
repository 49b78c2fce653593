import { Mail, MapPin, Phone } from 'lucide';
import { data, Link } from 'react-router';

import { contactPage } from '../../content/contact.ts';
import { site } from '../../content/site.ts';
import { formKeyField, limits, trapField } from '../../enquiries/enquiry.ts';
import { Icon } from '../components/icon.tsx';
import { ContactForm } from '../contact/contact-form.tsx';
import { readValues, type Outcome } from '../contact/outcome.ts';
import { phoneLink } from '../components/phone-link.ts';
import { type ContactFacts, useContactFacts } from '../contact-facts.ts';
import { FirstRope } from '../drawings/first-rope.tsx';
import { metaTags } from '../meta-tags.ts';
import { pageHead } from '../page-head.ts';
import { enquiriesContext } from '../server-context.ts';
import type { Route } from './+types/contact';

export function loader({ pattern }: Route.LoaderArgs) {
  const { seo, ...page } = contactPage;
  const unseen = { trap: trapField, key: formKeyField };
  return { head: pageHead(seo, pattern), page, builtIn: site.contact, limits, unseen };
}

/** The form as a browser without JavaScript sends it: the answer is this page with the outcome and all that was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = readValues(await request.formData());
  const { [formKeyField]: key, ...input } = values;
  const result = await context.get(enquiriesContext).receive(input, { key });
  if (result.outcome === 'accepted') return data({ outcome: { kind: 'sent' } satisfies Outcome, values: {} });
  if (result.outcome === 'refused') {
    return data({ outcome: { kind: 'refused', faults: result.faults } satisfies Outcome, values }, { status: 422 });
  }
  if (result.outcome === 'limited') {
    const { retryAfterSeconds } = result;
    return data({ outcome: { kind: 'failed', retryAfterSeconds } satisfies Outcome, values }, { status: 429 });
  }
  return data({ outcome: { kind: 'failed' } satisfies Outcome, values }, { status: 503 });
}

// The form's own answer is all that changes; the texts of the page stay.
export const shouldRevalidate = () => false;

// The form writes the title, which says whether something is wrong with what was sent.
export const meta: Route.MetaFunction = ({ loaderData }) =>
  metaTags(loaderData?.head).filter((tag) => !('title' in tag));

export default function Contact({
  loaderData: { head, page, builtIn, limits, unseen },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <div className="wrap grid gap-x-8 gap-y-10 pt-12 menu:grid-cols-12">
        <div className="menu:col-span-6">
          <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
            {page.title}
          </h1>
          <p className="mt-6 max-w-(--measure) text-lead text-quiet">{page.lead}</p>
        </div>
        <Details {...page.details} builtIn={builtIn} />
      </div>
      <div className="mt-6">
        <FirstRope />
      </div>
      <div className="wrap grid gap-x-8 gap-y-14 pt-12 menu:grid-cols-12">
        <section className="menu:col-span-7">
          <h2 className="text-h2 font-bold">{page.form.title}</h2>
          <ContactForm
            pageTitle={head.title}
            words={page.form}
            limits={limits}
            unseen={unseen}
            answered={actionData}
            privacyNote={
              <>
                {page.form.privacyNote}{' '}
                <Link to="/privacy-policy" className="link">
                  Privacy Policy
                </Link>
              </>
            }
          />
        </section>
        <section className="menu:col-span-4 menu:col-start-9">
          <h2 className="text-h3 font-bold">{page.next.title}</h2>
          <ol className="mt-4">
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
  builtIn: ContactFacts;
}

function Details({ title, labels, builtIn }: DetailsProps) {
  const { email, phone, address } = useContactFacts(builtIn);
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
            <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center">
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
            <a href={phoneLink(phone)} className="link figures inline-flex min-h-11 items-center">
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
            <address className="text-balance">{address}</address>
          </dd>
        </div>
      </dl>
    </section>
  );
}
