import type { Hint } from './hints.ts';

/** Definition of a field, from the server. */
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
  /** Prefix of a fault, so that it does not depend on colour alone. */
  errorPrefix: string;
}

/** A labelled field with its error message. The browser validates first; the server decides. */
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
    // With `maxLength` a browser would silently truncate a pasted message.
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
