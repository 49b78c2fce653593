import { useRef, useState } from 'react';

import { groups } from '../../../content/kinds.ts';
import { type Entry, kinds } from './entries.ts';
import { type PlacedText, searchTexts } from './find-texts.ts';
import { hashOf } from './place.ts';

interface ListProps {
  entries: readonly Entry[];
  texts: readonly PlacedText[];
  /** The page of the office that leads here. */
  home: string | undefined;
  current: string;
  create: (kind: string, slug: string, name: string) => Promise<void>;
  facts: Readonly<Record<string, string>>;
}

/** The search, all texts by group, what was changed in each, and the ways to add one. */
export function EntryList({ entries, texts, home, current, create, facts }: ListProps) {
  return (
    <nav aria-label="Texts" className="editor-list">
      {home === undefined ? null : (
        <a href={home} className="back">
          ‹ All about the words
        </a>
      )}
      <Search texts={texts} />
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {entries.map(({ file, name, state, ...entry }) =>
              entry.group === group ? (
                <li key={file}>
                  <a href={hashOf({ file, path: [] })} aria-current={file === current ? 'page' : undefined}>
                    {name}
                    {state === 'as it was' ? null : <span className="mark"> {state}</span>}
                  </a>
                </li>
              ) : null,
            )}
          </ul>
          {Object.entries(kinds).map(([kind, what]) =>
            group.toLowerCase() === kind ? <Add key={kind} what={what} kind={kind} create={create} /> : null,
          )}
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

const mostFound = 40;

function Search({ texts }: { texts: readonly PlacedText[] }) {
  const [asked, setAsked] = useState('');
  const found = searchTexts(texts, asked);
  return (
    <search>
      <label htmlFor="find">Find a text</label>
      <input
        id="find"
        type="search"
        className="field"
        placeholder="Any words"
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
      />
      <p role="status" className="rule">
        {asked.trim() === '' ? '' : found.length === 1 ? '1 text' : `${found.length} texts`}
      </p>
      <FoundTexts texts={found.slice(0, mostFound)} />
    </search>
  );
}

/** Where texts stand: each leads to its field. */
export function FoundTexts({ texts }: { texts: readonly PlacedText[] }) {
  return texts.length === 0 ? null : (
    <ul className="found">
      {texts.map(({ file, path, place, shown }) => (
        <li key={place}>
          <a href={hashOf({ file, path })}>
            {place}
            <span className="rule">{shown.length > 120 ? `${shown.slice(0, 120)}…` : shown}</span>
          </a>
        </li>
      ))}
    </ul>
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
        <label htmlFor={`add.${kind}`}>Name of the {what}</label>
        <input
          id={`add.${kind}`}
          className="field"
          value={name}
          onChange={({ target }) => setName(target.value)}
          required
          maxLength={60}
          pattern=".*[A-Za-z0-9].*"
        />
        <p className="rule">
          Its address ends with <b>{slug || '…'}</b> for good. It begins as a copy of another {what}: change every text.
        </p>
        <button type="submit" className="button">
          Add
        </button>
      </form>
    </details>
  );
}
