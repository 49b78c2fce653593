import { useId, useRef, useState } from 'react';
import { findNewAddressIssue } from '../../../content/content-issues.ts';
import { collections, findContentModel } from '../../../content/content-models.ts';
import type { ContentFiles } from '../../../content/merge-content.ts';
import type { PageChange } from './page-change.ts';
import type { ExtensibleCollection, FieldChoices } from '../entries.ts';

interface PageFormProps {
  /** Names the form and its button. */
  title: string;
  collection: ExtensibleCollection;
  /** File of the page; undefined for a new one. */
  file?: string;
  isRemoval?: boolean;
  /** Where the earlier address can lead to; undefined if visitors know none. */
  targets?: FieldChoices[string] | undefined;
  /** Files whose addresses are taken. */
  takenFiles: ContentFiles;
  onSubmit: (change: PageChange, name: string) => void;
}

/** Renders the form for a new page, for another address of a page, or for its removal. */
export function PageForm(props: PageFormProps) {
  const { title, collection, file, isRemoval = false, targets, takenFiles, onSubmit } = props;
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const [name, setName] = useState('');
  const [ownSlug, setOwnSlug] = useState(file === undefined ? undefined : findContentModel(file)?.slug);
  const [target, setTarget] = useState(isRemoval ? '' : 'new');
  const slug = ownSlug ?? proposeSlug(name);
  const { folder, path } = collections[collection];
  const newFile = isRemoval ? undefined : `${folder}/${slug}.yaml`;
  const issue = newFile === undefined || newFile === file ? undefined : findNewAddressIssue(takenFiles, newFile);
  const submit = () => {
    const address = target === 'new' ? `${path}${slug}` : target;
    const redirectTo = targets && address !== '' ? address : undefined;
    if (newFile !== file) onSubmit({ file, newFile, redirectTo }, name.trim());
    setName('');
    setOwnSlug(undefined);
    details.current?.removeAttribute('open');
  };
  return (
    <details ref={details}>
      <summary className="min-h-11 py-2">{title}</summary>
      <form className="notice grid gap-3" action={submit}>
        {file === undefined ? (
          <label>
            Name
            <input className="field" value={name} onChange={(event) => setName(event.target.value)} required />
          </label>
        ) : null}
        {isRemoval ? null : (
          <div>
            <label htmlFor={id}>Address: {path}…</label>
            <input
              id={id}
              aria-describedby={`${id}.fault`}
              className="field"
              ref={(input) => input?.setCustomValidity(issue === undefined ? '' : `This ${issue}.`)}
              value={slug}
              onChange={(event) => setOwnSlug(event.target.value)}
              required
            />
            <p role="status" id={`${id}.fault`} className="font-medium text-balloon">
              {issue !== undefined && slug !== '' ? `This ${issue}.` : ''}
            </p>
          </div>
        )}
        {targets ? (
          <label>
            Who opens the earlier address
            <select className="field" value={target} onChange={(event) => setTarget(event.target.value)}>
              {isRemoval ? null : <option value="new">gets to the new address</option>}
              <option value="">is told that there is no such page</option>
              {targets.map(({ value, label }) => (
                <option key={value} value={value}>
                  gets to {label}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <button type="submit" className="button justify-self-start">
          {title.replace('…', '')}
        </button>
      </form>
    </details>
  );
}

/** Returns the last part of an address from a name. */
function proposeSlug(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}|['’]/gu, '');
  return (letters.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}
