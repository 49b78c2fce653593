import { formatFieldTitle } from '../../../content/validate-content.ts';
import { compareContent, type FieldChange, getField, setField } from '../../../content/merge-content.ts';
import { TextDiff } from '../text-diff.tsx';
import { formatFieldValue } from '../changed-files.ts';
import { Button } from './button.tsx';

interface VersionComparisonProps {
  file: string;
  /** Heading that names the author of the other text. */
  title: string;
  mine: unknown;
  theirs: unknown;
  /** Replaces my text. */
  onAccept: (value: unknown) => void;
  /** Keeps my text; absent if there is no conflict to resolve. */
  onKeepMine?: () => void;
}

/** Renders two versions of a file side by side, field by field, with buttons to take over the other. */
export function VersionComparison({ file, title, mine, theirs, onAccept, onKeepMine }: VersionComparisonProps) {
  const changes = compareFields(file, mine, theirs);
  return (
    <details className="notice mb-4" open={onKeepMine !== undefined}>
      <summary>{title}</summary>
      {changes.length === 0 ? <p>It says the same as yours.</p> : null}
      {changes.map(({ path, before, after }) => {
        const name = formatFieldTitle(file, path) || 'The whole text';
        const takeOver = () => onAccept(setField({ [file]: mine }, { file, path }, after)[file] ?? null);
        return (
          <section key={path.join('.')} className="mb-3">
            <h3>{name}</h3>
            <SideBySideDiff
              before={formatFieldValue({ file, path }, before)}
              after={formatFieldValue({ file, path }, after)}
            />
            <Button label="Take theirs" hiddenLabel={name} onPress={takeOver} />
          </section>
        );
      })}
      <div className="row">
        {changes.length > 1 ? <Button label="Take all of theirs" onPress={() => onAccept(theirs)} /> : null}
        {onKeepMine ? <Button label="Go on with mine" onPress={onKeepMine} /> : null}
      </div>
    </details>
  );
}

/** Renders two versions of a field side by side, each with the words marked that the other lacks. */
function SideBySideDiff(texts: { before: string; after: string }) {
  const sides = { before: ['Mine', 'removed'], after: ['Theirs', 'added'] } as const;
  return (
    <div className="my-2 grid gap-4 md:grid-cols-[1fr_1fr]">
      {(['before', 'after'] as const).map((side) => (
        <div key={side}>
          {sides[side][0]}
          <p className="words mt-1 bg-ground">
            {texts[side] === '' ? 'Empty' : <TextDiff {...texts} shownChanges={sides[side][1]} />}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Returns the fields that differ. If entries of a list were added or removed, the whole list is one field. */
function compareFields(file: string, mine: unknown, theirs: unknown): FieldChange[] {
  const [before, after] = [{ [file]: mine ?? undefined }, { [file]: theirs ?? undefined }];
  const fieldRefs = compareContent(before, after).map(({ path, ...texts }) => {
    const isEntry = typeof path.at(-1) === 'number' && !('before' in texts && 'after' in texts);
    return { file, path: isEntry ? path.slice(0, -1) : path };
  });
  const distinct = new Map(fieldRefs.map((fieldRef) => [fieldRef.path.join('.'), fieldRef]));
  return [...distinct.values()].map((fieldRef) => {
    return { ...fieldRef, before: getField(before, fieldRef), after: getField(after, fieldRef) };
  });
}
