import { type ComponentProps, useState } from 'react';
import { collections, contentGroups } from '../../../content/content-models.ts';
import { shortenText } from '../../../text/format-text.ts';
import { type ContentEntry, type ExtensibleCollection, extensibleCollections } from '../entries.ts';
import { type FieldText, parsePageAddress, searchFields } from './find-texts.ts';
import { formatAddLabel } from './fields.tsx';
import { formatFieldHash } from '../field-hash.ts';
import { PageForm } from './page-form.tsx';

interface EditorSidebarProps {
  entries: readonly ContentEntry[];
  fields: readonly FieldText[];
  currentFile: string;
  pageFormProps: Pick<ComponentProps<typeof PageForm>, 'takenFiles' | 'onSubmit'>;
  placeholderValues: Readonly<Record<string, string>>;
  siteUrl: string;
}

const link = 'block px-2 py-1 wrap-anywhere hover:bg-raised aria-[current]:bg-raised aria-[current]:font-semibold';
const quiet = 'block min-h-[1.5em] text-small text-quiet wrap-anywhere';

/** Renders the search, the files by group with their state, and the buttons to add one. */
export function EditorSidebar(props: EditorSidebarProps) {
  const { entries, fields, currentFile, placeholderValues, pageFormProps, siteUrl } = props;
  const isInGroup = (group: string) => (entry: ContentEntry) => entry.group === group;
  const collectionNames = Object.keys(extensibleCollections) as ExtensibleCollection[];
  return (
    <>
      <FieldSearch fields={fields} entries={entries} siteUrl={siteUrl} />
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
                  {state === 'as it was' ? null : (
                    <span className="ml-2 rounded-full border px-2 text-[0.8rem] text-harbour">{state}</span>
                  )}
                </a>
              </li>
            ))}
          </ul>
          {collectionNames
            .filter((name) => collections[name].group === group)
            .map((name) => (
              <PageForm
                key={name}
                {...pageFormProps}
                title={formatAddLabel(extensibleCollections[name])}
                collection={name}
              />
            ))}
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

function FieldSearch({ fields, entries, siteUrl }: Pick<EditorSidebarProps, 'fields' | 'entries' | 'siteUrl'>) {
  const [query, setQuery] = useState('');
  const openPasted = (text: string) => {
    const path = parsePageAddress(text, siteUrl);
    const shown = entries.filter(({ pagePath }) => pagePath === path);
    const page = shown.find(({ group }) => group === 'Pages') ?? shown[0];
    if (path === undefined || !page) return false;
    location.hash = formatFieldHash({ file: page.file, path: [] });
    return true;
  };
  const found = searchFields(fields, query);
  return (
    <search className="block">
      <label htmlFor="find" className="font-semibold">
        Find a text or a field
      </label>
      <input
        id="find"
        type="search"
        className="field"
        placeholder="Like opening hours"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onPaste={(event) => {
          // An address opens its page.
          if (openPasted(event.clipboardData.getData('text'))) event.preventDefault();
        }}
      />
      <p role="status" className={quiet}>
        {query.trim() === ''
          ? ''
          : `${found.length} found${found.length > maxResults ? `: the first ${maxResults}` : ''}`}
      </p>
      <FieldLinks fields={found.slice(0, maxResults)} />
    </search>
  );
}

/** Renders fields as links, with the beginnings of their texts. */
export function FieldLinks({ fields }: { fields: readonly FieldText[] }) {
  return fields.length === 0 ? null : (
    <ul className="ruled text-small">
      {fields.map(({ file, path, fieldTitle, renderedText }) => (
        <li key={formatFieldHash({ file, path })}>
          <a href={formatFieldHash({ file, path })} className={link}>
            {fieldTitle}
            <span className={quiet}>{shortenText(renderedText, 120)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
