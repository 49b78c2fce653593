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
  /** Title of the page without an error. */
  pageTitle: string;
  /** Prefix of the title on an error, and of each fault. */
  errorPrefix: string;
  privacyLabel: string;
  words: Omit<Content['contactPage']['form'], 'title' | 'faults' | 'subjects' | 'fields'>;
  fields: readonly FieldWords[];
  /** Names of the hidden fields. */
  unseen: { trap: string; key: string };
  /** Outcome of a form that was sent without scripts. */
  outcome: Outcome | undefined;
  /** Initial values of the fields. */
  values: Values;
}

/**
 * The enquiry form. Without scripts the browser posts it to this page; with them it is sent in place and the page
 * stays. The fields keep their values until the enquiry is stored. On an error the title of the page says so, as long
 * as the error stands: a screen reader reads it first.
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
      // Single-line fields stand in pairs where the width allows.
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

/** A honeypot, which only bots fill in, and the idempotency key of a form that is sent without scripts. */
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

/** Returns the submit handler, which sends one draft at a time, and the outcome of the last attempt. */
function useSending({ words, fields, unseen, ...given }: ContactFormProps, draft: FormDraft, isOnline: boolean) {
  const [outcome, setOutcome] = useState(given.outcome);
  const [isSubmitting, setIsSubmitting] = useState(false);
  // A second press can arrive before the button renders as disabled.
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

/** Returns the hints of the fields, updated when typing pauses, so that a screen reader does not speak at each key. */
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
 * Resolves one second after `time`. The server may treat a form sent within a second as spam. A visitor with autofill
 * can be as quick, so the form waits for the rest of that second.
 */
function secondSince(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time + 1000 - performance.now()));
}

/** Returns the online state of the browser; true while rendering on the server. */
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
