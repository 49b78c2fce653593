import { useMemo } from 'react';
import type { FieldSchema } from '../../../content/field-schema.ts';
import { type FieldPath, setField } from '../../../content/merge-content.ts';
import { EntryFormContext, type EntryFormContextValue, FieldIssues } from './form-context.tsx';
import { Fields } from './fields.tsx';

interface EntryFormProps extends Omit<EntryFormContextValue, 'setFieldValue'> {
  schema: FieldSchema;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Renders the form of a content file from its schema: a field per text, with its rule and its issues. */
export function EntryForm({ schema, value, onChange, ...shared }: EntryFormProps) {
  const { issues, advice, choices, usedPictures, onFieldFocus, onFieldBlur, onHistory, onUpload } = shared;
  const context = useMemo(() => {
    const setFieldValue = (path: FieldPath, inner: unknown) =>
      onChange(setField({ '': value }, { file: '', path }, inner)['']);
    return { issues, advice, choices, usedPictures, setFieldValue, onFieldFocus, onFieldBlur, onHistory, onUpload };
  }, [value, onChange, issues, advice, choices, usedPictures, onFieldFocus, onFieldBlur, onHistory, onUpload]);
  return (
    <EntryFormContext value={context}>
      <form autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <FieldIssues path={[]} />
        <Fields schema={schema} value={value} path={[]} />
        <datalist id="pages">
          {choices['link']?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      </form>
    </EntryFormContext>
  );
}
