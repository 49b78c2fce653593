import { createContext, type ReactNode, use, useMemo, useState } from 'react';

import type { WordFault } from '../../../content/judge-words.ts';
import { fieldAt, withField } from '../../../content/merge-words.ts';
import { blankOf, hintOf, limitsOf, type Path, required, type Schema, titleOf } from './schema.ts';

interface FormProps {
  schema: Schema;
  value: unknown;
  faults: readonly WordFault[];
  change: (value: unknown) => void;
  /** A field has the focus; or has lost it. */
  enter: (path: Path) => void;
  leave: () => void;
}

interface Editing extends Pick<FormProps, 'faults' | 'enter' | 'leave'> {
  put: (path: Path, value: unknown) => void;
}

const Form = createContext<Editing | undefined>(undefined);

function useForm(): Editing {
  const form = use(Form);
  if (!form) throw new Error('A field stands in no form');
  return form;
}

/** A file of the words as a form made of its schema: a field for each text, the rule beside it, and what is wrong with what it holds. */
export function EntryForm({ schema, value, faults, change, enter, leave }: FormProps) {
  const editing = useMemo(() => {
    const put = (path: Path, inner: unknown) => change(withField({ '': value }, { file: '', path }, inner)['']);
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

export const idOf = (path: Path): string => ['field', ...path].join('.');

function Fields({ schema, value, path }: FieldProps) {
  const of = required(schema);
  if (of.type === 'array') return <List schema={of} value={Array.isArray(value) ? value : []} path={path} />;
  const inner =
    of.type === 'strict_tuple'
      ? of.items.map((item, index) => [index, item] as const)
      : of.type === 'strict_object'
        ? Object.entries(of.entries)
        : [];
  return inner.map(([key, schema]) => (
    <Field key={key} schema={schema} value={fieldAt({ '': value }, { file: '', path: [key] })} path={[...path, key]} />
  ));
}

function Field(props: FieldProps) {
  const { schema, value, path } = props;
  const { put } = useForm();
  if (!isPart(schema)) return <Line {...props} />;
  const title = titleOf(schema);
  const isMissing = value === undefined;
  return (
    <Part title={title} path={path} hint={hintOf(schema)}>
      {schema.type === 'optional' ? (
        <button type="button" className="button" onClick={() => put(path, isMissing ? blankOf(schema) : undefined)}>
          {isMissing ? 'Add' : 'Leave out'}
          <span className="sr-only"> {title}</span>
        </button>
      ) : null}
      {isMissing ? null : <Fields {...props} />}
    </Part>
  );
}

const isPart = (schema: Schema) => ['strict_object', 'array', 'strict_tuple'].includes(required(schema).type);

/** The parts of a page open and close; what is within them does not. */
function Part({ title, path, hint, children }: { title: string; path: Path; hint: string; children: ReactNode }) {
  const { faults } = useForm();
  const isWrong = faults.some((fault) => path.every((key, index) => fault.path[index] === key));
  const about = (
    <>
      {hint ? <p className="rule">{hint}</p> : null}
      <Faults path={path} />
    </>
  );
  if (path.length > 1)
    return (
      <fieldset id={idOf(path)} tabIndex={-1} className="part">
        <legend>{title}</legend>
        {about}
        {children}
      </fieldset>
    );
  return (
    <details id={idOf(path)} className="part" data-wrong={isWrong || undefined}>
      <summary>
        {title}
        {isWrong ? <span className="fault"> to be put right</span> : null}
      </summary>
      {about}
      {children}
    </details>
  );
}

function Faults({ path }: { path: Path }) {
  const { faults } = useForm();
  const own = faults.filter((fault) => fault.path.join('.') === path.join('.'));
  return (
    <div id={`${idOf(path)}.faults`}>
      {own.map(({ message }) => (
        <p key={message} className="fault">
          This {message}.
        </p>
      ))}
    </div>
  );
}

/** One text, number or choice. */
function Line({ schema, value, path }: FieldProps) {
  const { faults, put, enter, leave } = useForm();
  const of = required(schema);
  const id = idOf(path);
  const isOptional = schema.type === 'optional' && value !== undefined;
  const count = of.type === 'string' ? <Count text={textOf(value)} {...limitsOf(of)} /> : null;
  const common = {
    id,
    className: 'field',
    onFocus: () => enter(path),
    onBlur: leave,
    'aria-describedby': `${id}.hint ${id}.faults`,
    'aria-invalid': faults.some((fault) => fault.path.join('.') === path.join('.')) || undefined,
  };
  const set = (value: unknown) => put(path, value);
  return (
    <div className="line">
      <label htmlFor={id}>{titleOf(schema)}</label>
      <p id={`${id}.hint`} className="rule">
        {hintOf(schema).replace(/(?:Up to \d+|\d+ to \d+) characters\.$/, '')} {count}
      </p>
      <Control schema={of} value={value} isEmptyAllowed={schema.type === 'optional'} set={set} common={common} />
      {isOptional ? (
        <button type="button" className="button" onClick={() => set(undefined)}>
          Leave out
        </button>
      ) : null}
      <Faults path={path} />
    </div>
  );
}

/** How much of the room is used: in the place of the sentence on it that ends the hint. */
function Count({ text, min, max }: { text: string; min: number; max: number }) {
  if (max === Infinity) return null;
  const isWrong = text.length > max || (text !== '' && text.length < min);
  const room = min > 1 ? `${text.length} characters of ${min} to ${max}` : `${text.length} of ${max} characters`;
  return <span className={isWrong ? 'count fault' : 'count'}>{room}</span>;
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
    const options = 'options' in schema ? schema.options : ['true', 'false'];
    const names: Readonly<Record<string, string>> = schema.type === 'boolean' ? { true: 'Yes', false: 'No' } : {};
    const chosen = (text: string) => (text === '' ? undefined : schema.type === 'boolean' ? text === 'true' : text);
    return (
      <select {...common} value={textOf(value)} onChange={({ target }) => set(chosen(target.value))}>
        {isEmptyAllowed || value === undefined ? <option value="">–</option> : null}
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option] ?? option.replaceAll('-', ' ')}
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
  const { max } = limitsOf(schema);
  const hasParagraphs = hintOf(schema).includes('new paragraph');
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

/** What is dragged, and where it is held. */
interface Drag {
  from: number;
  over: number;
}

function List({ schema, value, path }: { schema: Schema & { type: 'array' }; value: readonly unknown[]; path: Path }) {
  const { put } = useForm();
  const [drag, setDrag] = useState<Drag>();
  const { min, max } = limitsOf(schema);
  const what = titleOf(schema.item) || 'Entry';
  const move = (from: number, to: number) => {
    put(path, value.toSpliced(from, 1).toSpliced(to, 0, value[from]));
    // The button goes along with its entry, and the focus with the button.
    const button = to > from ? 'down' : 'up';
    const isLast = to === 0 || to === value.length - 1;
    requestAnimationFrame(() => {
      const item = document.getElementById(`${idOf([...path, to])}.item`);
      item?.querySelector<HTMLElement>(isLast ? 'button' : `[data-move=${button}]`)?.focus();
    });
  };
  return (
    <>
      <ol className="items">
        {value.map((entry, index) => {
          const own = [...path, index];
          const name = `${what} ${index + 1}`;
          const hasFields = isPart(schema.item);
          return (
            // The buttons do for the keyboard what dragging does.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
              key={index}
              id={`${idOf(own)}.item`}
              className="item"
              data-over={(drag?.over === index && drag.from !== index) || undefined}
              onDragOver={(event) => {
                if (!drag) return;
                event.preventDefault();
                if (drag.over !== index) setDrag({ ...drag, over: index });
              }}
              onDrop={(event) => {
                if (!drag) return;
                event.preventDefault();
                setDrag(undefined);
                move(drag.from, index);
              }}
            >
              <p className="item-head">
                <span
                  draggable
                  className="handle"
                  title="Drag to another place"
                  aria-hidden="true"
                  onDragStart={({ dataTransfer, currentTarget }) => {
                    dataTransfer.effectAllowed = 'move';
                    dataTransfer.setDragImage(currentTarget.closest('li') ?? currentTarget, 0, 0);
                    setDrag({ from: index, over: index });
                  }}
                  onDragEnd={() => setDrag(undefined)}
                >
                  ⠿
                </span>
                <b>{hasFields ? `${name}${nameOf(entry)}` : name}</b>
                <ItemButton move="up" name={name} isOff={index === 0} act={() => move(index, index - 1)} />
                <ItemButton
                  move="down"
                  name={name}
                  isOff={index === value.length - 1}
                  act={() => move(index, index + 1)}
                />
                <ItemButton name={name} isOff={value.length <= min} act={() => put(path, value.toSpliced(index, 1))} />
              </p>
              {hasFields ? (
                <>
                  <Faults path={own} />
                  <Fields schema={schema.item} value={entry} path={own} />
                </>
              ) : (
                <Line schema={schema.item} value={entry} path={own} />
              )}
            </li>
          );
        })}
      </ol>
      {value.length < max ? (
        <button type="button" className="button" onClick={() => put(path, [...value, blankOf(schema.item)])}>
          Add {/^[aeiou]/i.test(what) ? 'an' : 'a'} {what.toLowerCase()}
        </button>
      ) : null}
    </>
  );
}

function nameOf(entry: unknown): string {
  const { title, name = title, label = name } = Object(entry) as Record<string, unknown>;
  return typeof label === 'string' && label !== '' ? `: ${label}` : '';
}

interface ItemButtonProps {
  move?: 'up' | 'down';
  name: string;
  isOff: boolean;
  act: () => void;
}

function ItemButton({ move, name, isOff, act }: ItemButtonProps) {
  const does = move === undefined ? 'Remove' : move === 'up' ? 'Up' : 'Down';
  return (
    <button type="button" data-move={move} aria-label={`${does}: ${name}`} disabled={isOff} onClick={act}>
      {does}
    </button>
  );
}
