import { site } from '../../content/words.ts';
import { contactFields, parseContactField, type ContactField } from '../../enquiries/core/contact-settings.ts';
import type { Desk, Shown, Visit } from '../parts/desk.ts';
import { ContactFactsPage, type ContactFact } from './contact-facts-page.tsx';

const page = '/contact-facts';

type Details = Awaited<ReturnType<Visit['contactSettings']['details']>>;
type Texts = Readonly<Partial<Record<ContactField, string>>>;

/** GET and POST /contact-facts: all that was changed at once, or, where something has a fault or others were quicker, nothing. */
export function contactFacts({ get, post }: Desk): void {
  get(page, (visit) => showFacts(visit));
  post(page, change, (form) => ({ to: page, typed: Object.fromEntries(form) }));
}

async function change(visit: Visit) {
  const { contactSettings, enquiries, person, form, isResumed, done } = visit;
  const { typed, set, reset, faults, isOvertaken } = changesIn(form, await contactSettings.details(), person);
  if (isResumed) return showFacts(visit, { typed, faults, notice: { kind: 'problem', text: resumed } });
  if (Object.keys(faults).length > 0) return showFacts(visit, { typed, faults, status: isOvertaken ? 409 : 422 });
  for (const field of reset) await contactSettings.reset(field);
  for (const [field, value] of set) await contactSettings.set(field, value, person);
  const changed = [...reset, ...set.map(([field]) => field)];
  if (changed.length > 0) await enquiries.keep('contact facts', person, changed.join(', '));
  return done(page, 'contact-facts');
}

const resumed = 'You are signed in again. What you typed is below, and not saved yet.';

/**
 * What the person has changed of what was shown. The rest stays as others may have made it meanwhile; and what is so already is
 * not set again: since when it shows would be lost.
 */
function changesIn(form: URLSearchParams, before: Details, person: string) {
  const typed: Partial<Record<ContactField, string>> = {};
  const set: [ContactField, string][] = [];
  const reset: ContactField[] = [];
  const faults: Partial<Record<ContactField, string>> = {};
  let isOvertaken = false;
  for (const field of contactFields) {
    const shown = form.get(`shown-${field}`) ?? '';
    const present = before[field]?.value ?? '';
    const text = (form.get(field) ?? shown).trim();
    if (text === shown || text === present) continue;
    typed[field] = form.get(field) ?? '';
    const parsed = parseContactField(field, text);
    if (present !== shown) {
      isOvertaken = true;
      faults[field] = overtaken(before[field], person);
    } else if (text === '') reset.push(field);
    else if (parsed.ok) set.push([field, parsed.value]);
    else faults[field] = forPeople(parsed.fault);
  }
  return { typed, set, reset, faults, isOvertaken };
}

/** Who has reset a field is not kept with it. */
function overtaken(present: Details[ContactField], person: string): string {
  const by = present?.by === person ? 'You' : (present?.by?.replace(/^the command$/, 'The command') ?? 'Somebody');
  const what = present === undefined ? 'returned it to what the site came with' : `set it to “${present.value}”`;
  return `${by} ${what} after you had opened this page. Save again to replace that.`;
}

/** `phone takes digits` as it stands beside a field that has its name already: `Give digits.` */
function forPeople(fault: string): string {
  return `${fault.replace(/^\w+ takes (?=an? |digits)/, 'Give ').replace(/^the/, 'The')}.`;
}

interface Typed {
  typed?: Texts;
  faults?: Texts;
}

async function showFacts({ contactSettings, show }: Visit, { typed = {}, faults = {}, ...shown }: Typed & Shown = {}) {
  const details = await contactSettings.details();
  const facts = contactFields.map((field): ContactFact => {
    const { value, at, by } = details[field] ?? {};
    return {
      field,
      value: typed[field] ?? value ?? '',
      present: value ?? '',
      builtIn: builtIn[field],
      since: at && by ? { at, by } : undefined,
      isSet: value !== undefined,
      fault: faults[field],
    };
  });
  return show(<ContactFactsPage facts={facts} />, { ...shown, address: page });
}

const { socialMedia, ...others } = site.contact;
const builtIn: Readonly<Record<ContactField, string>> = { ...others, linkedin: socialMedia.linkedin };
