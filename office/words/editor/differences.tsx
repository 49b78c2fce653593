import { diffWordsWithSpace } from 'diff';

import { fieldTitle } from '../../../content/judge-words.ts';
import { changesBetween, type FieldChange, fieldAt, withField } from '../../../content/merge-words.ts';

interface DifferencesProps {
  file: string;
  /** Whose the other text is, as a heading. */
  title: string;
  mine: unknown;
  theirs: unknown;
  /** Mine becomes this. */
  take: (value: unknown) => void;
  /** Goes on with mine; absent where nothing has to be decided. */
  keepMine?: () => void;
}

/** Two texts of one file side by side, field by field, of which any can be taken over. */
export function Differences({ file, title, mine, theirs, take, keepMine }: DifferencesProps) {
  const changes = fieldsThatDiffer(file, mine, theirs);
  return (
    <details className="differences" open={keepMine !== undefined}>
      <summary>{title}</summary>
      {changes.length === 0 ? <p>It says the same as yours.</p> : null}
      {changes.map(({ path, before, after }) => {
        const name = path.length === 0 ? 'The whole text' : fieldTitle(file, path);
        const takeOver = () => take(withField({ [file]: mine }, { file, path }, before)[file] ?? null);
        return (
          <section key={path.join('.')}>
            <h3>{name}</h3>
            <Sides theirs={wordsOf(before)} mine={wordsOf(after)} />
            <button type="button" className="button" aria-label={`Take theirs: ${name}`} onClick={takeOver}>
              Take theirs
            </button>
          </section>
        );
      })}
      <div className="row">
        {changes.length > 1 ? (
          <button type="button" className="button" onClick={() => take(theirs)}>
            Take all of theirs
          </button>
        ) : null}
        {keepMine ? (
          <button type="button" className="button" onClick={keepMine}>
            Go on with mine
          </button>
        ) : null}
      </div>
    </details>
  );
}

/** What came into a list or went out of it, is taken over with the whole list. */
function fieldsThatDiffer(file: string, mine: unknown, theirs: unknown): FieldChange[] {
  const [before, after] = [{ [file]: theirs }, { [file]: mine }];
  const found = changesBetween(before, after).map((change) => {
    const isEntry = typeof change.path.at(-1) === 'number' && !('before' in change && 'after' in change);
    const at = { file, path: isEntry ? change.path.slice(0, -1) : change.path };
    return isEntry ? { ...at, before: fieldAt(before, at), after: fieldAt(after, at) } : change;
  });
  return [...new Map(found.map((change) => [change.path.join('.'), change])).values()];
}

function Sides({ theirs, mine }: { theirs: string; mine: string }) {
  const parts = diffWordsWithSpace(theirs, mine);
  return (
    <div className="sides">
      <p>
        <b>Theirs</b>
        {parts.map(({ value, added, removed }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
          added ? null : removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>,
        )}
      </p>
      <p>
        <b>Mine</b>
        {parts.map(({ value, added, removed }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
          removed ? null : added ? <ins key={index}>{value}</ins> : <span key={index}>{value}</span>,
        )}
      </p>
    </div>
  );
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '(not there)';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.values(value).map(wordsOf).join('\n');
}
