import type { LiveContent } from '../../content/content-repository.ts';
import { findContentType } from '../../content/content-types.ts';
import { hasChangedDrafts, isStillScheduled } from '../../content/schedules.ts';
import type { RevisionSummary } from '../../content/revisions.ts';
import { sendError } from '../shared/error-responses.tsx';
import { isReplayed } from '../shared/form.ts';
import {
  requireRecentAuth,
  sendStaffPage,
  type StaffPageSettings,
  type StaffRequest,
} from '../shared/staff-request.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, PostButton } from '../shared/post-button.tsx';
import { DraftLinks, linksPath, listLinkablePages } from './draft-links.tsx';
import { finishPublication } from './publish.tsx';
import { type StaffRoutes, replayWholeForm } from '../shared/staff-request.ts';

/** Registers GET /words, also as /words/links?file=FILE, and the POSTs of its forms. */
export function registerContentRoutes({ get, post }: StaffRoutes): void {
  const replayStartPage = () => ({ returnPath: '/words' });
  for (const path of ['/words', linksPath]) get(path, (request) => showContentPage(request));
  post(linksPath, createLink, replayStartPage);
  post('/words/cancel', cancelSchedule, replayStartPage);
  post('/words/revoke', revokeLink, replayStartPage);
  post('/words/take-over', takeOverDraft, replayStartPage);
  post('/words/undo', requireRecentAuth(undoPublication), replayWholeForm);
}

async function cancelSchedule({ office, form, reply }: StaffRequest) {
  await office.revisionStore.deleteSchedule(form.get('id') ?? '');
  return redirectWithNotice(reply, '/words', 'cancel-schedule');
}

async function revokeLink({ office, form, reply }: StaffRequest) {
  await office.draftLinks.revokeLink(form.get('id') ?? '');
  return redirectWithNotice(reply, '/words', 'revoke-link');
}

/** Creates a link to a page with the person's drafts, and shows it once. */
async function createLink(request: StaffRequest) {
  const { office, session, form } = request;
  const page = (await listLinkablePages(request)).find(({ file }) => file === form.get('file'));
  if (page === undefined) return sendError(request, 404);
  const url = office.config.siteUrl + (await office.draftLinks.createLink({ ...page, by: session.person }));
  const notice = { kind: 'done' as const, text: 'Copy the link now: it is not shown again.' };
  return showContentPage(request, { notice }, url);
}

/** Assigns the draft of an author without the role `words` to the person. */
async function takeOverDraft(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const { revisionStore } = office;
  const [draft] = await revisionStore.listDrafts({ file: form.get('file') ?? '', by: form.get('by') ?? '' });
  const editors = await listEditorEmails(request);
  const isOffered = draft !== undefined && !editors.has(draft.by);
  if (!isOffered || !(await revisionStore.saveDraft({ ...draft, by: session.person }, null)))
    return refuse(request, isOffered ? ownDraftFirstMessage : cannotTakeOverMessage);
  await revisionStore.deleteDraft(draft.file, draft.by, draft.savedAt);
  return redirectWithNotice(reply, '/words', 'take-over');
}

/** Publishes the revision before the newest again. */
async function undoPublication(request: StaffRequest) {
  const { office, session, form } = request;
  if (isReplayed(form)) return showContentPage(request, { notice: createProblemNotice(replayedMessage) });
  const newest = await office.revisionStore.readNewestNumber();
  // A revision published meanwhile is not undone unseen.
  const result =
    form.get('on') === `${newest}`
      ? await office.contentRepository.undoPublication(session.person)
      : { outcome: 'overtaken' as const };
  if (result.outcome === 'published') return finishPublication(request, result.number, 'undo', `Undo number ${newest}`);
  if (result.outcome !== 'faults') return refuse(request, overtakenMessage);
  const { formatFileAndFieldTitle } = await import('./changed-files.ts');
  const details = result.issues.map((issue) => `${formatFileAndFieldTitle(issue, {})} ${issue.message}`);
  return refuse(request, cannotUndoMessage, details);
}

const refuse = (request: StaffRequest, text: string, details?: readonly string[]) =>
  showContentPage(request, { status: 409, notice: createProblemNotice(text, details) });

async function showContentPage(request: StaffRequest, settings: StaffPageSettings = {}, newLink?: string) {
  const props = await loadContentPageProps(request, newLink);
  return sendStaffPage(request, <ContentPage {...props} />, { ...settings, url: '/words' });
}

type ContentPageProps = Awaited<ReturnType<typeof loadContentPageProps>>;

/** Resolves to the props of the page. */
async function loadContentPageProps(request: StaffRequest, newLink?: string) {
  const { office, session, query, form } = request;
  const { contentRepository, revisionStore, draftLinks } = office;
  const [live, drafts, shownNumber] = [
    await contentRepository.readLiveContent(),
    await revisionStore.listDrafts(),
    await office.site.loadNewestRevision(),
  ];
  const [[newest], editors] = [await revisionStore.listRevisions(), await listEditorEmails(request)];
  const { formatEditUrl, formatFileTitle } = await import('./changed-files.ts');
  const schedules = await revisionStore.listSchedules();
  const { listPagePaths } = await import('../../content/content-issues.ts');
  const livePaths = listPagePaths(live.files);
  // A new file has its title in its draft alone.
  const findTitle = (file: string) =>
    formatFileTitle(file, live.files[file] ?? drafts.find((draft) => draft.file === file)?.value);
  return {
    // Undefined if nothing was published yet.
    newest,
    // Revision that visitors see if this server cannot show the newest; 0 is the release.
    shownRevision: shownNumber < live.number ? shownNumber : undefined,
    // Titles of the files that differ in the release.
    differing: live.differingFiles.map((file) => formatFileTitle(file, live.files[file] ?? live.releaseFiles[file])),
    // Labels and URLs of links in the notice.
    noticeLinks: newLink
      ? [[newLink, newLink]]
      : /^(?:publish|undo)$/.test(query.get('done') ?? '')
        ? listPublishedLinks(office.config.siteUrl, live, livePaths)
        : [],
    drafts: drafts.map(({ file, value, by, savedAt }) => ({
      file,
      title: findTitle(file),
      editUrl: formatEditUrl({ file, path: [] }),
      by,
      savedAt,
      isOwn: by === session.person,
      // The address of a page that goes, or that gets another one by another draft.
      removedPath:
        value === null && livePaths.has(findContentType(file)?.path ?? '') ? findContentType(file)?.path : undefined,
      // The author no longer has the role `words`.
      isOrphaned: !editors.has(by),
      isScheduled: schedules.some(
        (one) => one.by === by && isStillScheduled(one, drafts) && one.drafts.some((draft) => draft.file === file),
      ),
    })),
    links: await draftLinks.listLinks(),
    pages: await listLinkablePages(request),
    // The file whose page is chosen in the form at first.
    file: query.get('file') ?? form.get('file') ?? '',
    schedules: schedules.map((schedule) => ({
      ...schedule,
      titles: [...new Set(schedule.drafts.map(({ file }) => findTitle(file)))],
      isChanged: hasChangedDrafts(schedule, drafts),
      isOwn: schedule.by === session.person,
    })),
  };
}

/** Returns labels and URLs of links to up to three pages of the newest publication, and to what it changed. */
function listPublishedLinks(siteUrl: string, { number, lastChanges }: LiveContent, pagePaths: ReadonlySet<string>) {
  const newest = Object.values(lastChanges).toSorted().at(-1);
  const changedFiles = Object.keys(lastChanges).filter((file) => lastChanges[file] === newest);
  const paths = new Set(changedFiles.map((file) => findContentType(file)?.path ?? ''));
  const pages = [...paths].filter((path) => pagePaths.has(path)).map((path) => [`See ${path}`, siteUrl + path]);
  return [...pages.slice(0, 3), ['What it changed', `/words/versions/${number}`]];
}

/** Resolves to the e-mail addresses of the people with the role `words`. */
async function listEditorEmails({ office }: StaffRequest): Promise<ReadonlySet<string>> {
  return new Set(await office.people.listEmailsWithRole('words'));
}

const cannotTakeOverMessage = 'This draft cannot be taken over any more.';
const ownDraftFirstMessage =
  'You have a draft of the same part. Publish or discard yours first: nothing is lost until then.';
const cannotUndoMessage =
  'Nothing is undone: the release of the site that runs now cannot show what was published before.';
const replayedMessage = 'You are signed in again. Nothing is undone yet.';
const overtakenMessage = 'Nothing is undone: somebody has published meanwhile. Look again.';

/** Renders the live revision, and the drafts with their authors. */
export function ContentPage(props: ContentPageProps) {
  const { newest: revision, shownRevision, differing, drafts, schedules, noticeLinks } = props;
  const { own = [], others = [] } = Object.groupBy(drafts, ({ isOwn }) => (isOwn ? 'own' : 'others'));
  return (
    <OfficePage
      title="Words"
      lead="Everything that the site says and shows: texts, pictures, products, pages, news. What you change stays a draft until you publish it."
      noticeActions={
        noticeLinks.length > 0 && (
          <p className="links row gap-x-6">
            {noticeLinks.map(([label = '', url]) => (
              <a key={label} href={url} target="_blank" rel="noreferrer" className="link wrap-anywhere select-all">
                {label}
              </a>
            ))}
          </p>
        )
      }
      currentPath="/words"
    >
      <div className="row">
        <a href="/words/edit" className={own.length > 0 ? 'button' : 'button button-primary'}>
          Edit the words
        </a>
        {own.length > 0 ? (
          <a href="/words/publish" className="button button-primary">
            Look at your changes, and publish
          </a>
        ) : null}
      </div>
      <section className="mt-9 max-w-text">
        <h2 className="mb-[0.6rem]">What visitors read</h2>
        {shownRevision === undefined ? null : (
          <p className="notice is-problem">
            {shownRevision === 0 ? 'The words that the site came with' : `Number ${shownRevision}`}: no pages can be
            made of the last publication. Undo it, or publish anew, and tell whoever runs the server.
          </p>
        )}
        {revision === undefined ? (
          <p>The words that the site came with. Nothing was published here yet.</p>
        ) : (
          <LiveRevision revision={revision} differing={differing} />
        )}
      </section>
      {schedules.length > 0 ? <ScheduleList schedules={schedules} /> : null}
      <DraftList title="Your drafts" emptyText="You have no draft." drafts={own} />
      {others.length > 0 ? <DraftList title="Drafts of others" drafts={others} /> : null}
      <DraftLinks {...props} />
    </OfficePage>
  );
}

function LiveRevision({ revision, differing }: { revision: RevisionSummary } & Pick<ContentPageProps, 'differing'>) {
  const { number: revisionNumber, at, by, reason } = revision;
  return (
    <>
      <p>
        Number {revisionNumber}, since <DateTime at={at} />, published by <UserText text={by} />:{' '}
        <UserText text={reason} />
      </p>
      {differing.length > 0 ? (
        <p className="text-quiet">
          What differs from the words that the site came with: <UserText text={differing.join(', ')} />.
        </p>
      ) : null}
      <div className="row mt-3">
        <ButtonLink to={`/words/versions/${revisionNumber}`}>What it changed</ButtonLink>
        <ButtonLink to="/words/versions">All versions</ButtonLink>
        <UndoButton revisionNumber={revisionNumber} />
      </div>
    </>
  );
}

/** Renders the button that undoes the last publication. */
export function UndoButton({ revisionNumber }: { revisionNumber: number }) {
  return (
    <PostButton action="/words/undo" fields={{ on: `${revisionNumber}` }}>
      Undo number {revisionNumber}
    </PostButton>
  );
}

function ScheduleList({ schedules }: Pick<ContentPageProps, 'schedules'>) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Scheduled</h2>
      <ul className="ruled">
        {schedules.map(({ id, at, by, reason, titles, problem, isChanged, isOwn }) => (
          <li key={id}>
            <p>
              <DateTime at={at} />: <UserText text={titles.join(', ')} />
            </p>
            <p className="text-quiet">
              <UserText text={by} />: <UserText text={reason} />
            </p>
            {problem !== null || isChanged ? (
              <p className="notice is-problem">
                {problem === null ? 'It will not be published: the words were changed since. ' : 'Not published: '}
                <UserText text={problem ?? ''} />
              </p>
            ) : null}
            <div className="row">
              {isOwn && (problem !== null || isChanged) ? (
                <ButtonLink to="/words/publish">Choose the time again</ButtonLink>
              ) : null}
              <PostButton action="/words/cancel" fields={{ id }} label={`Cancel ${titles.join(', ')}`}>
                Cancel
              </PostButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DraftList({
  title,
  emptyText,
  drafts,
}: {
  title: string;
  emptyText?: string;
  drafts: ContentPageProps['drafts'];
}) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">{title}</h2>
      {drafts.length === 0 ? <p className="text-quiet">{emptyText}</p> : null}
      <ul className={drafts.length === 0 ? '' : 'ruled'}>
        {drafts.map(({ file, title: name, editUrl, by, savedAt, isOwn, removedPath, isOrphaned, isScheduled }) => (
          <li key={`${file} ${by}`}>
            <a href={editUrl} className="link target inline-flex">
              <UserText text={name} />
            </a>
            <p className="text-quiet">
              {isOwn ? 'Saved ' : <UserText text={by} />}
              {isOwn ? '' : ', saved '}
              <DateTime at={savedAt} />
              {removedPath === undefined ? '' : `, no longer at ${removedPath}`}
              {isScheduled ? ', scheduled' : ''}
            </p>
            {isOrphaned ? (
              <PostButton action="/words/take-over" fields={{ file, by }}>
                Take this draft over
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
