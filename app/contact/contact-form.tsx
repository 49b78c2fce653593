import { LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { notify } from '../notifications.tsx';
import { FormField } from './form-field.tsx';
import { readValues, type Outcome, type Values } from './outcome.ts';
import { OutcomeMessage } from './outcome-message.tsx';
import { sendEnquiry } from './send-enquiry.ts';

interface Words {
  fields: Record<FieldName, { label: string; placeholder: string }>;
  submit: string;
  submitting: string;
  success: { title: string; description: string };
  failure: { title: string; description: string };
  invalid: { title: string };
}

type FieldName = 'name' | 'email' | 'company' | 'subject' | 'message';

interface ContactFormProps {
  words: Words;
  limits: Record<FieldName, number>;
  /** What the server answered to a form that the browser sent by itself, without scripts. */
  answered: { outcome: Outcome; values: Values } | undefined;
  privacyNote: ReactNode;
}

/**
 * The enquiry form. Without scripts the browser posts it to this page; with them it is sent in place and the page stays.
 * What the visitor typed leaves the fields only once the enquiry is stored.
 */
export function ContactForm({ words, limits, answered, privacyNote }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState(answered?.outcome);
  const [isSubmitting, setIsSubmitting] = useState(false);
  // A second press can come before the button is shown as disabled.
  const inFlight = useRef(false);

  useEffect(() => {
    if (outcome) message.current?.focus();
  }, [outcome]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    setIsSubmitting(true);
    setOutcome(undefined);
    const result = await sendEnquiry(readValues(new FormData(event.currentTarget)));
    if (result.kind === 'sent') {
      clear(form.current);
      notify({ ...words.success, tone: 'success' });
    } else {
      notify({ ...words.failure, tone: 'destructive' });
    }
    inFlight.current = false;
    setIsSubmitting(false);
    setOutcome(result);
  }

  const field = (name: FieldName) => ({
    name,
    words: words.fields[name],
    maxLength: limits[name],
    value: answered?.values[name],
    fault: outcome?.kind === 'refused' ? outcome.faults[name] : undefined,
  });

  return (
    <form
      ref={form}
      method="post"
      action="/contact#outcome"
      onSubmit={(event) => void send(event)}
      className="mt-8 space-y-6"
    >
      <OutcomeMessage outcome={outcome} words={words} focusRef={message} />
      <FormField {...field('name')} required autoComplete="name" />
      <FormField {...field('email')} required type="email" autoComplete="email" />
      <FormField {...field('company')} autoComplete="organization" />
      <FormField {...field('subject')} required />
      <FormField {...field('message')} required type="multi-line" />
      <p className="text-small text-quiet">{privacyNote}</p>
      <button type="submit" disabled={isSubmitting} className="button button-primary max-sm:w-full">
        {isSubmitting ? <LoaderCircle aria-hidden className="spin size-5" /> : null}
        {isSubmitting ? words.submitting : words.submit}
      </button>
    </form>
  );
}

/** Not `reset()`: after a form sent without scripts that would bring back what was typed then. */
function clear(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])
    field.value = '';
}
