import { StrictMode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

import { findFieldSchema } from '../../../content/field-schema.ts';
import type { ContentIssue } from '../../../content/content-issues.ts';
import { formatPlaceTitle } from '../../../content/validate-content.ts';
import { collections } from '../../../content/content-types.ts';
import {
  mergeContent,
  createFiles,
  type Path,
  isEqualJson,
  type ContentFiles,
} from '../../../content/merge-content.ts';
import { Button, Choice } from './button.tsx';
import { Differences } from './differences.tsx';
import { listEntries, type Entry, duplicateEntry } from './entries.ts';
import { readFacts, listTexts, type PlacedText, findShownTexts } from './find-texts.ts';
import { EntryForm, formatFieldId } from './form.tsx';
import { type DraftSync, type Kept, openDraftSync } from './draft-sync.ts';
import { EntryList, FoundTexts } from './list.tsx';
import { formatHash, parseHash } from './field-hash.ts';
import { Preview } from './preview.tsx';

const panes = { list: 'All texts', form: 'Form', preview: 'Preview' };
const columns = 'column:grid-cols-[minmax(13rem,1fr)_minmax(22rem,2fr)_minmax(22rem,2.6fr)]';
const pane = 'min-w-0 overflow-auto overscroll-contain p-4 border-hairline column:border-r max-column:[grid-area:1/1]';

/** Renders the content editor: list, form of one file, and preview. A phone shows one of them at a time. */
function Editor({ keeping }: { keeping: DraftSync }) {
  const kept = useSyncExternalStore(keeping.subscribe, keeping.current);
  const [place, setPlace] = useState(() => parseHash(location.hash));
  const [field, setField] = useState(place.path);
  const [picked, setPicked] = useState<readonly PlacedText[]>([]);
  const [view, setView] = useState<keyof typeof panes>('form');
  const entries = useMemo(() => listEntries(kept), [kept]);
  const files = useMemo(() => Object.fromEntries(entries.map(({ file, value }) => [file, value])), [entries]);
  const texts = useMemo(() => listTexts(files), [files]);
  const entry = entries.find(({ file }) => file === place.file) ?? entries[0];

  useEffect(() => {
    const follow = () => {
      const to = parseHash(location.hash);
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
  const { file } = entry;
  const pick = (clicked: readonly string[]) => {
    const found = clicked.map((text) => findShownTexts(texts, text)).find(({ length }) => length > 0) ?? [];
    const [only, ...others] = found;
    setPicked(others.length > 0 ? found : []);
    if (others.length > 0) setView('form');
    // The hash stays the same: no event would fire.
    else if (only && formatHash(only) === location.hash) setPlace({ ...only });
    else if (only) location.hash = formatHash(only);
  };
  const create: Parameters<typeof EntryList>[0]['create'] = (kind, slug, name) => {
    const file = `${collections[kind].folder}/${slug}.yaml`;
    if (entries.some((there) => there.file === file) || kept.others.some((draft) => draft.file === file))
      return alert(`There is one with the address ${slug} already.`);
    keeping.change(file, duplicateEntry(entries, kind, name), { base: null });
    location.hash = formatHash({ file, path: [] });
  };
  const paneIf = (name: keyof typeof panes) => (name === view ? pane : `${pane} max-column:invisible`);
  return (
    <div className={`grid h-dvh max-column:grid-rows-[minmax(0,1fr)_auto] ${columns}`}>
      <nav aria-label="Texts" className={paneIf('list')}>
        <EntryList entries={entries} texts={texts} current={file} create={create} facts={readFacts(files)} />
      </nav>
      <main id="main" key={file} className={paneIf('form')}>
        <Head entry={entry} kept={kept} keeping={keeping} />
        {picked.length > 0 ? (
          <section aria-label="Texts that you clicked" className="notice mb-4">
            <p>This stands in several places. Choose one:</p>
            <FoundTexts texts={picked} />
          </section>
        ) : null}
        <Summary file={file} kept={kept} files={files} />
        <Versions entry={entry} kept={kept} keeping={keeping} />
        <Fields entry={entry} kept={kept} keeping={keeping} enter={setField} />
      </main>
      <section aria-label="Preview" className={`flex flex-col ${paneIf('preview')}`}>
        <Preview
          file={file}
          value={entry.state === 'to go' ? null : entry.value}
          field={field}
          text={texts.find((text) => formatHash(text) === formatHash({ file, path: field }))?.shown ?? ''}
          path={entry.path}
          pages={pagesOf(entries)}
          pick={pick}
        />
      </section>
      <nav aria-label="Parts of the editor" className="row border-t border-hairline p-2 column:hidden">
        <Choice of={panes} chosen={view} choose={setView} />
      </nav>
    </div>
  );
}

/** Returns the pages with names. A page that shows several files is named after its own, else after the first. */
function pagesOf(entries: readonly Entry[]) {
  return [...Map.groupBy(entries, ({ path }) => path)].flatMap(([path, shown]) => {
    const own = shown.find(({ group }) => group === 'Pages') ?? shown[0];
    return path === undefined || own === undefined ? [] : [{ path, name: own.name }];
  });
}

/** Unfolds the parts around a field, and focuses it. */
function focusOn(path: Path): void {
  requestAnimationFrame(() => {
    const field = path.length > 0 ? document.getElementById(formatFieldId(path)) : null;
    for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });
}

interface PartProps {
  entry: Entry;
  kept: Kept;
  keeping: DraftSync;
}

function Head({ entry: { file, name, state }, kept, keeping }: PartProps) {
  const isUntouched = kept.own[file] === undefined;
  const publish = async () => {
    if (await keeping.flush()) location.assign('/words/publish');
  };
  const takeBack = () => {
    if (confirm(`Take back what you have changed in “${name}”?`)) revert(keeping, file);
  };
  return (
    <header className="sticky -top-4 z-1 -mx-4 -mt-4 mb-4 border-b border-hairline bg-ground px-4 py-3">
      <h1 className="text-[1.4rem]">{name}</h1>
      <Status kept={kept} />
      <div className="row">
        {/^(?:services|products)\//.test(file) && state !== 'to go' ? (
          <Button does="Remove" act={() => keeping.change(file, null)} />
        ) : null}
        <Button does="Take back" isOff={isUntouched} act={takeBack} />
        <Button does="Publish…" isPrimary act={() => void publish()} />
      </div>
    </header>
  );
}

/** Resets a file to the live text. */
function revert(keeping: DraftSync, file: string): void {
  const live = keeping.current().files[file] ?? null;
  keeping.change(file, live, { base: live });
  void keeping.flush();
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Renders the saving state of the typed text. */
function Status({ kept: { own, obstacle, savedAt } }: { kept: Kept }) {
  const isSaved = Object.values(own).every(({ isKept }) => isKept);
  const rest = isSaved ? savedAt && `Draft saved at ${clock.format(savedAt)}` : 'Not saved yet';
  return (
    <p role="status" className={`min-h-[1.5em] text-small ${obstacle ? 'font-medium text-balloon' : 'text-quiet'}`}>
      {obstacle ? `${obstacles[obstacle]}. What you write is kept in this browser. ` : rest}
      {obstacle === 'ended' ? (
        <a href="/sign-in?to=/words/edit" target="_blank" rel="noreferrer">
          Sign in again
        </a>
      ) : null}
    </p>
  );
}

const obstacles = {
  away: 'Waiting for the connection',
  ended: 'Your session has ended',
  refused: 'The server does not take this. Tell your developer',
} as const;

/** Renders the issues with links to their fields: first of this file and caused by it, then of other drafts. */
function Summary({ file, kept, files }: { file: string; kept: Kept; files: ContentFiles }) {
  const { here = [], elsewhere = [] } = Object.groupBy(kept.faults, (fault) =>
    fault.file === file || kept.own[fault.file] === undefined ? 'here' : 'elsewhere',
  );
  return (
    <>
      {here.length > 0 ? (
        <section aria-label="To be put right" className="notice is-problem mb-4">
          <b>To be put right before this can go live</b>
          <FaultList faults={here} files={files} />
        </section>
      ) : null}
      {elsewhere.length > 0 ? (
        <details className="notice mb-4">
          <summary>{elsewhere.length} to be put right in other texts</summary>
          <FaultList faults={elsewhere} files={files} />
        </details>
      ) : null}
    </>
  );
}

function FaultList({ faults, files }: { faults: readonly ContentIssue[]; files: ContentFiles }) {
  return (
    <ul>
      {faults.map((fault) => (
        <li key={JSON.stringify(fault)}>
          <a href={formatHash(fault)}>{formatPlaceTitle(fault, files)}</a> {fault.message}
        </li>
      ))}
    </ul>
  );
}

/** Renders other versions of the file: drafts of others, a draft of another window, and changes that went live. */
function Versions({ entry: { file, value, state }, kept, keeping }: PartProps) {
  const {
    own: { [file]: own },
    elsewhere,
  } = kept;
  const live = kept.files[file] ?? null;
  const mine = state === 'to go' ? null : value;
  const drafts = kept.others.filter((draft) => draft.file === file);
  const isOvertaken = own !== undefined && !isEqualJson(own.base, live) && !isEqualJson(own.value, live);
  // Keep what others published in other fields.
  const merged =
    mergeContent(createFiles(file, own?.base), createFiles(file, mine), createFiles(file, live)).files[file] ?? null;
  return (
    <>
      {drafts.map(({ by, savedAt, value: theirs }) => (
        <Differences
          key={by}
          file={file}
          title={`${by} has a draft of this too, last saved ${dayAndClock.format(new Date(savedAt))}`}
          mine={mine}
          theirs={theirs}
          take={(text) => keeping.change(file, text)}
        />
      ))}
      {elsewhere?.file === file ? (
        <Differences
          file={file}
          title="You have written in another window since. Which text holds?"
          mine={mine}
          theirs={elsewhere.value}
          take={(text) => keeping.change(file, text, { known: elsewhere.savedAt })}
          keepMine={() => keeping.change(file, mine, { known: elsewhere.savedAt })}
        />
      ) : null}
      {isOvertaken ? (
        <Differences
          file={file}
          title="This was changed while you were writing. Theirs is what holds now"
          mine={merged}
          theirs={live}
          take={(text) => keeping.change(file, text)}
          keepMine={() => keeping.change(file, merged, { base: live })}
        />
      ) : null}
    </>
  );
}

function Fields({ entry: { file, value, state }, kept, keeping, enter }: PartProps & { enter: (path: Path) => void }) {
  const schema = findFieldSchema(file, []);
  if (state === 'to go')
    return (
      <div className="notice">
        <p>This goes, with its page.</p>
        <Button does="Let it stay" act={() => revert(keeping, file)} />
      </div>
    );
  return schema ? (
    <EntryForm
      schema={schema}
      value={value}
      faults={kept.faults.filter((fault) => fault.file === file)}
      change={(value) => keeping.change(file, value)}
      enter={enter}
      leave={() => void keeping.flush()}
    />
  ) : null;
}

const place = document.querySelector<HTMLElement>('#editor') ?? document.body;
const { person = '' } = place.dataset;
const root = createRoot(place);
openDraftSync(person).then(
  (keeping) =>
    root.render(
      <StrictMode>
        <Editor keeping={keeping} />
      </StrictMode>,
    ),
  (fault: Error) => root.render(<p>The words cannot be read: {fault.message}. Open the page again.</p>),
);
