import { type ComponentProps, StrictMode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

import { findFieldSchema } from '../../../content/field-schema.ts';
import type { ContentIssue } from '../../../content/content-issues.ts';
import { formatFileAndFieldTitle, formatFileTitle } from '../../../content/validate-content.ts';
import { listPagePaths } from '../../../content/content-issues.ts';
import { type Content, findContentModel, singletons, specifiedFiles } from '../../../content/content-models.ts';
import { mergeDrafts, type FieldPath, isEqualJson, type ContentFiles } from '../../../content/merge-content.ts';
import { getDateFormat } from '../../../text/format-date.ts';
import { Button, ToggleGroup } from './button.tsx';
import { VersionComparison } from './version-comparison.tsx';
import {
  type ContentEntry,
  createPageValue,
  type ExtensibleCollection,
  extensibleCollections,
  type FieldChoices,
  listEntries,
  listFieldChoices,
  listPages,
} from '../entries.ts';
import { findAddressChanges } from '../address-changes.ts';
import { changePage, type PageChange, restorePage } from './change-page.ts';
import { PageForm } from './page-form.tsx';
import { readPlaceholderValues, listFields, type FieldText, findTextsByRendering } from './find-texts.ts';
import { EntryForm, focusField } from './entry-form.tsx';
import { type DraftSync, type SyncState, openDraftSync } from './draft-sync.ts';
import { EntryList, FieldLinks } from './entry-list.tsx';
import { formatFieldHash, parseFieldHash } from '../field-hash.ts';
import { Preview } from './preview.tsx';

const paneLabels = { list: 'All texts', form: 'Form', preview: 'Preview' };
const columnsClass = 'column:grid-cols-[minmax(13rem,1fr)_minmax(22rem,2fr)_minmax(22rem,2.6fr)]';
const paneClass =
  'relative min-w-0 overflow-auto overscroll-contain p-4 border-hairline column:border-r max-column:[grid-area:2/1]';

/** Renders the content editor: list, form of one file, and preview. A phone shows one of them at a time. */
function Editor({ draftSync }: { draftSync: DraftSync }) {
  const syncState = useSyncExternalStore(draftSync.subscribe, draftSync.getState);
  const [fieldRef, setFieldRef] = useState(() => parseFieldHash(location.hash));
  const [focusedField, setFocusedField] = useState(fieldRef.path);
  const [clickedTexts, setClickedTexts] = useState<readonly FieldText[]>([]);
  const [visiblePane, setVisiblePane] = useState<keyof typeof paneLabels>('form');
  const entries = useMemo(() => listEntries(syncState), [syncState]);
  const files = useMemo(() => Object.fromEntries(entries.map(({ file, value }) => [file, value])), [entries]);
  const fields = useMemo(() => listFields(files), [files]);
  const mergedFiles = useMemo(() => mergeOwnDrafts(syncState), [syncState]);
  const choices = useMemo(() => listFieldChoices(entries, mergedFiles), [entries, mergedFiles]);
  const entry = entries.find(({ file }) => file === fieldRef.file) ?? entries[0];

  useEffect(() => {
    const openLinkedField = () => {
      const linked = parseFieldHash(location.hash);
      setFieldRef(linked);
      setFocusedField(linked.path);
      setClickedTexts([]);
      setVisiblePane('form');
    };
    // A link to where one is already changes no hash.
    const openSameField = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')?.hash === location.hash) openLinkedField();
    };
    addEventListener('hashchange', openLinkedField);
    addEventListener('click', openSameField);
    return () => {
      removeEventListener('hashchange', openLinkedField);
      removeEventListener('click', openSameField);
    };
  }, []);

  useEffect(() => (location.hash === '' ? undefined : focusField(fieldRef.path)), [fieldRef]);

  if (!entry) return <p>There is no content to edit.</p>;
  const { file } = entry;
  const openClickedText = (clicked: readonly string[]) => {
    const found = clicked.map((text) => findTextsByRendering(fields, text)).find(({ length }) => length > 0) ?? [];
    const [only, ...others] = found;
    setClickedTexts(others.length > 0 ? found : []);
    if (others.length > 0) setVisiblePane('form');
    // The hash stays the same: no event would fire.
    else if (only && formatFieldHash(only) === location.hash) setFieldRef({ ...only });
    else if (only) location.hash = formatFieldHash(only);
  };
  const applyPageChange = (change: PageChange, name: string) => {
    const { newFile } = change;
    const isNew = change.file === undefined && newFile !== undefined;
    const value = isNew ? createPageValue(entries, newFile, name) : undefined;
    for (const [changed, text] of Object.entries(changePage(mergedFiles, change, value)))
      draftSync.change(changed, text);
    void draftSync.flush();
    if (newFile !== undefined) location.hash = formatFieldHash({ file: newFile, path: [] });
  };
  const othersFiles = Object.fromEntries(
    syncState.otherDrafts.flatMap(({ file, value }) => (value ? [[file, value]] : [])),
  );
  const pageFormProps = { takenFiles: { ...othersFiles, ...mergedFiles }, onSubmit: applyPageChange };
  const formatPaneClass = (name: keyof typeof paneLabels) =>
    name === visiblePane ? paneClass : `${paneClass} max-column:invisible`;
  return (
    <div
      className={`grid h-dvh grid-rows-[auto_minmax(0,1fr)] max-column:grid-rows-[auto_minmax(0,1fr)_auto] ${columnsClass}`}
    >
      <header className="col-span-full border-b border-hairline px-4">
        <a href="/content" className="target inline-flex">
          ‹ Content
        </a>
      </header>
      <nav aria-label="Texts" className={formatPaneClass('list')}>
        <EntryList
          entries={entries}
          fields={fields}
          currentFile={file}
          pageFormProps={pageFormProps}
          placeholderValues={readPlaceholderValues(files)}
        />
      </nav>
      <main id="main" key={file} className={formatPaneClass('form')}>
        <FileHeader entry={entry} syncState={syncState} draftSync={draftSync} />
        <PageAddress
          {...pageFormProps}
          entry={entry}
          targets={listPagePaths(syncState.files).has(entry.pagePath ?? '') ? choices['link'] : undefined}
        />
        {clickedTexts.length > 0 ? (
          <section aria-label="Texts that you clicked" className="notice mb-4">
            <p>This stands in several places. Choose one:</p>
            <FieldLinks fields={clickedTexts} />
          </section>
        ) : null}
        <IssueSummary file={file} syncState={syncState} files={files} />
        <OtherVersions entry={entry} syncState={syncState} draftSync={draftSync} />
        <FileForm
          entry={entry}
          syncState={syncState}
          draftSync={draftSync}
          choices={choices}
          onFieldFocus={setFocusedField}
        />
      </main>
      <section aria-label="Preview" className={`flex flex-col ${formatPaneClass('preview')}`}>
        <Preview
          file={file}
          value={entry.state === 'to go' ? null : entry.value}
          focusedField={focusedField}
          focusedText={
            fields.find((text) => formatFieldHash(text) === formatFieldHash({ file, path: focusedField }))
              ?.renderedText ?? ''
          }
          pagePath={entry.pagePath}
          pages={listPages(entries)}
          onTextClick={openClickedText}
        />
      </section>
      <nav aria-label="Parts of the editor" className="row border-t border-hairline p-2 column:hidden">
        <ToggleGroup options={paneLabels} selected={visiblePane} onSelect={setVisiblePane} />
      </nav>
    </div>
  );
}

interface FilePartProps {
  entry: ContentEntry;
  syncState: SyncState;
  draftSync: DraftSync;
}

function FileHeader({ entry: { file, title, pagePath }, syncState, draftSync }: FilePartProps) {
  const isUntouched = syncState.ownDrafts[file] === undefined;
  const saveAndOpen = async (path: string) => {
    if (await draftSync.flush()) location.assign(path);
  };
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
          <Button label="Share…" onPress={() => void saveAndOpen(`/content/links?file=${file}#file`)} />
        )}
        <Button
          label="Publish…"
          isPrimary={Object.keys(syncState.ownDrafts).length > 0}
          onPress={() => void saveAndOpen('/content/publish')}
        />
      </div>
    </header>
  );
}

type PageAddressProps = Pick<ComponentProps<typeof PageForm>, 'targets' | 'takenFiles' | 'onSubmit'>;

/** Renders the address of a page that can go, and the forms to change it and to remove the page. */
function PageAddress({ entry: { file, state }, targets, ...props }: PageAddressProps & { entry: ContentEntry }) {
  const { name = 'home', path } = findContentModel(file) ?? {};
  if (!(name in extensibleCollections) || state === 'to go') return null;
  const others = targets?.filter(({ value }) => value !== path);
  const formProps = { ...props, collection: name as ExtensibleCollection, file, targets: others };
  return (
    <div className="mb-4">
      <p className="text-quiet wrap-anywhere">Address: {path}</p>
      {specifiedFiles.has(file) ? null : <PageForm {...formProps} title="Change address…" />}
      <PageForm {...formProps} title="Remove…" isRemoval />
    </div>
  );
}

/**
 * Resets a file to the published text, a moved page at its earlier address too. A page that is there again needs no redirect
 * from its address.
 */
function revertFile(draftSync: DraftSync, file: string): void {
  const { files: publishedFiles, ownDrafts } = draftSync.getState();
  const published = publishedFiles[file] ?? null;
  const files = mergeOwnDrafts(draftSync.getState());
  const [earlierFile] = [...findAddressChanges(publishedFiles, files)].find(([, newFile]) => newFile === file) ?? [];
  const changed =
    earlierFile !== undefined
      ? changePage(files, { file, newFile: earlierFile }, publishedFiles[earlierFile])
      : published === null
        ? {}
        : ownDrafts[file]?.value === null
          ? restorePage(publishedFiles, files, file)
          : changePage(files, { newFile: file }, published);
  for (const [name, value] of Object.entries(changed)) draftSync.change(name, value);
  draftSync.change(file, published, { base: published });
  void draftSync.flush();
  if (earlierFile !== undefined) location.hash = formatFieldHash({ file: earlierFile, path: [] });
}

/** Returns the published content with the person's drafts. */
function mergeOwnDrafts({ files, ownDrafts }: SyncState): ContentFiles {
  const drafts = Object.entries(ownDrafts).map(([file, draft]) => ({ file, ...draft }));
  return mergeDrafts(files, drafts).files;
}

/** Formats a time in the zone of the office. */
function formatTime({ files }: SyncState, time: string | number | Date, options: Intl.DateTimeFormatOptions): string {
  const { timeZone } = files[singletons.office.file] as Content['office'];
  return getDateFormat(timeZone, options).format(new Date(time));
}

const dayAndTime = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Renders the saving state of the typed text. */
function SavingStatus({ syncState }: { syncState: SyncState }) {
  const { ownDrafts, saveFailure, savedAt } = syncState;
  const isSaved = Object.values(ownDrafts).every(({ isSaved }) => isSaved);
  const savedText = isSaved
    ? savedAt && `Draft saved at ${formatTime(syncState, savedAt, { timeStyle: 'short' })}`
    : 'Not saved yet';
  return (
    <p role="status" className={`min-h-[1.5em] text-small ${saveFailure ? 'font-medium text-balloon' : 'text-quiet'}`}>
      {saveFailure ? `${saveFailureTexts[saveFailure]}. What you write is kept in this browser. ` : savedText}
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

const saveFailureTexts = {
  away: 'Waiting for the connection',
  ended: 'Your session has ended',
  refused: 'The server does not take this. Tell your developer',
} as const;

/** Renders the issues with links to their fields: first of this file and caused by it, then of other drafts. */
function IssueSummary({ file, syncState, files }: { file: string; syncState: SyncState; files: ContentFiles }) {
  const { here = [], elsewhere = [] } = Object.groupBy(syncState.issues, (issue) =>
    issue.file === file || syncState.ownDrafts[issue.file] === undefined ? 'here' : 'elsewhere',
  );
  return (
    <>
      {here.length > 0 ? (
        <section aria-label="To be put right" className="notice is-problem mb-4 max-h-[30dvh] overflow-auto">
          <b>To be put right before this can be published</b>
          <IssueList issues={here} files={files} />
        </section>
      ) : null}
      {elsewhere.length > 0 ? (
        <details className="notice mb-4">
          <summary>{elsewhere.length} to be put right in other texts</summary>
          <IssueList issues={elsewhere} files={files} />
        </details>
      ) : null}
    </>
  );
}

function IssueList({ issues, files }: { issues: readonly ContentIssue[]; files: ContentFiles }) {
  return (
    <ul>
      {issues.map((issue) => (
        <li key={JSON.stringify(issue)}>
          <a href={formatFieldHash(issue)}>{formatFileAndFieldTitle(issue, files)}</a> {issue.message}
        </li>
      ))}
    </ul>
  );
}

/** Renders other versions of the file: drafts of others, a draft of another window, and changes that were published. */
function OtherVersions({ entry: { file, value, state }, syncState, draftSync }: FilePartProps) {
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

function FileForm({
  entry: { file, value, state },
  syncState,
  draftSync,
  choices,
  onFieldFocus,
}: FilePartProps & { choices: FieldChoices; onFieldFocus: (path: FieldPath) => void }) {
  const schema = findFieldSchema(file, []);
  if (state === 'to go')
    return (
      <div className="notice">
        <p>This goes, with its page.</p>
        <Button label="Let it stay" onPress={() => revertFile(draftSync, file)} />
      </div>
    );
  return schema ? (
    <EntryForm
      schema={schema}
      value={value}
      issues={syncState.issues.filter((issue) => issue.file === file)}
      choices={choices}
      onChange={(value) => draftSync.change(file, value)}
      onFieldFocus={onFieldFocus}
      onFieldBlur={() => void draftSync.flush()}
    />
  ) : null;
}

const mountPoint = document.querySelector<HTMLElement>('#editor') ?? document.body;
const { person = '' } = mountPoint.dataset;
const root = createRoot(mountPoint);
openDraftSync(person).then(
  (draftSync) =>
    root.render(
      <StrictMode>
        <Editor draftSync={draftSync} />
      </StrictMode>,
    ),
  (error: Error) => root.render(<p>The content cannot be read: {error.message}. Open the page again.</p>),
);
