import { type ChangeObject, diffWordsWithSpace } from 'diff';
import { createElement, Fragment } from 'react';
import { UserText } from '../shared/user-text.tsx';
import type { ChangedField, ChangedFile } from './changed-files.ts';

/** Renders changes by file. */
export function ChangedFileList({ changedFiles }: { changedFiles: readonly ChangedFile[] }) {
  return changedFiles.map(({ file, title, fields }) => (
    <section key={file} className="mt-5 max-w-text">
      <h2>
        <UserText text={title} />
      </h2>
      <ChangedFieldList fields={fields} />
    </section>
  ));
}

/** Renders the changes of one file, field by field. */
export function ChangedFieldList({ fields }: Pick<ChangedFile, 'fields'>) {
  return (
    <dl className="mt-2 grid gap-4">
      {fields.map(({ title, editUrl, pictures, before, after = '' }) => (
        <div key={editUrl}>
          <dt className="mb-1 wrap-anywhere">
            <a href={editUrl} className="link target inline-flex">
              <UserText text={title} />
            </a>
          </dt>
          <dd className="words">
            {before === undefined ? <UserText text={after} /> : <TextDiff before={before} after={after} />}
            {pictures.map(({ path, isRemoved }) => (
              <figure key={path} className="mt-2">
                <img src={path} alt="" className="max-h-40 max-w-full" />
                <figcaption className="text-quiet">{isRemoved ? 'Removed' : 'As it will be'}</figcaption>
              </figure>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TextDiffProps extends Pick<ChangedField, 'before' | 'after'> {
  /** Shows only the whole first text (`removed`) or the whole second (`added`). */
  shownChanges?: 'removed' | 'added';
}

/** Renders removed and added words in one text. */
export function TextDiff({ before = '', after = '', shownChanges }: TextDiffProps) {
  // If hardly a word is unchanged, two whole texts are easier to read and cheaper to compute.
  const pieces = diffWordsWithSpace(before, after, { maxEditLength: 400 }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  const shownPieces = pieces.filter(
    (piece) => shownChanges === undefined || piece[shownChanges] || !(piece.removed || piece.added),
  );
  // Spread, not a list: the pieces have no key but their position.
  return createElement(Fragment, null, ...shownPieces.map(renderPiece));
}

function renderPiece({ removed, added, value }: Pick<ChangeObject<string>, 'removed' | 'added' | 'value'>) {
  if (removed) return <MarkedText as="del" spokenLabel="removed" text={value} />;
  return added ? <MarkedText as="ins" spokenLabel="added" text={value} /> : <UserText text={value} />;
}

/** Renders a marked text with a spoken label: most screen readers do not announce `ins` and `del`. */
function MarkedText({ as: Element, spokenLabel, text }: { as: 'ins' | 'del'; spokenLabel: string; text: string }) {
  return (
    <Element>
      <span className="sr-only"> ({spokenLabel}: </span>
      <UserText text={text} />
      <span className="sr-only">) </span>
    </Element>
  );
}
