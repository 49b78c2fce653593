import { type ChangeObject, diffWordsWithSpace } from 'diff';
import { createElement, Fragment } from 'react';

import type { FieldChange } from '../../content/merge-words.ts';
import type { WordFiles } from '../../enquiries/core/words-store.ts';
import { Foreign } from '../parts/foreign-text.tsx';
import { hashOf } from './editor/place.ts';

/** What changes in a file, as people know it. */
export interface ChangedFile {
  file: string;
  title: string;
  /** Empty where nothing changes. */
  fields: readonly ChangedField[];
}

export interface ChangedField {
  title: string;
  /** Where it is edited. */
  address: string;
  /** Absent where there was, or will be, nothing. */
  before?: string;
  after?: string;
}

/** Names fields and files as people know them. Schemas are loaded where words are shown: see docs/decisions/019. */
export async function createNames() {
  const { fieldTitle, fileTitle } = await import('../../content/judge-words.ts');
  type Place = Pick<FieldChange, 'file' | 'path'>;

  /** All texts of a value, each on a line of its own with its name. */
  function textOf({ file, path }: Place, value: unknown): string {
    if (typeof value !== 'object' || value === null) return plain(value);
    const within = fieldTitle(file, path).length;
    const lines = (inner: unknown, at: Place['path']): string[] =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).flatMap(([key, each]) => lines(each, [...at, Array.isArray(inner) ? Number(key) : key]))
        : [`${fieldTitle(file, at).slice(within === 0 ? 0 : within + 3)}: ${plain(inner)}`];
    return lines(value, path).join('\n');
  }

  return {
    fileTitle,
    /** `Mobility: Hero › Headline` */
    placeTitle: ({ file, path }: Place, files: WordFiles) =>
      [fileTitle(file, files[file]), fieldTitle(file, path)].filter(Boolean).join(': '),
    textOf,
    /** Changes file by file. `files` have what the files are called. */
    changed(changes: readonly FieldChange[], ...files: readonly WordFiles[]): ChangedFile[] {
      const byFile = Map.groupBy(changes, ({ file }) => file);
      return [...byFile].map(([file, fields]) => ({
        file,
        title: fileTitle(
          file,
          files.map((each) => each[file]).find((value) => value !== undefined),
        ),
        fields: fields.map((change) => ({
          title: fieldTitle(file, change.path) || (change.before === undefined ? 'This is new' : 'This is to go'),
          address: editAddress(change),
          ...('before' in change && { before: textOf(change, change.before) }),
          ...('after' in change && { after: textOf(change, change.after) }),
        })),
      }));
    },
  };
}

/** Where a field is edited. */
export function editAddress({ file, path }: Pick<FieldChange, 'file' | 'path'>): string {
  return `/words/edit${hashOf({ file, path })}`;
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

/** What changes in one file, field by field. */
export function ChangedFields({ fields }: Pick<ChangedFile, 'fields'>) {
  return (
    <dl className="changed">
      {fields.map(({ title, address, ...texts }) => (
        <div key={address}>
          <dt>
            <a href={address} className="link target inline-flex">
              <Foreign text={title} />
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

/** The words that went and that came, in one text. */
export function Difference({ before, after }: Pick<ChangedField, 'before' | 'after'>) {
  // Where hardly a word stayed, two whole texts are easier to read, and to compute.
  const pieces = diffWordsWithSpace(before ?? '', after ?? '', { maxEditLength: 400 }) ?? [
    { removed: true, added: false, value: before ?? '' },
    { removed: false, added: true, value: after ?? '' },
  ];
  // Not as a list: nothing tells one piece from the next but its place.
  return createElement(Fragment, null, ...pieces.map(shown));
}

function shown({ removed, added, value }: Pick<ChangeObject<string>, 'removed' | 'added' | 'value'>) {
  if (removed) return <Marked as="del" said="removed" text={value} />;
  return added ? <Marked as="ins" said="added" text={value} /> : <Foreign text={value} />;
}

/** Most screen readers pass over the element, and read its text. */
function Marked({ as: Element, said, text }: { as: 'ins' | 'del'; said: string; text: string }) {
  return (
    <Element>
      <span className="sr-only"> ({said}: </span>
      <Foreign text={text} />
      <span className="sr-only">) </span>
    </Element>
  );
}
