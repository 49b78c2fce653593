import { StrictMode, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { findFieldSchema } from '../../../content/field-schema.ts';
import { listPagePaths } from '../../../content/content-issues.ts';
import { type ContentFiles, type FieldPath, type FieldRef, getField } from '../../../content/merge-content.ts';
import { listPictures } from '../../../content/picture-files.ts';
import { findWritingAdvice } from '../../../content/writing-advice.ts';
import { Button, ToggleGroup } from './button.tsx';
import { createPageValue, type FieldChoices, listEntries, collectChoicesByControl, listPages } from '../entries.ts';
import { computePageChange, type PageChange } from './page-change.ts';
import { getPlaceholderValuesFromFiles, listFields, type FieldText, findTextsByRendering } from './find-texts.ts';
import { EntryForm } from './entry-form.tsx';
import { focusField } from './form-context.tsx';
import { type DraftSync, openDraftSync, type SyncState } from './draft-sync.ts';
import { EditorSidebar, FieldLinks } from './editor-sidebar.tsx';
import { formatFieldHash, formatFieldHistoryUrl, parseFieldHash } from '../field-hash.ts';
import { Preview } from './preview.tsx';
import { FileHeader, type FilePartProps, saveAndOpen } from './file-header.tsx';
import { PageAddress } from './page-address.tsx';
import { revertFile, mergeOwnDrafts } from './revert-file.ts';
import { isInUntouchedBlock } from './untouched-blocks.ts';
import { IssueSummary } from './issue-summary.tsx';
import { OtherVersions } from './other-versions.tsx';

const paneLabels = { list: 'All texts', form: 'Form', preview: 'Preview' };
const columnsClass = 'column:grid-cols-[minmax(13rem,1fr)_minmax(22rem,2fr)_minmax(22rem,2.6fr)]';
const paneClass =
  'relative min-w-0 overflow-auto overscroll-contain p-4 border-hairline column:border-r max-column:[grid-area:2/1]';

/** Renders the content editor: list, form of one file, and preview. A phone shows one of them at a time. */
function Editor({ draftSync, siteUrl }: { draftSync: DraftSync; siteUrl: string }) {
  const storedState = useSyncExternalStore(draftSync.subscribe, draftSync.getState);
  const syncState = useMemo(() => hideUntouchedBlocks(storedState), [storedState]);
  const [fieldRef, setFieldRef] = useState(() => parseFieldHash(location.hash));
  const [focusedField, setFocusedField] = useState(fieldRef.path);
  const [clickedTexts, setClickedTexts] = useState<readonly FieldText[]>([]);
  const [visiblePane, setVisiblePane] = useState<keyof typeof paneLabels>('form');
  const entries = useMemo(() => listEntries(syncState), [syncState]);
  const files = useMemo(() => Object.fromEntries(entries.map(({ file, value }) => [file, value])), [entries]);
  const fields = useMemo(() => listFields(files), [files]);
  const mergedFiles = useMemo(() => mergeOwnDrafts(syncState), [syncState]);
  const choices = useMemo(() => collectChoicesByControl(entries, mergedFiles), [entries, mergedFiles]);
  const entry = entries.find(({ file }) => file === fieldRef.file) ?? entries[0];

  useFieldLinks((linked) => {
    setFieldRef(linked);
    setFocusedField(linked.path);
    setClickedTexts([]);
    setVisiblePane('form');
  });
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
    for (const [changed, text] of Object.entries(computePageChange(mergedFiles, change, value)))
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
        <a href="/content" className="target inline-flex before:mr-2 before:content-['‹'_/_'']">
          Content
        </a>
      </header>
      <nav aria-label="Texts" className={formatPaneClass('list')}>
        <EditorSidebar
          entries={entries}
          fields={fields}
          currentFile={file}
          pageFormProps={pageFormProps}
          placeholderValues={getPlaceholderValuesFromFiles(files)}
          siteUrl={siteUrl}
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
          files={files}
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
          focusedPicture={
            focusedField.at(-1) === 'file'
              ? (getField(files, { file, path: focusedField }) as string | undefined)
              : undefined
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

/** Returns the state without the issues of blocks that are not filled in yet. Publishing names them. */
function hideUntouchedBlocks(state: SyncState): SyncState {
  const issues = state.issues.filter((issue) => !isInUntouchedBlock(issue, state.ownDrafts[issue.file]?.value));
  return { ...state, issues };
}

/** Calls `onOpen` with the field of a link that is followed. */
function useFieldLinks(onOpen: (fieldRef: FieldRef) => void): void {
  const openLatest = useEffectEvent(() => onOpen(parseFieldHash(location.hash)));
  useEffect(() => {
    const openField = () => openLatest();
    // A link to where one is already changes no hash.
    const openSameField = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')?.hash === location.hash) openLatest();
    };
    addEventListener('hashchange', openField);
    addEventListener('click', openSameField);
    return () => {
      removeEventListener('hashchange', openField);
      removeEventListener('click', openSameField);
    };
  }, []);
}

function FileForm({
  entry: { file, value, state },
  syncState,
  draftSync,
  files,
  choices,
  onFieldFocus,
}: FilePartProps & { files: ContentFiles; choices: FieldChoices; onFieldFocus: (path: FieldPath) => void }) {
  const schema = findFieldSchema(file, []);
  // Each file once, with its newest words.
  const usedPictures = useMemo(
    () => [...new Map(listPictures(files).map((picture) => [picture.file, picture])).values()],
    [files],
  );
  const advice = useMemo(() => findWritingAdvice(file, value, files), [file, value, files]);
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
      advice={advice}
      choices={choices}
      usedPictures={usedPictures}
      onChange={(value) => draftSync.change(file, value)}
      onFieldFocus={onFieldFocus}
      onFieldBlur={() => void draftSync.flush()}
      onHistory={(path) => void saveAndOpen(draftSync, formatFieldHistoryUrl({ file, path }))}
      onUpload={draftSync.trackUpload}
    />
  ) : null;
}

const mountPoint = document.querySelector<HTMLElement>('#editor') ?? document.body;
const { person = '', siteUrl = '' } = mountPoint.dataset;
const root = createRoot(mountPoint);
openDraftSync(person).then(
  (draftSync) =>
    root.render(
      <StrictMode>
        <Editor draftSync={draftSync} siteUrl={siteUrl} />
      </StrictMode>,
    ),
  (error: Error) => root.render(<p>The content cannot be read: {error.message}. Open the page again.</p>),
);
