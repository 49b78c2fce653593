import { LoaderCircle } from 'lucide';
import { type FormEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { Content } from '../../content/content-types.ts';
import { Icon } from '../components/icon.tsx';
import { createFormDraft, type FormDraft } from './form-draft.ts';
import { type FieldWords, FormField } from './form-field.tsx';
import { type Hint, chooseHint, findTooLongTexts } from './hints.ts';
import { notify } from './notifications.tsx';
import { OutcomeMessage } from './outcome-message.tsx';
import { sendEnquiry, type Outcome, type Values } from './send-enquiry.ts';

interface ContactFormProps {
  /** The page's title while nothing is wrong. */
  pageTitle: string;
  /** Before that title, and before each fault, while something is. */
  errorPrefix: string;
  privacyLabel: string;
  words: Omit<Content['contactPage']['form'], 'title' | 'faults' | 'subjects' | 'fields'>;
  fields: readonly FieldWords[];
  /** The names of the fields that nobody sees. */
  unseen: { trap: string; key: string };
  /** What the server answered to a form that the browser sent by itself, without scripts. */
  outcome: Outcome | undefined;
  /** What the fields hold at first. */
  values: Values;
}

/**
 * The enquiry form. Without scripts the browser posts it to this page; with them it is sent in place and the page stays.
 * What the visitor typed leaves the fields only once the enquiry is stored. The page's title says whether something is wrong,
 * as long as something is: a screen reader reads it first.
 */
export default function ContactForm(given: ContactFormProps) {
  const { errorPrefix, privacyLabel, words, fields, unseen, values } = given;
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const [draft] = useState(() => createFormDraft(fields.map(({ name }) => name)));
  const { outcome, isSubmitting, send } = useSending(given, draft, isOnline);
  const isAnswer = given.outcome !== undefined;

  useEffect(() => draft.open(form.current, isAnswer), [draft, isAnswer]);
  const { written, beside } = useHints(given, draft, form);
  useTitle(given, outcome);
  useEffect(() => {
    if (outcome) message.current?.focus();
  }, [outcome]);

  const faults = outcome?.kind === 'refused' ? outcome.faults : {};

  return (
    <form
      ref={form}
      data-state={isSubmitting ? 'sending' : outcome?.kind}
      method="post"
      action="/contact#outcome"
      onInput={written}
      onSubmit={(event) => void send(event)}
      // Of its fields those of one line stand in pairs, where there is width for them.
      className="mt-2 grid gap-6 sm:grid-cols-2 *:not-has-[input.field]:col-span-full"
    >
      <OutcomeMessage outcome={outcome} words={words} focusRef={message} />
      <p className="text-small text-quiet">{words.required}</p>
      {fields.map(({ name, ...field }) => (
        <FormField
          key={name}
          name={name}
          {...field}
          value={values[name]}
          fault={faults[name]}
          {...beside(name)}
          errorPrefix={errorPrefix}
        />
      ))}
      <UnseenFields label={words.trap} unseen={unseen} values={values} />
      <p className="text-small text-quiet">
        {words.privacyNote}{' '}
        <a href="/privacy-policy" className="link">
          {privacyLabel}
        </a>
      </p>
      <div>
        <div role="status">{isOnline ? null : <p className="mb-4 font-medium">{words.offline.notice}</p>}</div>
        <button type="submit" disabled={isSubmitting} className="button button-primary max-sm:w-full">
          {isSubmitting ? <Icon shapes={LoaderCircle} className="spin size-5" /> : null}
          {isSubmitting ? words.submitting : words.submit}
        </button>
      </div>
    </form>
  );
}

interface UnseenFieldsProps {
  label: string;
  unseen: ContactFormProps['unseen'];
  values: Values;
}

/** Only programs fill in the first. The other one has the key of a form that is sent without scripts. */
function UnseenFields({ label, unseen: { trap, key }, values }: UnseenFieldsProps) {
  return (
    <>
      <div aria-hidden className="trap sr-only">
        <label htmlFor={trap}>{label}</label>
        <input id={trap} name={trap} defaultValue={values[trap]} tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name={key} defaultValue={values[key]} />
    </>
  );
}

/** Sends what the draft holds, once at a time, and says how the last attempt ended. */
function useSending({ words, fields, unseen, ...given }: ContactFormProps, draft: FormDraft, isOnline: boolean) {
  const [outcome, setOutcome] = useState(given.outcome);
  const [isSubmitting, setIsSubmitting] = useState(false);
  // A second press can come before the button is shown as disabled.
  const inFlight = useRef(false);
  const [shownAt] = useState(() => performance.now());

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (inFlight.current) return;
    const { key, values } = draft.keep();
    const faults = findTooLongTexts(fields, values, words.hints);
    if (faults) return tell({ kind: 'refused', faults });
    if (!isOnline) return tell({ kind: 'failed', reason: words.offline.failure });
    const trapped = new FormData(event.currentTarget).get(unseen.trap);
    inFlight.current = true;
    setIsSubmitting(true);
    setOutcome(undefined);
    await secondSince(shownAt);
    const isTrapped = typeof trapped === 'string' && trapped !== '';
    const result = await sendEnquiry(isTrapped ? { ...values, [unseen.trap]: trapped } : values, key);
    if (result.kind === 'sent') draft.forget();
    inFlight.current = false;
    setIsSubmitting(false);
    tell(result);
  }

  function tell(result: Outcome): void {
    const { success, failure, invalid } = words;
    if (result.kind === 'sent') void notify({ ...success, tone: 'success' });
    else if (result.kind === 'failed') void notify({ ...failure, tone: 'destructive' });
    else void notify({ title: failure.title, description: invalid.notification, tone: 'destructive' });
    setOutcome(result);
  }

  return { outcome, isSubmitting, send };
}

/** What stands beside each field: once somebody pauses, so that a screen reader does not speak at each key. */
function useHints({ words, fields }: ContactFormProps, draft: FormDraft, form: RefObject<HTMLFormElement | null>) {
  const [hints, setHints] = useState<Readonly<Record<string, Hint | undefined>>>({});
  const [typed, setTyped] = useState<Values>({});
  const written = () => setTyped(draft.keep().values);

  useEffect(() => {
    const said = fields.map((field) => [field.name, chooseHint(field, typed[field.name] ?? '', words.hints)]);
    const timer = setTimeout(() => setHints(Object.fromEntries(said)), 600);
    return () => clearTimeout(timer);
  }, [fields, typed, words]);

  function take(name: string, value: string): void {
    const field = form.current?.elements.namedItem(name) as HTMLInputElement;
    field.value = value;
    field.focus();
    setHints({});
    written();
  }

  return { written, beside: (name: string) => ({ hint: hints[name], takeLabel: words.hints.take, take }) };
}

function useTitle({ pageTitle, errorPrefix }: ContactFormProps, outcome: Outcome | undefined): void {
  const isWrong = outcome !== undefined && outcome.kind !== 'sent';
  useEffect(() => {
    document.title = isWrong ? `${errorPrefix} ${pageTitle}` : pageTitle;
  }, [isWrong, pageTitle, errorPrefix]);
}

/**
 * Only programs send a form within a second of seeing it, and the server may set aside what does. Somebody for whom the
 * browser fills in every field could be as quick: waiting out the rest keeps people above suspicion.
 */
function secondSince(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time + 1000 - performance.now()));
}

/** Whether the browser has a line. Taken to be so while the page is rendered on the server. */
function useOnline(): boolean {
  return useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
}

function followConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
