import type { Hint } from './hints.ts';

/** What the server says of a field. */
export interface FieldWords {
  name: string;
  label: string;
  placeholder: string;
  kind: 'line' | 'email' | 'text';
  autoComplete?: string | undefined;
  required: boolean;
  maxLength: number;
}

interface FormFieldProps extends FieldWords {
  value: string | undefined;
  fault: string | undefined;
  hint: Hint | undefined;
  takeLabel: string;
  take: (name: string, value: string) => void;
  /** Before the words of a fault, so that nobody has to see a colour to know. */
  errorPrefix: string;
}

/** A labelled field with its fault in words beside it. The browser checks first; the server has the last word. */
export function FormField({
  name,
  label,
  placeholder,
  kind,
  required,
  maxLength,
  value,
  fault,
  autoComplete,
  errorPrefix,
  hint,
  takeLabel,
  take,
}: FormFieldProps) {
  const attributes = {
    id: name,
    name,
    placeholder,
    required,
    // A browser would cut off a message that is pasted, without a word.
    maxLength: kind === 'text' ? undefined : maxLength,
    defaultValue: value,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined,
    className: 'field mt-2',
  };
  return (
    <div>
      <label htmlFor={name} className="font-semibold">
        {label}
      </label>
      {fault ? (
        <p id={`${name}-fault`} className="mt-1 font-medium text-balloon">
          <span className="sr-only">{errorPrefix}</span> {fault}
        </p>
      ) : null}
      {kind === 'text' ? (
        <textarea rows={6} {...attributes} />
      ) : (
        <input type={kind === 'email' ? 'email' : 'text'} autoComplete={autoComplete} {...attributes} />
      )}
      <div role="status" id={`${name}-hint`}>
        {hint ? (
          <p className="mt-2">
            {hint.text}{' '}
            {hint.instead === undefined ? null : (
              <button type="button" className="link min-h-11" onClick={() => take(name, hint.instead ?? '')}>
                {takeLabel}
              </button>
            )}
          </p>
        ) : null}
      </div>
    </div>
  );
}
