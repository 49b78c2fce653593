import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

import type { DraftFault, Entry } from './entries.ts';
import { EntryForm } from './entry-form.tsx';
import { EntryList } from './entry-list.tsx';
import { Preview } from './preview.tsx';

type Value = Record<string, unknown>;

/** What the development server's /edit answers: see editor-plugin.ts. */
interface Answers {
  open: { entries: Entry[]; schemas: Record<string, Value>; facts: Record<string, string> };
  judge: { faults: DraftFault[] };
  draft: { faults: DraftFault[] };
  save: { faults: DraftFault[]; isSaved: boolean; isOvertaken?: boolean; entries?: Entry[] };
  discard: { entries: Entry[] };
  create: { file?: string; entries: Entry[] };
  remove: { faults: DraftFault[]; entries: Entry[] };
  word: object;
}

async function ask<Name extends keyof Answers>(name: Name, input: object = {}): Promise<Answers[Name]> {
  const response = await fetch(`/edit/${name}`, { method: 'POST', body: JSON.stringify(input) }).catch(() => {
    throw new Error('The form is not running any more. Leave this page open, type npm run edit again, and go on.');
  });
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
  const [message, setMessage] = useState<{ text: string; isBad?: boolean }>();
  const tell = (text: string, isBad = false) => setMessage({ text, isBad });
  const entry = entries.find((one) => one.file === file) ?? entries[0];
  const draft = entry && drafts[entry.file];
  const faults = judged?.file === entry?.file ? (judged?.faults ?? []) : [];

  useEffect(() => {
    const hash = () => {
      setFile(location.hash.slice(1));
      setMessage(undefined);
    };
    addEventListener('hashchange', hash);
    return () => removeEventListener('hashchange', hash);
  }, []);

  // Shown a moment after the last key, and not with each.
  useEffect(() => {
    if (!entry) return undefined;
    let isPast = false;
    const timer = setTimeout(() => {
      ask(draft ? 'draft' : 'judge', { file: entry.file, value: draft ?? entry.value }).then(
        (answer) => isPast || setJudged({ file: entry.file, faults: answer.faults }),
        (fault: Error) => setMessage({ text: fault.message, isBad: true }),
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
    setMessage(undefined);
    await act().catch((fault: Error) => tell(fault.message, true));
  }

  function forget(name: string): void {
    setDrafts(({ [name]: _done, ...others }) => others);
  }

  const save = (of: Entry, value: Value) =>
    attempt(async () => {
      const { isSaved, isOvertaken, ...answer } = await ask('save', { ...of, value });
      setJudged({ file: of.file, faults: answer.faults });
      if (isOvertaken)
        return tell(
          'This text was changed elsewhere, by somebody else or in another tab. Copy what you wrote, discard it, and write it again.',
          true,
        );
      if (!isSaved) {
        tell('Not saved yet: see what is marked in red.', true);
        return void requestAnimationFrame(showFirstFault);
      }
      setEntries(answer.entries ?? entries);
      forget(of.file);
      return tell('Saved.');
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
      if (answer.file === undefined) return tell(`There is one with the address ${slug} already.`, true);
      location.hash = answer.file;
      return undefined;
    });

  const remove = (of: Entry) =>
    attempt(async () => {
      if (!confirm(`Remove “${of.name}” and its page?`)) return undefined;
      const answer = await ask('remove', { file: of.file });
      const [first] = answer.faults;
      if (first) return tell(`It cannot be removed: ${first.file} ${first.message}.`, true);
      forget(of.file);
      setEntries(answer.entries);
      location.hash = '';
      return undefined;
    });

  const addWord = (word: string) =>
    attempt(async () => {
      await ask('word', { word });
      if (entry && draft)
        setJudged({ file: entry.file, faults: (await ask('draft', { file: entry.file, value: draft })).faults });
    });

  function discardIfSure(of: Entry): void {
    if (confirm(`Discard what you have changed in “${of.name}”?`)) void discard(of);
  }

  const others = faults.filter((fault) => fault.file !== entry.file);
  return (
    <div className="editor">
      <EntryList entries={entries} current={entry.file} changed={drafts} create={create} facts={opened.facts} />
      <main key={entry.file}>
        <header className="bar">
          <h1>{entry.name}</h1>
          <p role="status" className={message?.isBad ? 'fault' : undefined}>
            {message?.text ?? (draft ? 'Changed, not saved' : '')}
          </p>
          {/^content\/(?:services|products)\//.test(entry.file) ? (
            <button type="button" onClick={() => void remove(entry)}>
              Remove
            </button>
          ) : null}
          <button type="button" disabled={!draft} onClick={() => discardIfSure(entry)}>
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
          schema={schemas[entry.kind] ?? {}}
          value={draft ?? (entry.value as Value)}
          faults={faults.filter((fault) => fault.file === entry.file)}
          change={(value) => {
            setMessage(undefined);
            setDrafts((all) => ({ ...all, [entry.file]: value }));
          }}
          addWord={(word) => void addWord(word)}
        />
      </main>
      <Preview path={entry.path} />
    </div>
  );
}

/** Opens the part that has it, and brings it into view. */
function showFirstFault(): void {
  const fault = document.querySelector('main .fault:not([role])');
  fault?.closest('details')?.setAttribute('open', '');
  fault?.scrollIntoView({ block: 'center' });
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
