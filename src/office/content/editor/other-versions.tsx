import { isEqualJson } from '../../../content/merge-content.ts';
import { VersionComparison } from './version-comparison.tsx';
import { mergeOwnDrafts } from './revert-file.ts';
import { type FilePartProps, formatTime, dayAndTime } from './file-header.tsx';

/** Renders other versions of the file: drafts of others, a draft of another window, and changes that were published. */
export function OtherVersions({ entry: { file, value, state }, syncState, draftSync }: FilePartProps) {
  const {
    ownDrafts: { [file]: ownDraft },
    otherWindowDrafts: { [file]: otherWindowDraft },
  } = syncState;
  const publishedValue = syncState.files[file] ?? null;
  const mine = state === 'to go' ? null : value;
  const drafts = syncState.otherDrafts.filter((draft) => draft.file === file);
  const hasPublishedChange =
    ownDraft !== undefined &&
    !isEqualJson(ownDraft.base, publishedValue) &&
    !isEqualJson(ownDraft.value, publishedValue);
  // Keep what others published in other fields.
  const merged = mergeOwnDrafts(syncState)[file] ?? null;
  return (
    <>
      {drafts.map(({ by, savedAt, value: theirs }) => (
        <VersionComparison
          key={by}
          file={file}
          title={`${by} has a draft of this too, last saved ${formatTime(syncState, savedAt, dayAndTime)}`}
          mine={mine}
          theirs={theirs}
          onAccept={(text) => draftSync.change(file, text)}
        />
      ))}
      {otherWindowDraft ? (
        <VersionComparison
          file={file}
          title="You have written in another window since. Which text holds?"
          mine={mine}
          theirs={otherWindowDraft.value}
          onAccept={(text) => draftSync.change(file, text, { known: otherWindowDraft.savedAt })}
          onKeepMine={() => draftSync.change(file, mine, { known: otherWindowDraft.savedAt })}
        />
      ) : null}
      {hasPublishedChange ? (
        <VersionComparison
          file={file}
          title="This was changed while you were writing. Theirs is what holds now"
          mine={merged}
          theirs={publishedValue}
          onAccept={(text) => draftSync.change(file, text)}
          onKeepMine={() => draftSync.change(file, merged, { base: publishedValue })}
        />
      ) : null}
    </>
  );
}
