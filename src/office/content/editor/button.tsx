interface ButtonProps {
  label: string;
  /** Object of the action, for screen readers only. */
  hiddenLabel?: string;
  onPress: () => void;
  isPrimary?: boolean;
  isDisabled?: boolean;
}

const buttonClass = 'button disabled:cursor-default';

/** Renders a button. */
export function Button({ label, hiddenLabel, onPress, isPrimary = false, isDisabled = false }: ButtonProps) {
  return (
    <button
      type="button"
      className={isPrimary ? `${buttonClass} button-primary` : buttonClass}
      disabled={isDisabled}
      onClick={onPress}
    >
      {label}
      {hiddenLabel === undefined ? null : <span className="sr-only"> {hiddenLabel}</span>}
    </button>
  );
}

interface ToggleGroupProps<Name extends string> {
  options: Readonly<Record<Name, string>>;
  selected: Name;
  onSelect: (name: Name) => void;
}

/** Renders a group of toggle buttons, of which one is pressed. */
export function ToggleGroup<Name extends string>({ options, selected, onSelect }: ToggleGroupProps<Name>) {
  return (Object.keys(options) as Name[]).map((name) => (
    <button
      key={name}
      type="button"
      className="button px-3"
      aria-pressed={selected === name}
      onClick={() => onSelect(name)}
    >
      {options[name]}
    </button>
  ));
}
