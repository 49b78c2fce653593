import type { ReactNode } from 'react';

/** Values of a form by field name. A repeated field is a list. */
export type FormFields = Readonly<Record<string, string | number | readonly string[]>>;

/** Renders the hidden fields of a form. */
export function HiddenFields({ fields }: { fields: FormFields }) {
  const namesAndValues = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  return namesAndValues.map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

interface PostButtonProps {
  /** URL that the form is sent to. */
  action: string;
  fields?: FormFields;
  className?: string;
  /** Accessible name, if the text of the button does not name its object. */
  label?: string;
  children: ReactNode;
}

/** Renders a POST form that consists of one button. */
export function PostButton({ action, fields, className = 'button', label, children }: PostButtonProps) {
  return (
    <form method="post" action={action}>
      {fields && <HiddenFields fields={fields} />}
      <button type="submit" className={className} aria-label={label}>
        {children}
      </button>
    </form>
  );
}

/** Renders the submit button of a form. */
export function SubmitButton({ className = 'button', children }: { className?: string; children: ReactNode }) {
  return (
    <button type="submit" className={className}>
      {children}
    </button>
  );
}

/** Renders a link that looks like a button. */
export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="button">
      {children}
    </a>
  );
}
