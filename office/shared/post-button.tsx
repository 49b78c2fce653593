import type { ReactNode } from 'react';

/** What a form sends, by the names of its fields. One that is there several times is a list. */
export type FormFields = Readonly<Record<string, string | number | readonly string[]>>;

/** What a form sends that nobody sees in it. */
export function HiddenFields({ fields }: { fields: FormFields }) {
  const sent = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  return sent.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

interface PostButtonProps {
  /** The address that takes the form. */
  to: string;
  fields?: FormFields;
  className?: string;
  /** For readers of the screen, where the words of the button do not say what it does it to. */
  label?: string;
  children: ReactNode;
}

/** A form that is one button. */
export function PostButton({ to, fields, className = 'button', label, children }: PostButtonProps) {
  return (
    <form method="post" action={to}>
      {fields && <HiddenFields fields={fields} />}
      <button type="submit" className={className} aria-label={label}>
        {children}
      </button>
    </form>
  );
}

/** The button of a form, where its words are all that it says. */
export function Submit({ className = 'button', children }: { className?: string; children: ReactNode }) {
  return (
    <button type="submit" className={className}>
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="button">
      {children}
    </a>
  );
}
