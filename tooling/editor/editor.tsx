import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

import type { DraftFault, Entry } from './entries.ts';
import { EntryForm } from './entry-form.tsx';

type Value = Record<string, unknown>;

/** What the development server's /edit answers: see editor-plugin.ts. */
interface Answers {
  open: { entries: Entry[]; schemas: Record<string, Value>; facts: Record<string, string> };
  draft: { faults: DraftFault[]; isShown: boolean };
  save: { faults: DraftFault[]; isSaved: boolean; isOvertaken?: boolean; version?: string };
  discard: { entries: Entry[] };
  create: { file: string; entries: Entry[] };
  word: object;
}

async function ask<Name extends keyof Answers>(name: Name, input: object = {}): Promise<Answers[Name]> {
  const response = await fetch(`/edit/${name}`, { method: 'POST', body: JSON.stringify(input) });
  const answer = (await response.json()) as Answers[Name] & { reason?: string };
  if (!response.ok) throw new Error(answer.reason ?? `The answer was ${response.status}`);
  return answer;
}

function Editor({ opened }: { opened: Answers['open'] }) {
  const { schemas } = opened;
  const [entries, setEntries] = useState(opened.entries);
  const [file, setFile] = useState(() => location.hash.slice(1) || 'content/home.yaml');
  const [drafts, setDrafts] = useState<Readonly<Record<string, Value>>>({});
  const [judged, setJudged] = useState<{ file: string; faults: readonly DraftFault[] }>();
  const [message, setMessage] = useState('');
  const entry = entries.find((one) => one.file === file) ?? entries[0];
  const draft = entry && drafts[entry.file];
  const faults = draft && judged?.file === entry.file ? judged.faults : [];

  useEffect(() => {
    const hash = () => setFile(location.hash.slice(1));
    addEventListener('hashchange', hash);
    return () => removeEventListener('hashchange', hash);
  }, []);

  // Shown a moment after the last key, and not with each.
  useEffect(() => {
    if (!entry || !draft) return undefined;
    let isPast = false;
    const timer = setTimeout(() => {
      ask('draft', { file: entry.file, value: draft }).then(
        (answer) => isPast || setJudged({ file: entry.file, faults: answer.faults }),
        (fault: Error) => setMessage(fault.message),
      );
    }, 300);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [entry, draft]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => Object.keys(drafts).length > 0 && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [drafts]);

  if (!entry) return <p>There are no words to edit.</p>;

  async function attempt(act: () => Promise<void>): Promise<void> {
    setMessage('');
    await act().catch((fault: Error) => setMessage(fault.message));
  }

  function forget(name: string): void {
    setDrafts(({ [name]: _done, ...others }) => others);
  }

  const save = (of: Entry, value: Value) =>
    attempt(async () => {
      const { isSaved, isOvertaken, version = of.version, ...answer } = await ask('save', { ...of, value });
      setJudged({ file: of.file, faults: answer.faults });
      if (isOvertaken)
        return setMessage('Somebody else has changed this file. Copy what you wrote, discard it, and write it again.');
      if (!isSaved) return setMessage('Not saved yet: see what is marked in red.');
      setEntries((all) => all.map((one) => (one.file === of.file ? { ...one, value, version } : one)));
      forget(of.file);
      return setMessage('Saved.');
    });

  const discard = (of: Entry) =>
    attempt(async () => {
      const answer = await ask('discard', { file: of.file });
      setEntries(answer.entries);
      forget(of.file);
    });

  const create = (kind: string, slug: string, name: string) =>
    attempt(async () => {
      const answer = await ask('create', { kind, slug, name });
      setEntries(answer.entries);
      location.hash = answer.file;
    });

  const addWord = (word: string) =>
    attempt(async () => {
      await ask('word', { word });
      if (draft) setJudged({ file, faults: (await ask('draft', { file, value: draft })).faults });
    });

  const others = faults.filter((fault) => fault.file !== entry.file);
  return (
    <div className="editor">
      <List entries={entries} current={entry.file} changed={drafts} create={create} facts={opened.facts} />
      <main>
        <header className="bar">
          <h1>{entry.name}</h1>
          <p role="status">{message === '' && draft ? 'Changed, not saved' : message}</p>
          <button type="button" disabled={!draft} onClick={() => void discard(entry)}>
            Discard
          </button>
          <button type="button" className="save" disabled={!draft} onClick={() => draft && void save(entry, draft)}>
            Save
          </button>
        </header>
        {others.map(({ file, path, message }) => (
          <p key={`${file} ${path.join('.')} ${message}`} className="fault">
            In {file}: {path.join(' ')} {message}
          </p>
        ))}
        <EntryForm
          key={entry.file}
          schema={schemas[entry.kind] ?? {}}
          value={draft ?? (entry.value as Value)}
          faults={faults.filter((fault) => fault.file === entry.file)}
          change={(value) => {
            setMessage('');
            setDrafts((all) => ({ ...all, [entry.file]: value }));
          }}
          addWord={(word) => void addWord(word)}
        />
      </main>
      <Preview path={entry.path} />
    </div>
  );
}

interface ListProps {
  entries: readonly Entry[];
  current: string;
  changed: Readonly<Record<string, unknown>>;
  create: (kind: string, slug: string, name: string) => Promise<void>;
  facts: Readonly<Record<string, string>>;
}

function List({ entries, current, changed, create, facts }: ListProps) {
  return (
    <nav aria-label="Texts">
      {[...Map.groupBy(entries, ({ group }) => group)].map(([group, items]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {items.map(({ file, name }) => (
              <li key={file}>
                <a href={`#${file}`} aria-current={file === current ? 'page' : undefined}>
                  {name}
                  {changed[file] ? <span> (changed)</span> : null}
                </a>
              </li>
            ))}
          </ul>
          {group === 'Services' ? <Add what="service" kind="services" create={create} /> : null}
          {group === 'Products' ? <Add what="product" kind="products" create={create} /> : null}
        </section>
      ))}
      <details>
        <summary>{'Words like {name}'}</summary>
        <p className="rule">A text that has one of these shows the fact itself. Change it at “The company”.</p>
        <dl>
          {Object.entries(facts).map(([fact, value]) => (
            <div key={fact}>
              <dt>{`{${fact}}`}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </nav>
  );
}

function Add({ what, kind, create }: { what: string; kind: string; create: ListProps['create'] }) {
  const form = useRef<HTMLDetailsElement>(null);
  const [name, setName] = useState('');
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return (
    <details ref={form}>
      <summary>Add a {what}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create(kind, slug, name);
          setName('');
          form.current?.removeAttribute('open');
        }}
      >
        <label>
          Name of the {what}
          <input value={name} onChange={({ target }) => setName(target.value)} required pattern=".*[A-Za-z0-9].*" />
        </label>
        <p className="rule">
          Its address ends with <b>{slug || '…'}</b> for good. It begins as a copy of the last {what}: change every
          text.
        </p>
        <button type="submit">Add</button>
      </form>
    </details>
  );
}

/** The page itself, in a window as wide as a phone's or a desk's, with what is typed. */
function Preview({ path }: { path: string | undefined }) {
  const [width, setWidth] = useState<'phone' | 'desk'>('desk');
  return (
    <section aria-label="Preview" className="preview" data-width={width}>
      <header className="bar">
        <h2>Preview</h2>
        {(['desk', 'phone'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={width === one} onClick={() => setWidth(one)}>
            {one === 'desk' ? 'Wide' : 'Phone'}
          </button>
        ))}
        {path === undefined ? null : (
          <a href={path} target="_blank" rel="noreferrer">
            Open {path}
          </a>
        )}
      </header>
      {path === undefined ? (
        <p>No page shows these words.</p>
      ) : (
        <div className="screen">
          {/* The site's own page, on its own origin, with its scripts: that is what is to be seen. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe key={path} src={path} title={`Preview of ${path}`} />
        </div>
      )}
    </section>
  );
}

const root = createRoot(document.querySelector('#editor') ?? document.body);
ask('open').then(
  (opened) =>
    root.render(
      <StrictMode>
        <Editor opened={opened} />
      </StrictMode>,
    ),
  (fault: Error) => root.render(<p className="fault">The words cannot be read: {fault.message}</p>),
);
