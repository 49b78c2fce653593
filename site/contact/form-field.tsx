interface FormFieldProps {
  name: string;
  words: { label: string; placeholder: string };
  type?: 'text' | 'email' | 'multi-line';
  autoComplete?: string;
  required?: boolean;
  maxLength: number;
  value: string | undefined;
  fault: string | undefined;
  /** Before the words of a fault, so that nobody has to see a colour to know. */
  errorPrefix: string;
}

/** A labelled field with its fault in words beside it. The browser checks first; the server has the last word. */
export function FormField({
  name,
  words,
  type = 'text',
  required,
  maxLength,
  value,
  fault,
  autoComplete,
  errorPrefix,
}: FormFieldProps) {
  const attributes = {
    id: name,
    name,
    placeholder: words.placeholder,
    required,
    maxLength,
    defaultValue: value,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault ? `${name}-fault` : undefined,
    className: 'field mt-2',
  };
  return (
    <div>
      <label htmlFor={name} className="font-semibold">
        {words.label}
      </label>
      {fault ? (
        <p id={`${name}-fault`} className="mt-1 font-medium text-balloon">
          <span className="sr-only">{errorPrefix}</span> {fault}
        </p>
      ) : null}
      {type === 'multi-line' ? (
        <textarea rows={6} {...attributes} />
      ) : (
        <input type={type} autoComplete={autoComplete} {...attributes} />
      )}
    </div>
  );
}
