import type { ComponentProps } from 'react';
import type { EnquiryFieldDefinition } from '../../enquiries/enquiry.ts';
import type { FieldHint } from './hints.ts';

/** Definition of a field, from the server. */
export interface FieldDefinition extends Pick<EnquiryFieldDefinition, 'label' | 'kind' | 'maxLength' | 'options'> {
  name: string;
  placeholder: string;
  autoComplete?: string | undefined;
  required: boolean;
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
  const { name, label, required, value, error, errorPrefix, hint, acceptLabel, acceptReplacement } = props;
  const attributes = {
    id: name,
    name,
    required,
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
      <FieldControl definition={props} attributes={attributes} />
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

interface FieldControlProps {
  definition: FieldDefinition;
  attributes: ComponentProps<'input'> & ComponentProps<'textarea'> & ComponentProps<'select'>;
}

function FieldControl({ definition, attributes }: FieldControlProps) {
  const { kind, placeholder, maxLength, options = [], autoComplete } = definition;
  // With `maxLength` a browser would silently truncate a pasted message.
  if (kind === 'text') return <textarea rows={6} placeholder={placeholder} {...attributes} />;
  if (kind === 'choice')
    return (
      <select {...attributes}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  const inputProps = { placeholder, maxLength, autoComplete, ...attributes };
  return <input type={kind === 'email' ? 'email' : 'text'} {...inputProps} />;
}
