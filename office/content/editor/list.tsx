import { useRef, useState } from 'react';

import { groups } from '../../../content/content-types.ts';
import { type Entry, kinds } from './entries.ts';
import { type PlacedText, searchTexts } from './find-texts.ts';
import { formatHash } from './field-hash.ts';

type Create = (kind: keyof typeof kinds, slug: string, name: string) => void;

interface ListProps {
  entries: readonly Entry[];
  texts: readonly PlacedText[];
  current: string;
  create: Create;
  facts: Readonly<Record<string, string>>;
}

const link = 'block px-2 py-1 wrap-anywhere hover:bg-raised aria-[current]:bg-raised aria-[current]:font-semibold';
const quiet = 'block min-h-[1.5em] text-small text-quiet wrap-anywhere';

/** Renders the search, the files by group with their state, and the buttons to add one. */
export function EntryList({ entries, texts, current, create, facts }: ListProps) {
  const isOf = (group: string) => (entry: Entry) => entry.group === group;
  return (
    <>
      <a href="/words">‹ All about the words</a>
      <Search texts={texts} />
      {groups.map((group) => (
        <section key={group} className="mt-4">
          <h2 className="text-[0.95rem] text-quiet">{group}</h2>
          <ul>
            {entries.filter(isOf(group)).map(({ file, name, state }) => (
              <li key={file}>
                <a
                  href={formatHash({ file, path: [] })}
                  className={link}
                  aria-current={file === current ? 'page' : undefined}
                >
                  {name}
                  {state === 'as it was' ? null : <span className="mark"> {state}</span>}
                </a>
              </li>
            ))}
          </ul>
          {group === 'Services' ? <Add kind="services" create={create} /> : null}
          {group === 'Products' ? <Add kind="products" create={create} /> : null}
        </section>
      ))}
      <details>
        <summary>{'Words like {name}'}</summary>
        <p className={quiet}>A text that has one of these shows the fact itself. Change it at “The company”.</p>
        <dl>
          {Object.entries(facts).map(([fact, value]) => (
            <div key={fact} className="mb-2">
              <dt>{`{${fact}}`}</dt>
              <dd className={quiet}>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

const mostFound = 40;

function Search({ texts }: { texts: readonly PlacedText[] }) {
  const [asked, setAsked] = useState('');
  const found = searchTexts(texts, asked);
  return (
    <search className="block">
      <label htmlFor="find" className="font-semibold">
        Find a text
      </label>
      <input
        id="find"
        type="search"
        className="field"
        placeholder="Any words"
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
      />
      <p role="status" className={quiet}>
        {asked.trim() === '' ? '' : found.length === 1 ? '1 text' : `${found.length} texts`}
      </p>
      <FoundTexts texts={found.slice(0, mostFound)} />
    </search>
  );
}

/** Renders found texts as links to their fields. */
export function FoundTexts({ texts }: { texts: readonly PlacedText[] }) {
  return texts.length === 0 ? null : (
    <ul className="ruled max-h-[50dvh] overflow-auto text-small">
      {texts.map(({ file, path, place, shown }) => (
        <li key={place}>
          <a href={formatHash({ file, path })} className={link}>
            {place}
            <span className={quiet}>{shown.length > 120 ? `${shown.slice(0, 120)}…` : shown}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Add({ kind, create }: { kind: keyof typeof kinds; create: Create }) {
  const form = useRef<HTMLDetailsElement>(null);
  const [name, setName] = useState('');
  const what = kinds[kind];
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
          create(kind, slug, name.trim());
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
        <p className={quiet}>
          Its address ends with <b>{slug || '…'}</b> for good. It begins as a copy of another {what}: change every text.
        </p>
        <button type="submit" className="button">
          Add
        </button>
      </form>
    </details>
  );
}
