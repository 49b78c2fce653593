interface ButtonProps {
  does: string;
  /** Object of the action, for screen readers only. */
  to?: string;
  act: () => void;
  isPrimary?: boolean;
  isOff?: boolean;
}

const look = 'button disabled:cursor-default';

export function Button({ does, to, act, isPrimary = false, isOff = false }: ButtonProps) {
  return (
    <button type="button" className={isPrimary ? `${look} button-primary` : look} disabled={isOff} onClick={act}>
      {does}
      {to === undefined ? null : <span className="sr-only"> {to}</span>}
    </button>
  );
}

interface ChoiceProps<Name extends string> {
  of: Readonly<Record<Name, string>>;
  chosen: Name;
  choose: (name: Name) => void;
}

/** Renders a group of toggle buttons, of which one is pressed. */
export function Choice<Name extends string>({ of, chosen, choose }: ChoiceProps<Name>) {
  return (Object.keys(of) as Name[]).map((name) => (
    <button
      key={name}
      type="button"
      className="button px-3"
      aria-pressed={chosen === name}
      onClick={() => choose(name)}
    >
      {of[name]}
    </button>
  ));
}
