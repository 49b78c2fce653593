import { type ChangeObject, diffWordsWithSpace } from 'diff';
import { createElement, Fragment } from 'react';

import { UserText } from '../shared/user-text.tsx';
import type { ChangedField, ChangedFile } from './names.ts';

/** Renders the changes of one file, field by field. */
export function ChangedFields({ fields }: Pick<ChangedFile, 'fields'>) {
  return (
    <dl className="mt-2 grid gap-4">
      {fields.map(({ title, address, ...texts }) => (
        <div key={address}>
          <dt className="mb-1 wrap-anywhere">
            <a href={address} className="link target inline-flex">
              <UserText text={title} />
            </a>
          </dt>
          <dd className="words">
            <Difference {...texts} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface DifferenceProps extends Pick<ChangedField, 'before' | 'after'> {
  /** Shows only the whole first text (`removed`) or the whole second (`added`). */
  only?: 'removed' | 'added';
}

/** Renders removed and added words in one text. */
export function Difference({ before = '', after = '', only }: DifferenceProps) {
  // If hardly a word is unchanged, two whole texts are easier to read and cheaper to compute.
  const pieces = diffWordsWithSpace(before, after, { maxEditLength: 400 }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  const of = pieces.filter((piece) => only === undefined || piece[only] || !(piece.removed || piece.added));
  // Spread, not a list: the pieces have no key but their position.
  return createElement(Fragment, null, ...of.map(shown));
}

function shown({ removed, added, value }: Pick<ChangeObject<string>, 'removed' | 'added' | 'value'>) {
  if (removed) return <Marked as="del" said="removed" text={value} />;
  return added ? <Marked as="ins" said="added" text={value} /> : <UserText text={value} />;
}

/** Renders a marked text with a spoken label: most screen readers do not announce `ins` and `del`. */
function Marked({ as: Element, said, text }: { as: 'ins' | 'del'; said: string; text: string }) {
  return (
    <Element>
      <span className="sr-only"> ({said}: </span>
      <UserText text={text} />
      <span className="sr-only">) </span>
    </Element>
  );
}
