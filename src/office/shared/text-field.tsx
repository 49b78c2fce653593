import type { ComponentProps } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  name: string;
  label: string;
  hint?: string;
}

/** Renders a one-line text field with its label and hint. */
export function TextField({ name, label, hint, ...input }: TextFieldProps) {
  return (
    <div className="grid w-full max-w-(--measure) gap-[0.3rem]">
      <label htmlFor={name} className="font-semibold">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${name}-hint`} className="text-quiet">
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        autoComplete="off"
        aria-describedby={hint && `${name}-hint`}
        className="field"
        {...input}
      />
    </div>
  );
}
