import type { ReactNode } from 'react';

interface PostButtonProps {
  /** The address that takes the form. */
  to: string;
  /** What it sends; a field that is there several times is a list. */
  fields?: Readonly<Record<string, string | readonly string[]>>;
  className?: string;
  /** For readers of the screen, where the words of the button do not say what it does it to. */
  label?: string;
  children: ReactNode;
}

/** A form that is one button. */
export function PostButton({ to, fields, className = 'button', label, children }: PostButtonProps) {
  const sent = Object.entries(fields ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  return (
    <form method="post" action={to}>
      {sent.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className} aria-label={label}>
        {children}
      </button>
    </form>
  );
}
