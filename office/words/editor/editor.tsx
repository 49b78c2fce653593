import { StrictMode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

import { fieldTitle, fileTitle, type WordFault } from '../../../content/judge-words.ts';
import { fieldAt, same } from '../../../content/merge-words.ts';
import { Differences } from './differences.tsx';
import { entriesOf, type Entry } from './entries.ts';
import { factsIn, listTexts, type PlacedText, textsShownAs } from './find-texts.ts';
import { EntryForm, idOf } from './form.tsx';
import { type Keeping, type Kept, openKeeping } from './keeping.ts';
import { EntryList, FoundTexts } from './list.tsx';
import { hashOf, placeIn } from './place.ts';
import { Preview } from './preview.tsx';
import { type Path, schemaOf } from './schema.ts';

interface EditorProps {
  at: string;
  keeping: Keeping;
}

/** The words of the site: the list of them, the form of one file, and the page that shows it. */
function Editor({ at, keeping }: EditorProps) {
  const stored = useSyncExternalStore(keeping.subscribe, keeping.current);
  const [place, setPlace] = useState(() => placeIn(location.hash));
  const [field, setField] = useState(place.path);
  const [picked, setPicked] = useState<readonly PlacedText[]>([]);
  const [view, setView] = useState<'list' | 'form' | 'preview'>('form');
  const entries = useMemo(() => entriesOf(stored), [stored]);
  const files = useMemo(() => Object.fromEntries(entries.map(({ file, value }) => [file, value])), [entries]);
  const kept = useMemo(
    () => ({ ...stored, faults: stored.faults.map((fault) => inWords(fault, files)) }),
    [stored, files],
  );
  const texts = useMemo(() => listTexts(files), [files]);
  const entry = entries.find(({ file }) => file === place.file) ?? entries[0];

  useEffect(() => {
    const follow = () => {
      const to = placeIn(location.hash);
      setPlace(to);
      setField(to.path);
      setPicked([]);
      setView('form');
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  useEffect(() => focusOn(place.path), [place]);

  if (!entry) return <p>There are no words to edit.</p>;
  const pages = entries.flatMap(({ path, name, file }) =>
    path !== undefined && isOwnPage(file, path) ? [{ path, name }] : [],
  );
  const pick = (clicked: readonly string[]) => {
    const found = clicked.map((text) => textsShownAs(texts, text)).find(({ length }) => length > 0) ?? [];
    const [only] = found;
    setPicked(found.length > 1 ? found : []);
    // The same place again: the address does not change.
    if (found.length === 1 && only && hashOf(only) === location.hash) setPlace({ ...only });
    else if (found.length === 1 && only) location.hash = hashOf(only);
    if (found.length > 1) setView('form');
  };
  const create = async (kind: string, slug: string, name: string) => {
    const sent = await keeping.create({ kind, slug, name });
    if (sent?.created) location.hash = hashOf({ file: sent.created, path: [] });
    else if (sent) alert(`There is one with the address ${slug} already.`);
  };
  const text = fieldAt(files, { file: entry.file, path: field });
  return (
    <div className="editor" data-view={view}>
      <EntryList
        entries={entries}
        texts={texts}
        home={at === '/edit' ? undefined : at}
        current={entry.file}
        create={create}
        facts={factsIn(files)}
      />
      <main id="main" key={entry.file} className="editor-form">
        <Head at={at} entry={entry} kept={kept} keeping={keeping} />
        {picked.length > 0 ? (
          <section aria-label="Texts that you clicked" className="notice">
            <p>This stands in several places. Choose one:</p>
            <FoundTexts texts={picked} />
          </section>
        ) : null}
        <Summary file={entry.file} kept={kept} files={files} />
        <Versions entry={entry} kept={kept} keeping={keeping} />
        <Fields entry={entry} kept={kept} keeping={keeping} enter={setField} />
      </main>
      <Preview
        at={at}
        file={entry.file}
        value={entry.state === 'to go' ? null : entry.value}
        field={field}
        text={typeof text === 'string' ? shownText(texts, entry.file, field) : ''}
        path={entry.path}
        pages={pages}
        pick={pick}
      />
      <nav aria-label="Parts of the editor" className="editor-views">
        {(['list', 'form', 'preview'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={view === name}
            onClick={() => setView(name)}
          >
            {{ list: 'All texts', form: 'Form', preview: 'Preview' }[name]}
          </button>
        ))}
      </nav>
    </div>
  );
}

/** A fault that calls files by what the list calls them. */
function inWords({ message, ...fault }: WordFault, files: Readonly<Record<string, unknown>>): WordFault {
  const named = (_: string, file: string) => `“${fileTitle(file, files[file])}”`;
  return { ...fault, message: message.replaceAll(/content\/([\w/-]+\.yaml)/g, named) };
}

/** Of two files that a page shows, the one that it is the page of. */
function isOwnPage(file: string, path: string): boolean {
  return (
    !/^(?:site|navigation|footer|controls|service-page|product-page)\.yaml$/.test(file) &&
    !(file.startsWith('products/') && path === '/products')
  );
}

function shownText(texts: readonly PlacedText[], file: string, path: Path): string {
  return texts.find((text) => text.file === file && text.path.join('.') === path.join('.'))?.shown ?? '';
}

/** Opens the parts that a field is in, and leads there. */
function focusOn(path: Path): void {
  requestAnimationFrame(() => {
    const field = path.length > 0 ? document.getElementById(idOf(path)) : null;
    for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });
}

interface PartProps {
  entry: Entry;
  kept: Kept;
  keeping: Keeping;
}

function Head({ at, entry, kept, keeping }: PartProps & { at: string }) {
  const { file, name, state } = entry;
  const isCheckout = at === '/edit';
  const isDrafted = kept.own[file] !== undefined;
  const save = async () => {
    const sent = await keeping.save(file);
    if (sent?.isRefused) focusOnFaults();
  };
  return (
    <header className="bar">
      <h1>{name}</h1>
      <Status kept={kept} />
      <div className="row">
        {/^(?:services|products)\//.test(file) && state !== 'to go' ? (
          <button type="button" className="button" onClick={() => void keeping.remove(file)}>
            Remove
          </button>
        ) : null}
        <button
          type="button"
          className="button"
          disabled={!isDrafted}
          onClick={() => confirm(`Take back what you have changed in “${name}”?`) && void keeping.discard(file)}
        >
          Take back
        </button>
        {isCheckout ? (
          <button type="button" className="button button-primary" disabled={!isDrafted} onClick={() => void save()}>
            Save
          </button>
        ) : (
          <a
            href="/words/publish"
            className="button button-primary"
            onClick={(event) => {
              event.preventDefault();
              void keeping.settle().then((isSaved) => isSaved && location.assign('/words/publish'));
            }}
          >
            Publish…
          </a>
        )}
      </div>
    </header>
  );
}

function focusOnFaults(): void {
  requestAnimationFrame(() => document.getElementById('faults')?.focus());
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** What becomes of what is typed. */
function Status({ kept: { status, savedAt } }: { kept: Kept }) {
  return (
    <p role="status" className={status === 'away' || status === 'ended' ? 'status fault' : 'status'}>
      {status === 'kept' && savedAt ? `Draft saved at ${clock.format(savedAt)}` : null}
      {status === 'typing' ? 'Not saved yet' : null}
      {status === 'away' ? 'Waiting for the connection. What you write is kept in this browser.' : null}
      {status === 'ended' ? (
        <>
          Your session has ended. What you write is kept in this browser.{' '}
          <a href="/sign-in?to=/words/edit" target="_blank" rel="noreferrer">
            Sign in again
          </a>
        </>
      ) : null}
    </p>
  );
}

/** All that is to be put right, each line a way to its field: what the file in hand has and causes, and the other drafts. */
function Summary({ file, kept, files }: { file: string; kept: Kept; files: Readonly<Record<string, unknown>> }) {
  const { here = [], elsewhere = [] } = Object.groupBy(kept.faults, (fault) =>
    fault.file === file || kept.own[fault.file] === undefined ? 'here' : 'elsewhere',
  );
  const list = (faults: Kept['faults']) => (
    <ul>
      {faults.map((fault) => (
        <li key={JSON.stringify(fault)}>
          <a href={hashOf(fault)}>
            {fileTitle(fault.file, files[fault.file])}
            {fault.path.length > 0 ? ` › ${fieldTitle(fault.file, fault.path)}` : ''}
          </a>{' '}
          {fault.message}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {here.length > 0 ? (
        <section id="faults" aria-label="To be put right" tabIndex={-1} className="notice is-problem">
          <p>
            <b>To be put right before this can go live</b>
          </p>
          {list(here)}
        </section>
      ) : null}
      {elsewhere.length > 0 ? (
        <details className="notice">
          <summary>{elsewhere.length} to be put right in other texts</summary>
          {list(elsewhere)}
        </details>
      ) : null}
    </>
  );
}

/** What others have written in the same file, what went live meanwhile, and what another window of one's own has. */
function Versions({ entry: { file, value, state }, kept, keeping }: PartProps) {
  const own = kept.own[file];
  const live = kept.files[file] ?? null;
  const take = (text: unknown) => keeping.change(file, text);
  const { elsewhere } = kept;
  return (
    <>
      {kept.others
        .filter((draft) => draft.file === file)
        .map(({ by, savedAt, value: theirs }) => (
          <Differences
            key={by}
            file={file}
            title={`${by} has a draft of this too, last saved ${dayAndClock.format(new Date(savedAt))}`}
            mine={state === 'to go' ? null : value}
            theirs={theirs}
            take={take}
          />
        ))}
      {elsewhere?.file === file ? (
        <Differences
          file={file}
          title="You have written in another window since. Which text holds?"
          mine={value}
          theirs={elsewhere.value}
          take={(text) => {
            take(text);
            keeping.insist(file);
          }}
          keepMine={() => keeping.insist(file)}
        />
      ) : null}
      {own && !same(own.base, live) && !same(own.value, live) ? (
        <Differences
          file={file}
          title="This was changed while you were writing. Theirs is what holds now"
          mine={own.value}
          theirs={live}
          take={take}
          keepMine={() => keeping.change(file, own.value, live)}
        />
      ) : null}
    </>
  );
}

function Fields({ entry, kept, keeping, enter }: PartProps & { enter: (path: Path) => void }) {
  const { file, value, state } = entry;
  const schema = schemaOf(file);
  if (state === 'to go')
    return (
      <p className="notice">
        This goes, with its page.{' '}
        <button type="button" className="button" onClick={() => void keeping.discard(file)}>
          Let it stay
        </button>
      </p>
    );
  if (!schema) return null;
  return (
    <EntryForm
      schema={schema}
      value={value}
      faults={kept.faults.filter((fault) => fault.file === file)}
      change={(value) => keeping.change(file, value)}
      enter={enter}
      leave={keeping.flush}
    />
  );
}

const place = document.querySelector<HTMLElement>('#editor') ?? document.body;
const { at = '', person = '' } = place.dataset;
const root = createRoot(place);
openKeeping(at, person).then(
  (keeping) =>
    root.render(
      <StrictMode>
        <Editor at={at} keeping={keeping} />
      </StrictMode>,
    ),
  (fault: Error) =>
    root.render(<p className="fault">The words cannot be read: {fault.message}. Open the page again.</p>),
);
