import { useRef, useState } from 'react';

import type { Entry } from './entries.ts';

interface EntryListProps {
  entries: readonly Entry[];
  current: string;
  changed: Readonly<Record<string, unknown>>;
  create: (kind: string, slug: string, name: string) => Promise<void>;
  facts: Readonly<Record<string, string>>;
}

/** All texts by group, what was changed in each, and the ways to add one. */
export function EntryList({ entries, current, changed, create, facts }: EntryListProps) {
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

function Add({ what, kind, create }: { what: string; kind: string; create: EntryListProps['create'] }) {
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
