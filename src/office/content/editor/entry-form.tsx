import { createContext, type ReactNode, use, useMemo, useState } from 'react';

import {
  canHoldParagraphs,
  createBlankValue,
  type FieldSchema,
  hasFixedForm,
  listInnerFields,
  readControl,
  readHint,
  readLimits,
  readOptions,
  readTitle,
  unwrapOptional,
} from '../../../content/field-schema.ts';
import type { ContentIssue } from '../../../content/content-issues.ts';
import { type FieldPath, setField } from '../../../content/merge-content.ts';
import type { Picture } from '../../../content/schema/picture.ts';
import { Button } from './button.tsx';
import type { FieldChoices } from '../entries.ts';
import { MarkdownField } from './markdown-field.tsx';
import { PictureField } from './picture-field.tsx';
import { PosterField } from './poster-field.tsx';

interface EntryFormProps {
  schema: FieldSchema;
  value: unknown;
  issues: readonly ContentIssue[];
  /** What fields choose from, by their control. */
  choices: FieldChoices;
  onChange: (value: unknown) => void;
  /** Called when a field gains or loses the focus. */
  onFieldFocus: (path: FieldPath) => void;
  onFieldBlur: () => void;
}

interface EntryFormContextValue extends Pick<EntryFormProps, 'issues' | 'choices' | 'onFieldFocus' | 'onFieldBlur'> {
  setFieldValue: (path: FieldPath, value: unknown) => void;
}

const EntryFormContext = createContext<EntryFormContextValue>({
  issues: [],
  choices: {},
  onFieldFocus() {},
  onFieldBlur() {},
  setFieldValue() {},
});

/** Renders the form of a content file from its schema: a field per text, with its rule and its issues. */
export function EntryForm({ schema, value, issues, choices, onChange, onFieldFocus, onFieldBlur }: EntryFormProps) {
  const context = useMemo(() => {
    const setFieldValue = (path: FieldPath, inner: unknown) =>
      onChange(setField({ '': value }, { file: '', path }, inner)['']);
    return { issues, choices, setFieldValue, onFieldFocus, onFieldBlur };
  }, [value, issues, choices, onChange, onFieldFocus, onFieldBlur]);
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

interface FieldProps {
  schema: FieldSchema;
  value: unknown;
  path: FieldPath;
}

/** Returns the id of a field's element. */
const formatFieldId = (path: FieldPath): string => ['field', ...path].join('.');

/** Focuses a field, or what is around it if it has no element: at last the title. Unfolds the parts that it is in. */
export function focusField(path: FieldPath): void {
  requestAnimationFrame(() => {
    const elements = [...path.keys(), path.length].map((end) =>
      document.getElementById(formatFieldId(path.slice(0, end))),
    );
    const field = elements.findLast((element) => element !== null);
    for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
    field?.focus({ preventScroll: true });
    // The title sticks to the top.
    if (path.length === 0) field?.closest('main')?.scrollTo({ top: 0 });
    else field?.scrollIntoView({ block: field.tagName === 'SUMMARY' ? 'start' : 'center' });
  });
}

function Fields({ schema, value, path }: FieldProps) {
  const innerSchema = unwrapOptional(schema);
  if (innerSchema.type === 'array')
    return <ListField schema={innerSchema} value={Array.isArray(value) ? value : []} path={path} />;
  return listInnerFields(schema, value).map(([key, fieldSchema, fieldValue]) => (
    <Field key={key} schema={fieldSchema} value={fieldValue} path={[...path, key]} />
  ));
}

function Field(props: FieldProps) {
  const { setFieldValue } = use(EntryFormContext);
  const { schema, value, path } = props;
  if (!isFieldGroup(schema)) return <LeafField {...props} title={readTitle(schema)} />;
  const isOpen = path.length > 1 && unwrapOptional(schema).type !== 'array';
  const [isPicture, isMissing] = [readControl(schema) === 'picture', value === undefined];
  const toggle = () => {
    setFieldValue(path, isMissing ? createBlankValue(schema) : undefined);
    // The button of a picture goes.
    if (isPicture) focusField(path);
  };
  return (
    <FoldedFields title={readTitle(schema)} summary={summariseValue(schema, value)} path={path} isOpen={isOpen}>
      {readHint(schema) ? <p className={hintClass}>{readHint(schema)}</p> : null}
      {isPicture ? (
        <PictureField picture={value as Picture | undefined} onChange={(picture) => setFieldValue(path, picture)} />
      ) : null}
      {schema.type === 'optional' && !(isPicture && isMissing) ? (
        <p className="mb-4">
          <Button label={isMissing ? 'Add' : 'Leave out'} hiddenLabel={readTitle(schema)} onPress={toggle} />
        </p>
      ) : null}
      {isMissing ? null : <Fields {...props} />}
    </FoldedFields>
  );
}

const isFieldGroup = (schema: FieldSchema) =>
  ['strict_object', 'array', 'strict_tuple'].includes(unwrapOptional(schema).type);

/** Returns the first words of a value, for the title of its folded group. */
function summariseValue(schema: FieldSchema, value: unknown): string {
  if (typeof value === 'string') return readOptions(schema)?.find((option) => option.value === value)?.label ?? value;
  const inner = listInnerFields(schema, value).map(([, ...field]) => summariseValue(...field));
  return inner.filter(Boolean).join(' · ').slice(0, 120);
}

const groupClass = 'mb-3 min-w-0 rounded-[0.25rem] border border-hairline px-3 open:pb-1';

interface FoldedFieldsProps {
  title: string;
  summary: string;
  path: FieldPath;
  /** Unfolds it when it is first shown. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Renders fields that can be folded, under a title with their first words. */
function FoldedFields({ title, summary, path, isOpen = false, children }: FoldedFieldsProps) {
  const { issues } = use(EntryFormContext);
  const [isOpenAtFirst] = useState(isOpen);
  const hasIssue = issues.some((issue) => path.every((key, index) => issue.path[index] === key));
  return (
    <details className={groupClass} open={isOpenAtFirst}>
      <summary id={formatFieldId(path)} className="min-h-11 scroll-mt-36 py-2 font-semibold wrap-anywhere">
        {title}
        {hasIssue ? <span className="text-balloon"> to be put right</span> : null}
        <span className="block truncate text-small font-normal text-quiet [details[open]>summary>&]:hidden">
          {summary}
        </span>
      </summary>
      <FieldIssues path={path} />
      {children}
    </details>
  );
}

const hintClass = 'min-h-[1.5em] text-small text-quiet wrap-anywhere';
const isAt = (path: FieldPath) => (issue: ContentIssue) => formatFieldId(issue.path) === formatFieldId(path);

function FieldIssues({ path }: { path: FieldPath }) {
  const ownIssues = use(EntryFormContext).issues.filter(isAt(path));
  return (
    <div id={`${formatFieldId(path)}.faults`} className="font-medium text-balloon">
      {ownIssues.map(({ message }) => (
        <p key={message}>This {message}.</p>
      ))}
    </div>
  );
}

/** Renders a field for one text, number or choice. `children` stand beside its title. */
function LeafField({ schema, value, path, title, children }: FieldProps & { title: string; children?: ReactNode }) {
  const { issues, choices, setFieldValue, onFieldFocus, onFieldBlur } = use(EntryFormContext);
  const innerSchema = unwrapOptional(schema);
  const options = readOptions(schema) ?? choices[readControl(schema) ?? ''];
  const isPoster = readControl(schema) === 'poster';
  const isCounted = innerSchema.type === 'string' && !hasFixedForm(schema) && !options;
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
    <div className="mb-4 min-w-0">
      <div className="row gap-y-0">
        <label id={`${id}-label`} htmlFor={isPoster ? undefined : id} className="flex-1 font-semibold">
          {title}
        </label>
        {children}
      </div>
      <p id={`${id}.hint`} className={hintClass}>
        {readHint(schema).replace(/(?:Up to \d+|\d+ to \d+) characters\.$/, '')}{' '}
        {isCounted ? <CharacterCount text={formatValue(value)} {...readLimits(schema)} /> : null}
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
  if (options && readControl(schema) === 'poster') {
    const posters = isEmptyAllowed ? [{ value: '', label: 'None' }, ...options] : options;
    return <PosterField posters={posters} value={formatValue(value)} onChange={onChange} {...controlProps} />;
  }
  if (options && readControl(schema) !== 'link') {
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
  const { max } = readLimits(schema);
  const [control, isNumber, hasParagraphs] = [readControl(schema), schema.type === 'number', canHoldParagraphs(schema)];
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

/** Returns the label of a button that adds something: `Add a picture`, `Add an entry`, `Add steps`. */
export function formatAddLabel(name: string): string {
  const isCounted = !/(?:[^s]s|^text)$/i.test(name);
  return `Add ${isCounted ? (/^[aeiou]/i.test(name) ? 'an ' : 'a ') : ''}${name.toLowerCase()}`;
}

interface ListFieldProps {
  schema: FieldSchema & { type: 'array' };
  value: readonly unknown[];
  path: FieldPath;
}

/** Renders the entries of a list, and a button for each form that an entry can take. */
function ListField({ schema, value, path }: ListFieldProps) {
  const { setFieldValue } = use(EntryFormContext);
  const label = readTitle(schema.item) || 'Entry';
  const forms = listForms(schema.item).map(([name, form]) => [readTitle(form), { [name]: createBlankValue(form) }]);
  const additions = forms.length > 0 ? forms : [[label, createBlankValue(schema.item)]];
  const add = (entry: unknown) => {
    setFieldValue(path, [...value, entry]);
    focusField([...path, value.length]);
  };
  return (
    <>
      <ol>
        {value.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
          <li key={index} id={`${formatFieldId([...path, index])}.item`}>
            <ListEntry schema={schema} value={value} path={path} index={index} name={`${label} ${index + 1}`} />
          </li>
        ))}
      </ol>
      <div className="row mb-3">
        {(value.length < readLimits(schema).max ? additions : []).map(([name, entry]) => (
          <Button key={name as string} label={formatAddLabel(name as string)} onPress={() => add(entry)} />
        ))}
      </div>
    </>
  );
}

/** Returns the forms of which a value takes one; none if it is no such value. */
function listForms(schema: FieldSchema): [string, FieldSchema][] {
  const { entries = {} } = unwrapOptional(schema) as { entries?: Readonly<Record<string, FieldSchema>> };
  return readControl(schema) === 'one of' ? Object.entries(entries) : [];
}

/** Renders an entry of a list, with buttons to move and remove it. A form that it takes stands in its place. */
function ListEntry({ schema, value, path, index, name }: ListFieldProps & { index: number; name: string }) {
  const actions = <EntryActions schema={schema} value={value} path={path} index={index} name={name} />;
  const entry = { schema: schema.item, value: value[index], path: [...path, index] };
  const [form] = readControl(schema.item) === 'one of' ? listInnerFields(schema.item, entry.value) : [];
  const shown = form ? { schema: form[1], value: form[2], path: [...entry.path, form[0]] } : entry;
  const isLeaf = !isFieldGroup(shown.schema);
  if (isLeaf && !form)
    return (
      <LeafField {...entry} title={name}>
        {actions}
      </LeafField>
    );
  const title = form ? `${name}: ${readTitle(shown.schema)}` : name;
  const summary = summariseValue(entry.schema, entry.value);
  return (
    <FoldedFields title={title} summary={summary} path={entry.path} isOpen={summary === ''}>
      <p className="row mb-2 justify-end">{actions}</p>
      {form && !isLeaf ? <FieldIssues path={shown.path} /> : null}
      {isLeaf ? <LeafField {...shown} title={readTitle(shown.schema)} /> : <Fields {...shown} />}
    </FoldedFields>
  );
}

function EntryActions({ schema, value, path, index, name }: ListFieldProps & { index: number; name: string }) {
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
  const isRemovable = value.length > readLimits(schema).min;
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
