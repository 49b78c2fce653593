import { type ReactNode, use } from 'react';
import {
  canHoldParagraphs,
  type FieldSchema,
  hasFixedFormat,
  findEditorControl,
  getFieldHint,
  getFieldLimits,
  findFieldOptions,
  unwrapOptional,
} from '../../../content/field-schema.ts';
import type { FieldChoices } from '../entries.ts';
import { MarkdownField } from './markdown-field.tsx';
import { PosterField } from './poster-field.tsx';
import {
  EntryFormContext,
  type FieldProps,
  formatFieldId,
  hintClass,
  HistoryButton,
  isAt,
  FieldIssues,
} from './form-context.tsx';

/** Renders a field for one text, number or choice. `children` stand beside its title. */
export function LeafField({
  schema,
  value,
  path,
  title,
  children,
}: FieldProps & { title: string; children?: ReactNode }) {
  const { issues, choices, setFieldValue, onFieldFocus, onFieldBlur } = use(EntryFormContext);
  const innerSchema = unwrapOptional(schema);
  const options = findFieldOptions(schema) ?? choices[findEditorControl(schema) ?? ''];
  const isPoster = findEditorControl(schema) === 'poster';
  const isCounted = innerSchema.type === 'string' && !hasFixedFormat(schema) && !options;
  const id = formatFieldId(path);
  const controlProps = {
    id,
    className: 'field max-h-[60dvh] field-sizing-content',
    onFocus: () => onFieldFocus(path),
    onBlur: onFieldBlur,
    'aria-describedby': `${id}.hint ${id}.faults`,
    'aria-invalid': issues.some(isAt(path)) || undefined,
  };
  return (
    <div className="group/field mb-4 min-w-0">
      <div className="row gap-y-0">
        <label id={`${id}-label`} htmlFor={isPoster ? undefined : id} className="flex-1 font-semibold">
          {title}
        </label>
        <span className="invisible group-focus-within/field:visible group-hover/field:visible">
          <HistoryButton path={path} titleId={`${id}-label`} />
        </span>
        {children}
      </div>
      <p id={`${id}.hint`} className={hintClass}>
        {getFieldHint(schema).replace(/(?:Up to \d+|\d+ to \d+) characters\.$/, '')}{' '}
        {isCounted ? <CharacterCount text={formatValue(value)} {...getFieldLimits(schema)} /> : null}
      </p>
      <FieldControl
        schema={innerSchema}
        value={value}
        options={options}
        isEmptyAllowed={schema.type === 'optional'}
        onChange={(value) => setFieldValue(path, value === '' && schema.type === 'optional' ? undefined : value)}
        controlProps={controlProps}
      />
      <FieldIssues path={path} />
    </div>
  );
}

/** Renders the character count, in place of the last sentence of the hint. */
function CharacterCount({ text, min, max }: { text: string; min: number; max: number }) {
  if (max === Infinity) return null;
  const isWrong = text.length > max || (text !== '' && text.length < min);
  const countText = min > 1 ? `${text.length} characters of ${min} to ${max}` : `${text.length} of ${max} characters`;
  return <span className={isWrong ? 'count font-medium text-balloon' : 'count'}>{countText}</span>;
}

const formatValue = (value: unknown) =>
  typeof value === 'boolean' ? `${value}` : typeof value === 'string' ? value : '';

interface FieldControlProps {
  schema: FieldSchema;
  value: unknown;
  options: FieldChoices[string] | undefined;
  isEmptyAllowed: boolean;
  onChange: (value: unknown) => void;
  controlProps: { id: string; className: string };
}

function FieldControl({ schema, value, options, isEmptyAllowed, onChange, controlProps }: FieldControlProps) {
  if (options && findEditorControl(schema) === 'poster') {
    const posters = isEmptyAllowed ? [{ value: '', label: 'None' }, ...options] : options;
    return <PosterField posters={posters} value={formatValue(value)} onChange={onChange} {...controlProps} />;
  }
  if (options && findEditorControl(schema) !== 'link') {
    const shownValue = formatValue(schema.type === 'boolean' ? (value ?? false) : value);
    const parseOption = (text: string) => (schema.type === 'boolean' && text !== '' ? text === 'true' : text);
    const isKnown = options.some((option) => option.value === shownValue);
    return (
      <select {...controlProps} value={shownValue} onChange={({ target }) => onChange(parseOption(target.value))}>
        {isEmptyAllowed && shownValue !== '' && schema.type !== 'boolean' ? <option value="">–</option> : null}
        {isKnown ? null : <option value={shownValue}>{shownValue || '–'}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const { max } = getFieldLimits(schema);
  const [control, isNumber, hasParagraphs] = [
    findEditorControl(schema),
    schema.type === 'number',
    canHoldParagraphs(schema),
  ];
  const parseText = (text: string) => (hasParagraphs ? text : text.replaceAll('\n', ' '));
  const textProps = {
    ...controlProps,
    value: typeof value === 'number' ? value : formatValue(value),
    lang: 'en-GB',
    spellCheck: true,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(isNumber && target.value !== '' ? Number(target.value) : parseText(target.value)),
  };
  if (control === 'markdown') return <MarkdownField {...textProps} />;
  if (control === 'link') return <input {...textProps} type="text" inputMode="url" list="pages" />;
  if (max > 80 && !isNumber) return <textarea {...textProps} rows={max > 200 ? 3 : 2} />;
  return <input {...textProps} type={isNumber ? 'number' : control === 'date' ? 'date' : 'text'} step="any" />;
}
