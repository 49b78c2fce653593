import { createContext, type ReactNode, use, useMemo, useState } from 'react';

import {
  createBlank,
  readHint,
  readLimits,
  unwrapOptional,
  type Schema,
  canHoldParagraphs,
  readTitle,
} from '../../../content/field-schema.ts';
import type { ContentIssue } from '../../../content/content-issues.ts';
import { getField, type Path, setField } from '../../../content/merge-content.ts';
import { Button } from './button.tsx';

interface FormProps {
  schema: Schema;
  value: unknown;
  faults: readonly ContentIssue[];
  change: (value: unknown) => void;
  /** Called when a field gains or loses the focus. */
  enter: (path: Path) => void;
  leave: () => void;
}

interface Editing extends Pick<FormProps, 'faults' | 'enter' | 'leave'> {
  put: (path: Path, value: unknown) => void;
}

const Form = createContext<Editing>({ faults: [], enter() {}, leave() {}, put() {} });

/** Renders the form of a content file from its schema: a field per text, with its rule and its issues. */
export function EntryForm({ schema, value, faults, change, enter, leave }: FormProps) {
  const editing = useMemo(() => {
    const put = (path: Path, inner: unknown) => change(setField({ '': value }, { file: '', path }, inner)['']);
    return { faults, put, enter, leave };
  }, [value, faults, change, enter, leave]);
  return (
    <Form value={editing}>
      <form autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <Faults path={[]} />
        <Fields schema={schema} value={value} path={[]} />
      </form>
    </Form>
  );
}

interface FieldProps {
  schema: Schema;
  value: unknown;
  path: Path;
}

export const formatFieldId = (path: Path): string => ['field', ...path].join('.');

function Fields({ schema, value, path }: FieldProps) {
  const of = unwrapOptional(schema);
  if (of.type === 'array') return <List schema={of} value={Array.isArray(value) ? value : []} path={path} />;
  const inner = of.type === 'strict_tuple' ? of.items : of.type === 'strict_object' ? of.entries : {};
  return Object.entries(inner).map(([name, schema]) => {
    const key = of.type === 'strict_tuple' ? Number(name) : name;
    const held = getField({ '': value }, { file: '', path: [key] });
    return <Field key={key} schema={schema} value={held} path={[...path, key]} />;
  });
}

function Field(props: FieldProps) {
  const { schema, value, path } = props;
  if (!isPart(schema)) return <Line {...props} />;
  return (
    <Part title={readTitle(schema)} path={path} hint={readHint(schema)}>
      <Optional {...props} />
      {value === undefined ? null : <Fields {...props} />}
    </Part>
  );
}

const isPart = (schema: Schema) => ['strict_object', 'array', 'strict_tuple'].includes(unwrapOptional(schema).type);

/** Renders the buttons that add or remove an optional part or text. */
function Optional({ schema, value, path }: FieldProps) {
  const { put } = use(Form);
  const isMissing = value === undefined;
  if (schema.type !== 'optional' || (isMissing && !isPart(schema))) return null;
  const act = () => put(path, isMissing ? createBlank(schema) : undefined);
  return <Button does={isMissing ? 'Add' : 'Leave out'} to={readTitle(schema)} act={act} />;
}

const part = 'mb-4 min-w-0 rounded-[0.25rem] border border-hairline px-3 py-2';

/** Renders a group of fields. Only the top-level parts of a page can be folded. */
function Part({ title, path, hint, children }: { title: string; path: Path; hint: string; children: ReactNode }) {
  const { faults } = use(Form);
  const isWrong = faults.some((fault) => path.every((key, index) => fault.path[index] === key));
  const [Element, Title] = path.length > 1 ? (['fieldset', 'legend'] as const) : (['details', 'summary'] as const);
  return (
    <Element id={formatFieldId(path)} tabIndex={-1} className={part}>
      <Title className="font-semibold">
        {title}
        {isWrong && path.length === 1 ? <span className="text-balloon"> to be put right</span> : null}
      </Title>
      {hint ? <p className={quiet}>{hint}</p> : null}
      <Faults path={path} />
      {children}
    </Element>
  );
}

const quiet = 'min-h-[1.5em] text-small text-quiet wrap-anywhere';
const isAt = (path: Path) => (fault: ContentIssue) => formatFieldId(fault.path) === formatFieldId(path);

function Faults({ path }: { path: Path }) {
  const own = use(Form).faults.filter(isAt(path));
  return (
    <div id={`${formatFieldId(path)}.faults`} className="font-medium text-balloon">
      {own.map(({ message }) => (
        <p key={message}>This {message}.</p>
      ))}
    </div>
  );
}

/** Renders a field for one text, number or choice. */
function Line(props: FieldProps) {
  const { schema, value, path } = props;
  const { faults, put, enter, leave } = use(Form);
  const of = unwrapOptional(schema);
  const id = formatFieldId(path);
  const common = {
    id,
    className: 'field max-h-[60dvh] field-sizing-content',
    onFocus: () => enter(path),
    onBlur: leave,
    'aria-describedby': `${id}.hint ${id}.faults`,
    'aria-invalid': faults.some(isAt(path)) || undefined,
  };
  return (
    <div className="mb-4 min-w-0">
      <label htmlFor={id} className="font-semibold">
        {readTitle(schema)}
      </label>
      <p id={`${id}.hint`} className={quiet}>
        {readHint(schema).replace(/(?:Up to \d+|\d+ to \d+) characters\.$/, '')}{' '}
        {of.type === 'string' ? <Count text={textOf(value)} {...readLimits(of)} /> : null}
      </p>
      <Control
        schema={of}
        value={value}
        isEmptyAllowed={schema.type === 'optional'}
        set={(value) => put(path, value)}
        common={common}
      />
      <Optional {...props} />
      <Faults path={path} />
    </div>
  );
}

/** Renders the character count, in place of the last sentence of the hint. */
function Count({ text, min, max }: { text: string; min: number; max: number }) {
  if (max === Infinity) return null;
  const isWrong = text.length > max || (text !== '' && text.length < min);
  const room = min > 1 ? `${text.length} characters of ${min} to ${max}` : `${text.length} of ${max} characters`;
  return <span className={isWrong ? 'count font-medium text-balloon' : 'count'}>{room}</span>;
}

const textOf = (value: unknown) => (typeof value === 'boolean' ? `${value}` : typeof value === 'string' ? value : '');

interface ControlProps {
  schema: Schema;
  value: unknown;
  isEmptyAllowed: boolean;
  set: (value: unknown) => void;
  common: object;
}

function Control({ schema, value, isEmptyAllowed, set, common }: ControlProps) {
  if (schema.type === 'picklist' || schema.type === 'boolean') {
    const isChoice = schema.type === 'picklist';
    const options = isChoice ? schema.options : ['true', 'false'];
    const nameOf = (option: string) => (isChoice ? option.replaceAll('-', ' ') : option === 'true' ? 'Yes' : 'No');
    const chosen = (text: string) => (text === '' ? undefined : isChoice ? text : text === 'true');
    return (
      <select {...common} value={textOf(value)} onChange={({ target }) => set(chosen(target.value))}>
        {isEmptyAllowed || value === undefined ? <option value="">–</option> : null}
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    );
  }
  if (schema.type === 'number') {
    const number = (text: string) => (text === '' ? '' : Number(text));
    const shown = typeof value === 'number' ? value : '';
    return (
      <input {...common} type="number" step="any" value={shown} onChange={({ target }) => set(number(target.value))} />
    );
  }
  const { max } = readLimits(schema);
  const hasParagraphs = canHoldParagraphs(schema);
  const text = {
    ...common,
    value: textOf(value),
    lang: 'en-GB',
    spellCheck: true,
    onChange: ({ target }: { target: { value: string } }) =>
      set(hasParagraphs ? target.value : target.value.replaceAll('\n', ' ')),
  };
  return max > 80 ? <textarea {...text} rows={max > 200 ? 3 : 2} /> : <input {...text} type="text" />;
}

/** State of a drag. */
interface Drag {
  from: number;
  over: number;
}

function List({ schema, value, path }: { schema: Schema & { type: 'array' }; value: readonly unknown[]; path: Path }) {
  const { put } = use(Form);
  const [drag, setDrag] = useState<Drag>();
  const { min, max } = readLimits(schema);
  const what = readTitle(schema.item) || 'Entry';
  const move = (from: number, to: number) => {
    put(path, value.toSpliced(from, 1).toSpliced(to, 0, value[from]));
    // Keep the focus on the button of the moved entry.
    requestAnimationFrame(() => {
      const buttons = document.getElementById(`${formatFieldId([...path, to])}.item`)?.querySelectorAll('button');
      const usable = [...(buttons ?? [])].filter(({ disabled }) => !disabled);
      usable[to > from && to < value.length - 1 ? 1 : 0]?.focus();
    });
  };
  const acts = (index: number) => [
    { does: 'Up', isOff: index === 0, act: () => move(index, index - 1) },
    { does: 'Down', isOff: index === value.length - 1, act: () => move(index, index + 1) },
    { does: 'Remove', isOff: value.length <= min, act: () => put(path, value.toSpliced(index, 1)) },
  ];
  return (
    <>
      <ol>
        {value.map((entry, index) => {
          const own = [...path, index];
          const name = `${what} ${index + 1}`;
          const hasFields = isPart(schema.item);
          const isTarget = drag?.over === index && drag.from !== index;
          const hold = () => drag && drag.over !== index && setDrag({ ...drag, over: index });
          const drop = () => {
            setDrag(undefined);
            if (drag) move(drag.from, index);
          };
          return (
            // Keyboard users move entries with the buttons.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
              key={index}
              id={`${formatFieldId(own)}.item`}
              className={isTarget ? `${part} border-t-lamp` : part}
              onDragOver={(event) => {
                if (drag) event.preventDefault();
                hold();
              }}
              onDrop={drop}
            >
              <p className="row gap-y-1">
                <Handle take={() => setDrag({ from: index, over: index })} leave={() => setDrag(undefined)} />
                <b className="flex-[1_1_8rem] wrap-anywhere">{hasFields ? `${name}${nameOf(entry)}` : name}</b>
                {acts(index).map(({ does, isOff, act }) => (
                  <button
                    key={does}
                    type="button"
                    className="min-h-7 text-small text-quiet hover:enabled:text-lamp disabled:opacity-45"
                    aria-label={`${does}: ${name}`}
                    disabled={isOff}
                    onClick={act}
                  >
                    {does}
                  </button>
                ))}
              </p>
              {hasFields ? <Faults path={own} /> : null}
              {hasFields ? (
                <Fields schema={schema.item} value={entry} path={own} />
              ) : (
                <Line schema={schema.item} value={entry} path={own} />
              )}
            </li>
          );
        })}
      </ol>
      {value.length < max ? (
        <Button
          does={`Add ${/^[aeiou]/i.test(what) ? 'an' : 'a'} ${what.toLowerCase()}`}
          act={() => put(path, [...value, createBlank(schema.item)])}
        />
      ) : null}
    </>
  );
}

function Handle({ take, leave }: { take: () => void; leave: () => void }) {
  return (
    <span
      draggable
      className="cursor-grab text-quiet"
      title="Drag to another place"
      aria-hidden="true"
      onDragStart={({ dataTransfer, currentTarget }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setDragImage(currentTarget.closest('li') ?? currentTarget, 0, 0);
        take();
      }}
      onDragEnd={leave}
    >
      ⠿
    </span>
  );
}

function nameOf(entry: unknown): string {
  const { title, name = title, label = name } = Object(entry) as Record<string, unknown>;
  return typeof label === 'string' && label !== '' ? `: ${label}` : '';
}
