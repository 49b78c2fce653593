import { formatFileTitle } from '../../../content/validate-content.ts';
import { type Content, singletons } from '../../../content/content-models.ts';
import { getDateFormat } from '../../../text/format-date.ts';
import { Button } from './button.tsx';
import type { DraftSync, SyncState } from './draft-sync.ts';
import type { ContentEntry } from '../entries.ts';
import { formatFieldHash } from '../field-hash.ts';
import { revertFile } from './revert-file.ts';

/** What the parts around the form show: a file, and the store of its draft. */
export interface FilePartProps {
  entry: ContentEntry;
  syncState: SyncState;
  draftSync: DraftSync;
}

/** Renders the title of a file, the state of its draft, and what can be done with it. */
export function FileHeader({ entry: { file, title, pagePath }, syncState, draftSync }: FilePartProps) {
  const isUntouched = syncState.ownDrafts[file] === undefined;
  const confirmRevert = () => {
    if (confirm(`Take back what you have changed in “${title}”?`)) revertFile(draftSync, file);
  };
  return (
    <header className="sticky -top-4 z-1 -mx-4 -mt-4 mb-4 border-b border-hairline bg-ground px-4 py-3">
      <h1 id="field" tabIndex={-1} className="text-[1.4rem]">
        {title}
      </h1>
      <SavingStatus syncState={syncState} />
      <ConflictLinks {...syncState} />
      <ScheduleStatus at={syncState.schedules[file]} syncState={syncState} />
      <div className="row">
        <Button label="Take back" isDisabled={isUntouched} onPress={confirmRevert} />
        {pagePath === undefined ? null : (
          <Button label="Share…" onPress={() => void saveAndOpen(draftSync, `/content/links?file=${file}#file`)} />
        )}
        <Button label="Publish…" isPrimary onPress={() => void saveAndOpen(draftSync, '/content/publish')} />
      </div>
    </header>
  );
}

/** Opens another page once all is saved. */
export async function saveAndOpen(draftSync: DraftSync, path: string): Promise<void> {
  if (await draftSync.settle()) location.assign(path);
}

/** Formats a time in the zone of the office. */
export function formatTime(
  { files }: SyncState,
  time: string | number | Date,
  options: Intl.DateTimeFormatOptions,
): string {
  const { timeZone } = files[singletons.office.file] as Content['office'];
  return getDateFormat(timeZone, options).format(new Date(time));
}

/** Options of `formatTime`. */
export const dayAndTime = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Renders the saving state of the typed text. */
function SavingStatus({ syncState }: { syncState: SyncState }) {
  const { ownDrafts, saveFailure, savedAt, pictureState } = syncState;
  const isSaved = Object.values(ownDrafts).every(({ isSaved }) => isSaved);
  const savedText = isSaved
    ? savedAt && `Draft saved at ${formatTime(syncState, savedAt, { timeStyle: 'short' })}`
    : 'Not saved yet';
  return (
    <p role="status" className={`min-h-[1.5em] text-small ${saveFailure ? 'font-medium text-balloon' : 'text-quiet'}`}>
      {saveFailure ? `${saveFailureTexts[saveFailure]}. What you write is kept in this browser. ` : savedText}
      {pictureState && ` ${pictureTexts[pictureState]}`}
      {saveFailure === 'ended' ? (
        <a href="/sign-in?to=/content/edit" target="_blank" rel="noreferrer">
          Sign in again
        </a>
      ) : null}
    </p>
  );
}

/** Links to the files that another window has saved since, which wait for the person. */
function ConflictLinks({ otherWindowDrafts }: SyncState) {
  const drafts = Object.values(otherWindowDrafts).filter((draft) => draft !== undefined);
  return drafts.map(({ file, value }) => (
    <p key={file} className="text-small">
      Written in another window too: <a href={formatFieldHash({ file, path: [] })}>{formatFileTitle(file, value)}</a>
    </p>
  ));
}

/** Says when the draft is published. */
function ScheduleStatus({ at, syncState }: { at: string | null | undefined; syncState: SyncState }) {
  if (at === undefined) return null;
  const text =
    at === null
      ? 'Will not be published at its time: choose it again'
      : `Will be published at ${formatTime(syncState, at, dayAndTime)}`;
  return <p className="text-small text-quiet">{text}</p>;
}

const pictureTexts = {
  sending: 'A picture is being sent: Publish and Share wait for it.',
  failed: 'A picture was not sent: the one before stands. Choose it again.',
} as const;
const saveFailureTexts = {
  away: 'Waiting for the connection',
  ended: 'Your session has ended',
  refused: 'The server does not take this. Tell your developer',
} as const;
