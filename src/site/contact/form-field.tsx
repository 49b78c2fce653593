import type { FieldHint } from './hints.ts';

/** Definition of a field, from the server. */
export interface FieldDefinition {
  name: string;
  label: string;
  placeholder: string;
  kind: 'line' | 'email' | 'text';
  autoComplete?: string | undefined;
  required: boolean;
  maxLength: number;
}

interface FormFieldProps extends FieldDefinition {
  value: string | undefined;
  error: string | undefined;
  hint: FieldHint | undefined;
  acceptLabel: string;
  acceptReplacement: (name: string, value: string) => void;
  /** Prefix of an error message, so that it does not depend on colour alone. */
  errorPrefix: string;
}

/** A labelled field with its error message. The browser validates first; the server decides. */
export function FormField(props: FormFieldProps) {
  const { name, label, placeholder, kind, required, maxLength, value, error, autoComplete, errorPrefix } = props;
  const { hint, acceptLabel, acceptReplacement } = props;
  const attributes = {
    id: name,
    name,
    placeholder,
    required,
    // With `maxLength` a browser would silently truncate a pasted message.
    maxLength: kind === 'text' ? undefined : maxLength,
    defaultValue: value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined,
    className: 'field mt-2',
  };
  return (
    <div>
      <label htmlFor={name} className="font-semibold">
        {label}
      </label>
      {error ? (
        <p id={`${name}-fault`} className="mt-1 font-medium text-balloon">
          <span className="sr-only">{errorPrefix}</span> {error}
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
            {hint.replacement === undefined ? null : (
              <button
                type="button"
                className="link min-h-11"
                onClick={() => acceptReplacement(name, hint.replacement ?? '')}
              >
                {acceptLabel}
              </button>
            )}
          </p>
        ) : null}
      </div>
    </div>
  );
}
