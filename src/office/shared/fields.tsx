import type { ComponentProps } from 'react';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  name: string;
  label: string;
  hint?: string;
}

/** Renders a one-line text field with its label and hint. */
export function TextField({ name, id = name, label, hint, ...input }: TextFieldProps) {
  return (
    <div className="grid w-full max-w-(--measure) gap-[0.3rem]">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-quiet">
          {hint}
        </p>
      )}
      <input
        id={id}
        name={name}
        autoComplete="off"
        aria-describedby={hint && `${id}-hint`}
        className="field"
        {...input}
      />
    </div>
  );
}

interface SelectFieldProps extends ComponentProps<'select'> {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** Renders a choice after its label, for a row. */
export function SelectField({ name, id = name, label, options, ...select }: SelectFieldProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="field min-w-0" {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {markHiddenCharacters(option.label)}
          </option>
        ))}
      </select>
    </>
  );
}

/** Returns options that are their own labels. */
export function toOptions(values: readonly string[]): SelectFieldProps['options'] {
  return values.map((value) => ({ value, label: value }));
}
