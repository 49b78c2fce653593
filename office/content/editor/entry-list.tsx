import { useRef, useState } from 'react';

import { contentGroups } from '../../../content/content-types.ts';
import { type ContentEntry, extensibleCollections } from './entries.ts';
import { type FieldText, searchTexts } from './find-texts.ts';
import { formatFieldHash } from './field-hash.ts';

/** Creates a draft of a new entry, and shows it. */
type CreateEntry = (collection: keyof typeof extensibleCollections, slug: string, title: string) => void;

interface EntryListProps {
  entries: readonly ContentEntry[];
  texts: readonly FieldText[];
  currentFile: string;
  createEntry: CreateEntry;
  placeholderValues: Readonly<Record<string, string>>;
}

const link = 'block px-2 py-1 wrap-anywhere hover:bg-raised aria-[current]:bg-raised aria-[current]:font-semibold';
const quiet = 'block min-h-[1.5em] text-small text-quiet wrap-anywhere';

/** Renders the search, the files by group with their state, and the buttons to add one. */
export function EntryList({ entries, texts, currentFile, createEntry, placeholderValues }: EntryListProps) {
  const isInGroup = (group: string) => (entry: ContentEntry) => entry.group === group;
  return (
    <>
      <a href="/words">‹ All about the words</a>
      <TextSearch texts={texts} />
      {contentGroups.map((group) => (
        <section key={group} className="mt-4">
          <h2 className="text-[0.95rem] text-quiet">{group}</h2>
          <ul>
            {entries.filter(isInGroup(group)).map(({ file, title, state }) => (
              <li key={file}>
                <a
                  href={formatFieldHash({ file, path: [] })}
                  className={link}
                  aria-current={file === currentFile ? 'page' : undefined}
                >
                  {title}
                  {state === 'as it was' ? null : <span className="mark"> {state}</span>}
                </a>
              </li>
            ))}
          </ul>
          {group === 'Services' ? <AddEntryForm collection="services" createEntry={createEntry} /> : null}
          {group === 'Products' ? <AddEntryForm collection="products" createEntry={createEntry} /> : null}
        </section>
      ))}
      <details>
        <summary>{'Words like {name}'}</summary>
        <p className={quiet}>A text that has one of these shows the fact itself. Change it at “The company”.</p>
        <dl>
          {Object.entries(placeholderValues).map(([fact, value]) => (
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

const maxResults = 40;

function TextSearch({ texts }: { texts: readonly FieldText[] }) {
  const [query, setQuery] = useState('');
  const found = searchTexts(texts, query);
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
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <p role="status" className={quiet}>
        {query.trim() === '' ? '' : found.length === 1 ? '1 text' : `${found.length} texts`}
      </p>
      <TextLinks texts={found.slice(0, maxResults)} />
    </search>
  );
}

/** Renders found texts as links to their fields. */
export function TextLinks({ texts }: { texts: readonly FieldText[] }) {
  return texts.length === 0 ? null : (
    <ul className="ruled max-h-[50dvh] overflow-auto text-small">
      {texts.map(({ file, path, fieldTitle, renderedText }) => (
        <li key={fieldTitle}>
          <a href={formatFieldHash({ file, path })} className={link}>
            {fieldTitle}
            <span className={quiet}>{renderedText.length > 120 ? `${renderedText.slice(0, 120)}…` : renderedText}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function AddEntryForm({
  collection,
  createEntry,
}: {
  collection: keyof typeof extensibleCollections;
  createEntry: CreateEntry;
}) {
  const form = useRef<HTMLDetailsElement>(null);
  const [name, setName] = useState('');
  const entryLabel = extensibleCollections[collection];
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return (
    <details ref={form}>
      <summary>Add a {entryLabel}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          createEntry(collection, slug, name.trim());
          setName('');
          form.current?.removeAttribute('open');
        }}
      >
        <label htmlFor={`add.${collection}`}>Name of the {entryLabel}</label>
        <input
          id={`add.${collection}`}
          className="field"
          value={name}
          onChange={({ target }) => setName(target.value)}
          required
          maxLength={60}
          pattern=".*[A-Za-z0-9].*"
        />
        <p className={quiet}>
          Its address ends with <b>{slug || '…'}</b> for good. It begins as a copy of another {entryLabel}: change every
          text.
        </p>
        <button type="submit" className="button">
          Add
        </button>
      </form>
    </details>
  );
}
