import { createContext, type ReactNode, use, useMemo, useState } from 'react';

import {
  createBlankValue,
  readControl,
  readHint,
  readLimits,
  unwrapOptional,
  type FieldSchema,
  canHoldParagraphs,
  readTitle,
} from '../../../content/field-schema.ts';
import type { ContentIssue } from '../../../content/content-issues.ts';
import { getField, type FieldPath, setField } from '../../../content/merge-content.ts';
import { Button } from './button.tsx';
import { PictureField, pictureWords } from './picture-field.tsx';

interface EntryFormProps {
  schema: FieldSchema;
  value: unknown;
  issues: readonly ContentIssue[];
  onChange: (value: unknown) => void;
  /** Called when a field gains or loses the focus. */
  onFieldFocus: (path: FieldPath) => void;
  onFieldBlur: () => void;
}

interface EntryFormContextValue extends Pick<EntryFormProps, 'issues' | 'onFieldFocus' | 'onFieldBlur'> {
  setFieldValue: (path: FieldPath, value: unknown) => void;
}

const EntryFormContext = createContext<EntryFormContextValue>({
  issues: [],
  onFieldFocus() {},
  onFieldBlur() {},
  setFieldValue() {},
});

/** Renders the form of a content file from its schema: a field per text, with its rule and its issues. */
export function EntryForm({ schema, value, issues, onChange, onFieldFocus, onFieldBlur }: EntryFormProps) {
  const context = useMemo(() => {
    const setFieldValue = (path: FieldPath, inner: unknown) =>
      onChange(setField({ '': value }, { file: '', path }, inner)['']);
    return { issues, setFieldValue, onFieldFocus, onFieldBlur };
  }, [value, issues, onChange, onFieldFocus, onFieldBlur]);
  return (
    <EntryFormContext value={context}>
      <form autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <FieldIssues path={[]} />
        <Fields schema={schema} value={value} path={[]} />
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
export const formatFieldId = (path: FieldPath): string => ['field', ...path].join('.');

function Fields({ schema, value, path }: FieldProps) {
  const innerSchema = unwrapOptional(schema);
  if (innerSchema.type === 'array')
    return <ListField schema={innerSchema} value={Array.isArray(value) ? value : []} path={path} />;
  const fieldSchemas =
    innerSchema.type === 'strict_tuple'
      ? innerSchema.items
      : innerSchema.type === 'strict_object'
        ? innerSchema.entries
        : {};
  const isPicture = readControl(innerSchema) === 'picture';
  return Object.entries(fieldSchemas).map(([name, schema]) => {
    if (isPicture && !pictureWords.includes(name)) return null;
    const key = innerSchema.type === 'strict_tuple' ? Number(name) : name;
    const fieldValue = getField({ '': value }, { file: '', path: [key] });
    return <Field key={key} schema={schema} value={fieldValue} path={[...path, key]} />;
  });
}

function Field(props: FieldProps) {
  const { schema, value, path } = props;
  const { setFieldValue } = use(EntryFormContext);
  if (!isFieldGroup(schema)) return <LeafField {...props} />;
  const isPicture = readControl(schema) === 'picture';
  return (
    <FieldGroup title={readTitle(schema)} path={path} hint={readHint(schema)}>
      {isPicture ? <PictureField {...props} onChange={(picture) => setFieldValue(path, picture)} /> : null}
      {isPicture && value === undefined ? null : <OptionalFieldButton {...props} />}
      {value === undefined ? null : <Fields {...props} />}
    </FieldGroup>
  );
}

const isFieldGroup = (schema: FieldSchema) =>
  ['strict_object', 'array', 'strict_tuple'].includes(unwrapOptional(schema).type);

/** Renders the buttons that add or remove an optional part or text. */
function OptionalFieldButton({ schema, value, path }: FieldProps) {
  const { setFieldValue } = use(EntryFormContext);
  const isMissing = value === undefined;
  if (schema.type !== 'optional' || (isMissing && !isFieldGroup(schema))) return null;
  const toggle = () => setFieldValue(path, isMissing ? createBlankValue(schema) : undefined);
  return <Button label={isMissing ? 'Add' : 'Leave out'} hiddenLabel={readTitle(schema)} onPress={toggle} />;
}

const groupClass = 'mb-4 min-w-0 rounded-[0.25rem] border border-hairline px-3 py-2';

/** Renders a group of fields. Only the top-level parts of a page can be folded. */
function FieldGroup({
  title,
  path,
  hint,
  children,
}: {
  title: string;
  path: FieldPath;
  hint: string;
  children: ReactNode;
}) {
  const { issues } = use(EntryFormContext);
  const hasIssue = issues.some((issue) => path.every((key, index) => issue.path[index] === key));
  const [Element, Title] = path.length > 1 ? (['fieldset', 'legend'] as const) : (['details', 'summary'] as const);
  return (
    <Element id={formatFieldId(path)} tabIndex={-1} className={groupClass}>
      <Title className="font-semibold">
        {title}
        {hasIssue && path.length === 1 ? <span className="text-balloon"> to be put right</span> : null}
      </Title>
      {hint ? <p className={hintClass}>{hint}</p> : null}
      <FieldIssues path={path} />
      {children}
    </Element>
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

/** Renders a field for one text, number or choice. */
function LeafField(props: FieldProps) {
  const { schema, value, path } = props;
  const { issues, setFieldValue, onFieldFocus, onFieldBlur } = use(EntryFormContext);
  const innerSchema = unwrapOptional(schema);
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
      <label htmlFor={id} className="font-semibold">
        {readTitle(schema)}
      </label>
      <p id={`${id}.hint`} className={hintClass}>
        {readHint(schema).replace(/(?:Up to \d+|\d+ to \d+) characters\.$/, '')}{' '}
        {innerSchema.type === 'string' ? (
          <CharacterCount text={formatValue(value)} {...readLimits(innerSchema)} />
        ) : null}
      </p>
      <FieldControl
        schema={innerSchema}
        value={value}
        isEmptyAllowed={schema.type === 'optional'}
        onChange={(value) => setFieldValue(path, value)}
        controlProps={controlProps}
      />
      <OptionalFieldButton {...props} />
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
  isEmptyAllowed: boolean;
  onChange: (value: unknown) => void;
  controlProps: object;
}

function FieldControl({ schema, value, isEmptyAllowed, onChange, controlProps }: FieldControlProps) {
  if (schema.type === 'picklist' || schema.type === 'boolean') {
    const isChoice = schema.type === 'picklist';
    const options = isChoice ? schema.options : ['true', 'false'];
    const formatOption = (option: string) =>
      isChoice ? option.replaceAll('-', ' ') : option === 'true' ? 'Yes' : 'No';
    const parseOption = (text: string) => (text === '' ? undefined : isChoice ? text : text === 'true');
    return (
      <select
        {...controlProps}
        value={formatValue(value)}
        onChange={({ target }) => onChange(parseOption(target.value))}
      >
        {isEmptyAllowed || value === undefined ? <option value="">–</option> : null}
        {options.map((option) => (
          <option key={option} value={option}>
            {formatOption(option)}
          </option>
        ))}
      </select>
    );
  }
  if (schema.type === 'number') {
    const parseNumber = (text: string) => (text === '' ? '' : Number(text));
    const shownValue = typeof value === 'number' ? value : '';
    return (
      <input
        {...controlProps}
        type="number"
        step="any"
        value={shownValue}
        onChange={({ target }) => onChange(parseNumber(target.value))}
      />
    );
  }
  const { max } = readLimits(schema);
  const hasParagraphs = canHoldParagraphs(schema);
  const textProps = {
    ...controlProps,
    value: formatValue(value),
    lang: 'en-GB',
    spellCheck: true,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(hasParagraphs ? target.value : target.value.replaceAll('\n', ' ')),
  };
  return max > 80 ? <textarea {...textProps} rows={max > 200 ? 3 : 2} /> : <input {...textProps} type="text" />;
}

/** State of a drag: index of the dragged entry, and of the one below the pointer. */
interface DragState {
  fromIndex: number;
  overIndex: number;
}

function ListField({
  schema,
  value,
  path,
}: {
  schema: FieldSchema & { type: 'array' };
  value: readonly unknown[];
  path: FieldPath;
}) {
  const { setFieldValue } = use(EntryFormContext);
  const [drag, setDrag] = useState<DragState>();
  const { min, max } = readLimits(schema);
  const entryLabel = readTitle(schema.item) || 'Entry';
  const move = (from: number, to: number) => {
    setFieldValue(path, value.toSpliced(from, 1).toSpliced(to, 0, value[from]));
    // Keep the focus on the button of the moved entry.
    requestAnimationFrame(() => {
      const buttons = document.getElementById(`${formatFieldId([...path, to])}.item`)?.querySelectorAll('button');
      const usable = [...(buttons ?? [])].filter(({ disabled }) => !disabled);
      usable[to > from && to < value.length - 1 ? 1 : 0]?.focus();
    });
  };
  const createEntryActions = (index: number) => [
    { label: 'Up', isDisabled: index === 0, onPress: () => move(index, index - 1) },
    { label: 'Down', isDisabled: index === value.length - 1, onPress: () => move(index, index + 1) },
    { label: 'Remove', isDisabled: value.length <= min, onPress: () => setFieldValue(path, value.toSpliced(index, 1)) },
  ];
  return (
    <>
      <ol>
        {value.map((entry, index) => {
          const entryPath = [...path, index];
          const name = `${entryLabel} ${index + 1}`;
          const hasFields = isFieldGroup(schema.item);
          const isTarget = drag?.overIndex === index && drag.fromIndex !== index;
          const trackDragOver = () => drag && drag.overIndex !== index && setDrag({ ...drag, overIndex: index });
          const drop = () => {
            setDrag(undefined);
            if (drag) move(drag.fromIndex, index);
          };
          return (
            // Keyboard users move entries with the buttons.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
              key={index}
              id={`${formatFieldId(entryPath)}.item`}
              className={isTarget ? `${groupClass} border-t-lamp` : groupClass}
              onDragOver={(event) => {
                if (drag) event.preventDefault();
                trackDragOver();
              }}
              onDrop={drop}
            >
              <p className="row gap-y-1">
                <DragHandle
                  onStart={() => setDrag({ fromIndex: index, overIndex: index })}
                  onEnd={() => setDrag(undefined)}
                />
                <b className="flex-[1_1_8rem] wrap-anywhere">
                  {hasFields ? `${name}${formatEntryTitle(entry)}` : name}
                </b>
                {createEntryActions(index).map(({ label, isDisabled, onPress }) => (
                  <button
                    key={label}
                    type="button"
                    className="min-h-7 text-small text-quiet hover:enabled:text-lamp disabled:opacity-45"
                    aria-label={`${label}: ${name}`}
                    disabled={isDisabled}
                    onClick={onPress}
                  >
                    {label}
                  </button>
                ))}
              </p>
              {hasFields ? <FieldIssues path={entryPath} /> : null}
              {hasFields ? (
                <Fields schema={schema.item} value={entry} path={entryPath} />
              ) : (
                <LeafField schema={schema.item} value={entry} path={entryPath} />
              )}
            </li>
          );
        })}
      </ol>
      {value.length < max ? (
        <Button
          label={`Add ${/^[aeiou]/i.test(entryLabel) ? 'an' : 'a'} ${entryLabel.toLowerCase()}`}
          onPress={() => setFieldValue(path, [...value, createBlankValue(schema.item)])}
        />
      ) : null}
    </>
  );
}

function DragHandle({ onStart, onEnd }: { onStart: () => void; onEnd: () => void }) {
  return (
    <span
      draggable
      className="cursor-grab text-quiet"
      title="Drag to another place"
      aria-hidden="true"
      onDragStart={({ dataTransfer, currentTarget }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setDragImage(currentTarget.closest('li') ?? currentTarget, 0, 0);
        onStart();
      }}
      onDragEnd={onEnd}
    >
      ⠿
    </span>
  );
}

function formatEntryTitle(entry: unknown): string {
  const { title, name = title, label = name } = Object(entry) as Record<string, unknown>;
  return typeof label === 'string' && label !== '' ? `: ${label}` : '';
}
