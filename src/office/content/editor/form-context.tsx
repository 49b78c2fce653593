import { createContext, use } from 'react';
import type { FieldChoices } from '../entries.ts';
import type { FieldSchema } from '../../../content/field-schema.ts';
import type { ContentIssue } from '../../../content/content-issues.ts';
import type { Picture } from '../../../content/schema/picture.ts';
import type { FieldPath } from '../../../content/merge-content.ts';

/** What every field of the form reads and calls. */
export interface EntryFormContextValue {
  issues: readonly ContentIssue[];
  /** What the texts could do better. It blocks nothing. */
  advice: readonly ContentIssue[];
  /** What fields choose from, by their control. */
  choices: FieldChoices;
  /** Pictures of the content, which fields offer again. */
  usedPictures: readonly Picture[];
  setFieldValue: (path: FieldPath, value: unknown) => void;
  onFieldFocus: (path: FieldPath) => void;
  onFieldBlur: () => void;
  /** Called for the earlier wordings of a field. */
  onHistory: (path: FieldPath) => void;
  /** Called with a picture that is being sent; it resolves to true once it is in the form. */
  onUpload: (upload: Promise<boolean>) => Promise<void>;
}

/** React context of the form. */
export const EntryFormContext = createContext<EntryFormContextValue>({
  issues: [],
  advice: [],
  choices: {},
  usedPictures: [],
  onFieldFocus() {},
  onFieldBlur() {},
  onHistory() {},
  async onUpload() {},
  setFieldValue() {},
});

/** A field, or a group or list of fields. */
export interface FieldProps {
  schema: FieldSchema;
  value: unknown;
  path: FieldPath;
}

/** Returns the id of a field's element. */
export const formatFieldId = (path: FieldPath): string => ['field', ...path].join('.');

/** Focuses a field, or what is around it if it has no element: at last the title. Unfolds the parts that it is in. */
export function focusField(path: FieldPath): void {
  requestAnimationFrame(() => {
    const elements = [...path.keys(), path.length].map((end) =>
      document.getElementById(formatFieldId(path.slice(0, end))),
    );
    const field = elements.findLast((element) => element !== null);
    for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
    field?.focus({ preventScroll: true });
    // The title sticks to the top.
    if (path.length === 0) field?.closest('main')?.scrollTo({ top: 0 });
    else field?.scrollIntoView({ block: field.tagName === 'SUMMARY' ? 'start' : 'center' });
  });
}

/** Classes of a field's hint. */
export const hintClass = 'min-h-[1.5em] text-small text-quiet wrap-anywhere';

/** Returns a predicate of the issues of a field itself, not of fields within it. */
export const isAt = (path: FieldPath) => (issue: ContentIssue) => formatFieldId(issue.path) === formatFieldId(path);

/** Renders the issues of a field, and the advice about it. */
export function FieldIssues({ path }: { path: FieldPath }) {
  const { issues, advice } = use(EntryFormContext);
  return (
    <div id={`${formatFieldId(path)}.faults`} className="font-medium text-balloon">
      {issues.filter(isAt(path)).map(({ message }) => (
        <p key={message}>This {message}.</p>
      ))}
      {advice.filter(isAt(path)).map(({ message }) => (
        <p key={message} className="text-small font-normal text-quiet">
          Advice: this {message}.
        </p>
      ))}
    </div>
  );
}

/** Renders the button that leads to the earlier wordings of a field. The field's title describes it. */
export function HistoryButton({ path, titleId }: { path: FieldPath; titleId: string }) {
  const { onHistory } = use(EntryFormContext);
  return (
    <button
      type="button"
      className="min-h-7 text-small text-quiet hover:text-lamp"
      aria-describedby={titleId}
      // The field keeps the focus, with which the button shows.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onHistory(path)}
    >
      History
    </button>
  );
}
