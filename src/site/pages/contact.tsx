import { Clock, Earth, type IconNode, Mail, MapPin, Phone } from 'lucide';
import type { ReactNode } from 'react';
import {
  enquiryFields,
  fieldNames,
  formKeyFieldName,
  honeypotFieldName,
  type EnquiryFieldDefinition,
  type FieldName,
} from '../../enquiries/enquiry.ts';
import { PageHero } from '../components/blocks.tsx';
import { Icon } from '../components/icon.tsx';
import * as contactForm from '../contact/contact-form.island.tsx';
import { draftStorageKey } from '../contact/form-draft.ts';
import { buildPageHead } from '../document.tsx';
import { keepAddressPartsTogether, formatPhoneUrl } from '../../content/contact-details.ts';
import type { Content } from '../../content/content-models.ts';
import { describeOfficeHours } from '../../content/office-hours.ts';
import { getPoster } from '../drawings/posters.ts';
import { Island } from '../islands/island.tsx';
import type { PageProps, PageState } from '../routes.ts';

const poster = getPoster('first-rope');

/** States of the page that its styles must cover. */
export const states: readonly PageState[] = [
  { outcome: { kind: 'sent', reference: 'X' } },
  { outcome: { kind: 'failed' } },
  { outcome: { kind: 'refused', fieldErrors: { name: 'X' } } },
];

/** Renders the contact page, with the form as an island. */
export default function Contact({ site, page: currentPage, outcome, formValues }: PageProps) {
  const { contactPage: page, controls, footer } = site.content;
  const { title, faults, subjects: _subjects, fields, ...form } = page.form;
  const hours = describeOfficeHours(site.content.office);
  const open = hours && form.open.replace('{hours}', hours);
  const privacyLabel = footer.legal.find(({ to }) => to === '/privacy-policy')?.label ?? '';
  return (
    <div data-accent="harbour" data-hour={poster.hour}>
      <PageHero hasLowPoster poster={poster} title={page.title} lead={page.lead} headingSize="text-brave" />
      <div className="wrap grid gap-x-8 gap-y-14 pt-12 menu:grid-cols-12 menu:grid-rows-[auto_1fr]">
        <Details {...page.details} {...site.content.site} hours={site.content.office.shown ? hours : ''} />
        <section className="menu:col-span-7 menu:row-span-2 menu:pr-8">
          <h2 className="text-h2 font-bold">{title}</h2>
          <Island
            module={contactForm}
            hydrationStorageKey={draftStorageKey}
            props={{
              pageTitle: buildPageHead(site, currentPage).title,
              errorPrefix: controls.errorPrefix,
              privacyLabel,
              texts: { ...form, open },
              faults: { missing: faults.missing, emailFormat: faults.emailFormat },
              fields: fieldNames.map((name) => createFieldDefinition(name, fields)),
              hiddenFields: { honeypotName: honeypotFieldName, keyName: formKeyFieldName },
              outcome,
              values: formValues ?? {},
            }}
          />
        </section>
        <section className="flex flex-col justify-between gap-y-8 menu:col-span-5 menu:col-start-8">
          <h2 className="text-h2 font-bold">{page.next.title}</h2>
          <ol className="rail max-w-(--measure)">
            {[...page.next.steps, page.next.outsideHours].filter(Boolean).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>
            {page.next.call}
            <span className="block font-display text-[clamp(1.8rem,3.3vw,3.2rem)]/[1.2] font-bold">
              <PhoneLink phone={site.content.site.contact.phone} />
            </span>
          </p>
        </section>
      </div>
    </div>
  );
}

/** Returns the labels and constraints of a field. */
function createFieldDefinition(name: FieldName, texts: Content['contactPage']['form']['fields']) {
  const { kind, maxLength, options, isRequired }: EnquiryFieldDefinition = enquiryFields[name];
  return { name, kind, maxLength, options, required: isRequired, autoComplete: autoComplete[name], ...texts[name] };
}

/** Autofill tokens of the HTML specification. */
const autoComplete: Partial<Record<FieldName, string>> = { name: 'name', email: 'email', company: 'organization' };

type DetailsProps = Content['contactPage']['details'] & Pick<Content['site'], 'contact' | 'area'> & { hours: string };

function Details({ title, labels, contact, area, hours }: DetailsProps) {
  const { email, phone, address } = contact;
  return (
    <section className="menu:col-span-5 menu:col-start-8 menu:row-start-1">
      <h2 className="text-h2 font-bold">{title}</h2>
      <dl className="mt-4">
        <Detail icon={Mail} label={labels.email}>
          <a data-fact="email" href={`mailto:${email}`} className="link inline-flex min-h-11 items-center">
            {email}
          </a>
        </Detail>
        <Detail icon={Phone} label={labels.phone}>
          <PhoneLink phone={phone} />
        </Detail>
        {hours ? (
          <Detail icon={Clock} label={labels.hours}>
            <span className="py-2">{hours}</span>
          </Detail>
        ) : null}
        <Detail icon={MapPin} label={labels.address}>
          <address data-fact="address" className="py-2 text-balance">
            {keepAddressPartsTogether(address)}
          </address>
        </Detail>
        <Detail icon={Earth} label={labels.area}>
          {area}
        </Detail>
      </dl>
    </section>
  );
}

function PhoneLink({ phone }: { phone: string }) {
  return (
    <a data-fact="phone" href={formatPhoneUrl(phone)} className="link figures inline-flex min-h-11 items-center">
      {phone}
    </a>
  );
}

function Detail({ icon, label, children }: { icon: IconNode; label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center border-t border-hairline py-0.5 max-sm:grid-cols-[2rem_1fr]">
      <dt className="flex items-center gap-[0.6rem] text-quiet">
        <Icon shapes={icon} className="size-5" />
        <span className="max-sm:sr-only">{label}</span>
      </dt>
      <dd className="flex min-h-11 min-w-0 items-center">{children}</dd>
    </div>
  );
}
