import { use } from 'react';
import { type FieldSchema, getFieldLimits } from '../../../content/field-schema.ts';
import type { FieldPath } from '../../../content/merge-content.ts';
import { EntryFormContext, formatFieldId } from './form-context.tsx';

/** A list of fields. */
export interface ListFieldProps {
  schema: FieldSchema & { type: 'array' };
  value: readonly unknown[];
  path: FieldPath;
}

/** Renders the buttons that move and remove an entry of a list. */
export function EntryActions({ schema, value, path, index, name }: ListFieldProps & { index: number; name: string }) {
  const { setFieldValue } = use(EntryFormContext);
  const move = (to: number) => {
    setFieldValue(path, value.toSpliced(index, 1).toSpliced(to, 0, value[index]));
    // Keep the focus on the button of the moved entry, and the entries as folded as they were.
    requestAnimationFrame(() => {
      const items = [index, to].map((one) => document.getElementById(`${formatFieldId([...path, one])}.item`));
      const [before, after] = items.map((item) => item?.querySelector('details'));
      if (before && after) [before.open, after.open] = [after.open, before.open];
      const usable = [...(items[1]?.querySelectorAll<HTMLButtonElement>('button.entry-action') ?? [])];
      usable.filter(({ disabled }) => !disabled)[to > index && to < value.length - 1 ? 1 : 0]?.focus();
    });
  };
  const isRemovable = value.length > getFieldLimits(schema).min;
  return [
    { label: 'Up', isDisabled: index === 0, onPress: () => move(index - 1) },
    { label: 'Down', isDisabled: index === value.length - 1, onPress: () => move(index + 1) },
    { label: 'Remove', isDisabled: !isRemovable, onPress: () => setFieldValue(path, value.toSpliced(index, 1)) },
  ].map(({ label, isDisabled, onPress }) => (
    <button
      key={label}
      type="button"
      className="entry-action min-h-7 min-w-7 text-small text-quiet hover:enabled:text-lamp disabled:opacity-45"
      aria-label={`${label}: ${name}`}
      disabled={isDisabled}
      onClick={onPress}
    >
      {label}
    </button>
  ));
}
