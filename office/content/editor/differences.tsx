import { formatFieldTitle } from '../../../content/validate-content.ts';
import { compareContent, type FieldChange, getField, setField } from '../../../content/merge-content.ts';
import { Difference } from '../differences.tsx';
import { formatTexts } from '../names.ts';
import { Button } from './button.tsx';

interface DifferencesProps {
  file: string;
  /** Heading that names the author of the other text. */
  title: string;
  mine: unknown;
  theirs: unknown;
  /** Replaces my text. */
  take: (value: unknown) => void;
  /** Keeps my text; absent if there is no conflict to resolve. */
  keepMine?: () => void;
}

/** Renders two versions of a file side by side, field by field, with buttons to take over the other. */
export function Differences({ file, title, mine, theirs, take, keepMine }: DifferencesProps) {
  const changes = fieldsThatDiffer(file, mine, theirs);
  return (
    <details className="notice mb-4" open={keepMine !== undefined}>
      <summary>{title}</summary>
      {changes.length === 0 ? <p>It says the same as yours.</p> : null}
      {changes.map(({ path, before, after }) => {
        const name = formatFieldTitle(file, path) || 'The whole text';
        const takeOver = () => take(setField({ [file]: mine }, { file, path }, after)[file] ?? null);
        return (
          <section key={path.join('.')} className="mb-3">
            <h3>{name}</h3>
            <TwoTexts before={formatTexts({ file, path }, before)} after={formatTexts({ file, path }, after)} />
            <Button does="Take theirs" to={name} act={takeOver} />
          </section>
        );
      })}
      <div className="row">
        {changes.length > 1 ? <Button does="Take all of theirs" act={() => take(theirs)} /> : null}
        {keepMine ? <Button does="Go on with mine" act={keepMine} /> : null}
      </div>
    </details>
  );
}

/** Renders two versions of a field side by side, each with the words marked that the other lacks. */
function TwoTexts(texts: { before: string; after: string }) {
  const sides = { before: ['Mine', 'removed'], after: ['Theirs', 'added'] } as const;
  return (
    <div className="my-2 grid gap-4 md:grid-cols-[1fr_1fr]">
      {(['before', 'after'] as const).map((side) => (
        <div key={side}>
          {sides[side][0]}
          <p className="words mt-1 bg-ground">
            {texts[side] === '' ? 'Empty' : <Difference {...texts} only={sides[side][1]} />}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Returns the fields that differ. If entries of a list were added or removed, the whole list is one field. */
function fieldsThatDiffer(file: string, mine: unknown, theirs: unknown): FieldChange[] {
  const [before, after] = [{ [file]: mine ?? undefined }, { [file]: theirs ?? undefined }];
  const places = compareContent(before, after).map(({ path, ...texts }) => {
    const isEntry = typeof path.at(-1) === 'number' && !('before' in texts && 'after' in texts);
    return { file, path: isEntry ? path.slice(0, -1) : path };
  });
  const distinct = new Map(places.map((place) => [place.path.join('.'), place]));
  return [...distinct.values()].map((place) => ({
    ...place,
    before: getField(before, place),
    after: getField(after, place),
  }));
}
