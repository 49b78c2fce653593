import { LoaderCircle } from 'lucide';
import { type FormEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Content } from '../../content/content-models.ts';
import { Icon } from '../components/icon.tsx';
import { reportStatistics } from '../behaviours/page-views.ts';
import { createFormDraft, type FormDraft } from './form-draft.ts';
import { type FieldDefinition, FormField } from './form-field.tsx';
import { type FieldHint, chooseHint, findLengthErrors } from './hints.ts';
import { showNotification } from './notifications.tsx';
import { OutcomeMessage } from './outcome-message.tsx';
import { sendEnquiry, type FieldErrors, type FormOutcome, type FormValues } from './send-enquiry.ts';

interface ContactFormProps {
  /** Title of the page without an error. */
  pageTitle: string;
  /** Prefix of the title on an error, and of each error message. */
  errorPrefix: string;
  privacyLabel: string;
  texts: Omit<Content['contactPage']['form'], 'title' | 'faults' | 'subjects' | 'fields'>;
  fields: readonly FieldDefinition[];
  /** Messages for what the browser refuses; all others come with the server's response. */
  faults: Pick<Content['contactPage']['form']['faults'], 'missing' | 'emailFormat'>;
  /** Names of the hidden fields. */
  hiddenFields: { honeypotName: string; keyName: string };
  /** Outcome of a form that was sent without scripts. */
  outcome: FormOutcome | undefined;
  /** Initial values of the fields. */
  values: FormValues;
}

/**
 * The enquiry form. Without scripts the browser posts it to this page; with them it is sent in place and the page
 * stays. The fields keep their values until the enquiry is stored. On an error the title of the page says so, as long
 * as the error stands: a screen reader reads it first.
 */
export default function ContactForm(props: ContactFormProps) {
  const { errorPrefix, privacyLabel, texts, fields, hiddenFields, values } = props;
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const [draft] = useState(() => createFormDraft(fields.map(({ name }) => name)));
  const { outcome, isSubmitting, send } = useSubmission(props, draft, isOnline);
  const isResponse = props.outcome !== undefined;

  useEffect(() => draft.attach(form.current, isResponse), [draft, isResponse]);
  const { handleInput, getHintProps } = useHints(props, draft, form);
  const { browserErrors, refusalHandlers } = useBrowserRefusal(props.faults);
  useTitle(props, outcome);
  useEffect(() => {
    if (outcome) message.current?.focus();
  }, [outcome]);

  const serverErrors = outcome?.kind === 'refused' ? outcome.fieldErrors : {};
  return (
    <form
      ref={form}
      data-state={isSubmitting ? 'sending' : outcome?.kind}
      method="post"
      action="/contact#outcome"
      {...refusalHandlers}
      onInput={handleInput}
      onSubmit={(event) => void send(event)}
      // Single-line fields stand in pairs where the width allows.
      className="mt-2 grid gap-6 sm:grid-cols-2 *:not-has-[input.field]:col-span-full"
    >
      <OutcomeMessage outcome={outcome} texts={texts} focusRef={message} />
      <p className="text-small text-quiet">{texts.required}</p>
      {fields.map(({ name, ...field }) => (
        <FormField
          key={name}
          name={name}
          {...field}
          value={values[name]}
          error={browserErrors[name] ?? serverErrors[name]}
          {...getHintProps(name)}
          errorPrefix={errorPrefix}
        />
      ))}
      <HiddenFields label={texts.trap} hiddenFields={hiddenFields} values={values} />
      <p className="text-small text-quiet">
        {texts.privacyNote}{' '}
        <a href="/privacy-policy" className="link">
          {privacyLabel}
        </a>
      </p>
      <div>
        <FormStatus notice={isOnline ? '' : texts.offline.notice} errors={browserErrors} />
        <button type="submit" disabled={isSubmitting} className="button button-primary max-sm:w-full">
          {isSubmitting ? <Icon shapes={LoaderCircle} className="spin size-5" /> : null}
          {isSubmitting ? texts.submitting : texts.submit}
        </button>
      </div>
    </form>
  );
}

/** Shows a notice, and tells a screen reader what the browser refused: an error that is corrected leaves in silence. */
function FormStatus({ notice, errors }: { notice: string; errors: FieldErrors }) {
  return (
    <div role="status">
      {notice ? <p className="mb-4 font-medium">{notice}</p> : null}
      {Object.values(errors).map((error) => (
        <p key={error} className="sr-only">
          {error}
        </p>
      ))}
    </div>
  );
}

type HiddenFieldsProps = Pick<ContactFormProps, 'hiddenFields' | 'values'> & { label: string };

/** A honeypot, which only bots fill in, and the idempotency key of a form that is sent without scripts. */
function HiddenFields({ label, hiddenFields: { honeypotName, keyName }, values }: HiddenFieldsProps) {
  return (
    <>
      <div aria-hidden className="sr-only">
        <label htmlFor={honeypotName}>{label}</label>
        <input
          id={honeypotName}
          name={honeypotName}
          defaultValue={values[honeypotName]}
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <input type="hidden" name={keyName} defaultValue={values[keyName]} />
    </>
  );
}

/** Returns the submit handler, which sends one draft at a time, and the outcome of the last attempt. */
function useSubmission(
  { texts, fields, hiddenFields, ...props }: ContactFormProps,
  draft: FormDraft,
  isOnline: boolean,
) {
  const [outcome, setOutcome] = useState(props.outcome);
  const [isSubmitting, setIsSubmitting] = useState(false);
  // A second press can arrive before the button renders as disabled.
  const inFlight = useRef(false);
  const [shownAt] = useState(() => performance.now());

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (inFlight.current) return;
    const { key, values } = draft.save();
    const fieldErrors = findLengthErrors(fields, values, texts.hints);
    if (fieldErrors) return reportOutcome({ kind: 'refused', fieldErrors });
    if (!isOnline) return reportOutcome({ kind: 'failed', reason: texts.offline.failure });
    const honeypotValue = new FormData(event.currentTarget).get(hiddenFields.honeypotName);
    inFlight.current = true;
    setIsSubmitting(true);
    setOutcome(undefined);
    await waitUntilSecondAfter(shownAt);
    const isHoneypotFilled = typeof honeypotValue === 'string' && honeypotValue !== '';
    const result = await sendEnquiry(
      isHoneypotFilled ? { ...values, [hiddenFields.honeypotName]: honeypotValue } : values,
      key,
    );
    if (result.kind === 'sent') draft.clear();
    inFlight.current = false;
    setIsSubmitting(false);
    reportOutcome(result);
  }

  function reportOutcome(result: FormOutcome): void {
    const { success, failure, invalid } = texts;
    if (result.kind === 'sent') void showNotification({ ...success, tone: 'success' });
    else if (result.kind === 'failed') void showNotification({ ...failure, tone: 'destructive' });
    else void showNotification({ title: failure.title, description: invalid.notification, tone: 'destructive' });
    setOutcome(result);
    if (result.kind === 'sent') reportStatistics({ step: 'sent' });
    if (result.kind === 'refused') reportRefusal(result.fieldErrors);
  }

  return { outcome, isSubmitting, send };
}

function reportRefusal(fieldErrors: FieldErrors): void {
  reportStatistics({ step: ['refused', ...Object.keys(fieldErrors)].join(' ') });
}

/**
 * Returns what the browser refused, by field, until it is corrected. The browser's own bubble shows one field at a time,
 * and some screen readers never read it.
 */
function useBrowserRefusal({ missing, emailFormat }: ContactFormProps['faults']) {
  const [browserErrors, setBrowserErrors] = useState<FieldErrors>({});

  function handleInvalid({ currentTarget: form, target }: FormEvent<HTMLFormElement>): void {
    const fields = [...form.querySelectorAll<HTMLInputElement>(':invalid')];
    // The browser fires an event at each field, in their order: the first stands for the attempt.
    if (target !== fields[0]) return;
    const getError = ({ name, value }: HTMLInputElement) =>
      value ? emailFormat : missing[name as keyof typeof missing];
    const errors = Object.fromEntries(fields.map((field) => [field.name, getError(field)]));
    setBrowserErrors(errors);
    reportRefusal(errors);
  }

  function dropCorrected({ currentTarget: form }: FormEvent<HTMLFormElement>): void {
    const isWrong = ([name]: [string, string]) => form.querySelector(`[name=${name}]:invalid`);
    setBrowserErrors(Object.fromEntries(Object.entries(browserErrors).filter(isWrong)));
  }

  const refusalHandlers = {
    onInvalidCapture: handleInvalid,
    onInputCapture: dropCorrected,
    // Autofill may have corrected a field without an event.
    onSubmitCapture: dropCorrected,
  };
  return { browserErrors, refusalHandlers };
}

/** Returns the hints of the fields, updated when typing pauses, so that a screen reader does not speak at each key. */
function useHints({ texts, fields }: ContactFormProps, draft: FormDraft, form: RefObject<HTMLFormElement | null>) {
  const [hints, setHints] = useState<Readonly<Record<string, FieldHint | undefined>>>({});
  const [currentValues, setCurrentValues] = useState<FormValues>({});
  const hasBegun = useRef(false);
  const handleInput = (event?: FormEvent) => {
    // A stored draft fires an event as well.
    if (event?.isTrusted && !hasBegun.current) {
      hasBegun.current = true;
      reportStatistics({ step: 'begun' });
    }
    setCurrentValues(draft.save().values);
  };

  useEffect(() => {
    const nextHints = fields.map((field) => [
      field.name,
      chooseHint(field, currentValues[field.name] ?? '', texts.hints),
    ]);
    const timer = setTimeout(() => setHints(Object.fromEntries(nextHints)), 600);
    return () => clearTimeout(timer);
  }, [fields, currentValues, texts]);

  function acceptReplacement(name: string, value: string): void {
    const field = form.current?.elements.namedItem(name) as HTMLInputElement;
    field.value = value;
    field.focus();
    setHints({});
    handleInput();
  }

  return {
    handleInput,
    getHintProps: (name: string) => ({ hint: hints[name], acceptLabel: texts.hints.take, acceptReplacement }),
  };
}

function useTitle({ pageTitle, errorPrefix }: ContactFormProps, outcome: FormOutcome | undefined): void {
  const isWrong = outcome !== undefined && outcome.kind !== 'sent';
  useEffect(() => {
    document.title = isWrong ? `${errorPrefix} ${pageTitle}` : pageTitle;
  }, [isWrong, pageTitle, errorPrefix]);
}

/**
 * Resolves one second after `time`. The server may treat a form sent within a second as spam. A visitor with autofill
 * can be as quick, so the form waits for the rest of that second.
 */
function waitUntilSecondAfter(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time + 1000 - performance.now()));
}

/** Returns the online state of the browser; true while rendering on the server. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
}

function subscribeToConnection(onChange: () => void): () => void {
  const subscription = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, onChange, subscription);
  return () => subscription.abort();
}
