import type { FastifyReply } from 'fastify';
import type { ContentIssue } from '../../content/content-issues.ts';
import { isStillScheduled } from '../../content/schedules.ts';
import type { Draft } from '../../content/revisions.ts';
import { isReplayed } from '../shared/form.ts';
import {
  promptReauthIfNeeded,
  sendStaffPage,
  type StaffPageSettings,
  type StaffRequest,
} from '../shared/staff-request.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText, UserTextList } from '../shared/user-text.tsx';
import { pluralise } from '../../text/format-text.ts';
import { createProblemNotice, redirectWithNotice, type DoneAction } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { TextField } from '../shared/text-field.tsx';
import { ChangedFieldList } from './text-diff.tsx';
import { parsePublishTime } from './publish-time.ts';
import { describeChangesNeedingRelease } from './changes-needing-release.ts';
import { type StaffRoutes, replayWholeForm } from '../shared/staff-request.ts';

const publishPath = '/content/publish';

/** Registers GET and POST /content/publish, which show the changes and publish them. */
export function registerPublishRoutes({ get, post }: StaffRoutes): void {
  get(publishPath, (request) => showPublishPage(request));
  post(publishPath, handlePublish, replayWholeForm);
}

/** Publishes the included drafts, or schedules them, if the page showed their present versions. */
async function handlePublish(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const { contentRepository, revisionStore, clock, getContent } = office;
  const refuse = (status: number, text: string, issues?: readonly ContentIssue[]) =>
    showPublishPage(request, { status, notice: createProblemNotice(text) }, issues);
  if (isReplayed(form)) return refuse(200, 'You are signed in again. Nothing is published yet.');
  if (form.get('intent') === 'look') return showPublishPage(request);
  const reauthentication = promptReauthIfNeeded(request);
  if (reauthentication !== null) return reauthentication;
  const loadedPlan = await loadPlan(request);
  const { plan, includedDrafts: drafts, copies } = loadedPlan;
  const overtaken = findOvertakenMessage(form, loadedPlan);
  if (overtaken !== null) return refuse(409, overtaken);
  if (copies.some(({ isConfirmed }) => !isConfirmed)) return refuse(422, stillCopiedMessage);
  if (plan.issues.length > 0) return refuse(422, refusalMessages.faults);
  const isScheduled = form.get('intent') === 'schedule';
  const at = parsePublishTime(form.get('at') ?? '', clock.now(), getContent().office.timeZone);
  if (isScheduled && at === null) return refuse(422, invalidTimeMessage);
  // The Return key in the field of the time presses the first button.
  if (!isScheduled && form.get('at')) return refuse(422, unusedTimeMessage);
  const { files, baseRevision } = plan;
  const publication = { by: session.person, reason: form.get('reason') ?? '', files, baseRevision, drafts };
  const result =
    at === null
      ? await contentRepository.publish(publication)
      : ((await contentRepository.findRefusal(publication)) ?? { outcome: 'scheduled' as const, at });
  if (result.outcome === 'published')
    return finishPublication(request, result.number, 'publish', publication.reason.trim());
  if (result.outcome === 'scheduled') {
    await revisionStore.saveSchedule({ ...publication, at: result.at });
    return redirectWithNotice(reply, '/content', 'schedule');
  }
  const status = result.outcome === 'overtaken' ? 409 : 422;
  return refuse(status, refusalMessages[result.outcome], result.outcome === 'faults' ? result.issues : undefined);
}

/** Returns the message if the page has not shown all that would be published now, else null. */
function findOvertakenMessage(
  form: URLSearchParams,
  { plan, includedDrafts, seenVersions }: LoadedPlan,
): string | null {
  if (form.get('baseRevision') !== `${plan.baseRevision}`) return overtakenMessage;
  const unseenDrafts = includedDrafts.filter((draft) => !seenVersions.includes(formatDraftVersion(draft)));
  if (unseenDrafts.length === 0) return null;
  const wasLeftOut = ({ file }: Draft) => !seenVersions.some((version) => version.startsWith(`${file} `));
  return unseenDrafts.every(wasLeftOut) ? leftOutMessage : overtakenMessage;
}

/** Loads the new revision, records the event, and redirects with a notice whether visitors see it. */
export async function finishPublication(
  { office, session, reply }: StaffRequest,
  revisionNumber: number,
  doneAction: DoneAction,
  reason: string,
): Promise<FastifyReply> {
  const isShown = (await office.site.loadNewestRevision()) >= revisionNumber;
  await office.enquiries.recordEvent('publish', session.person, reason);
  return redirectWithNotice(reply, '/content', isShown ? doneAction : 'not-shown');
}

type LoadedPlan = Awaited<ReturnType<typeof loadPlan>>;

/** Resolves to the published content with the person's drafts, except those left out, and to the texts copied in it. */
async function loadPlan({ office, session, form }: StaffRequest) {
  const drafts = await office.revisionStore.listDrafts({ by: session.person });
  const { findAddressChanges } = await import('./address-changes.ts');
  // The files of a page that gets another address are published together.
  const listFiles = (side: 'base' | 'value') =>
    Object.fromEntries(drafts.flatMap((draft) => (draft[side] === null ? [] : [[draft.file, draft[side]]])));
  const addresses = findAddressChanges(listFiles('base'), listFiles('value'));
  const getEntry = (file: string) => addresses.get(file) ?? file;
  const tickedEntries = new Set(form.getAll('file').map(getEntry));
  const includedDrafts = drafts.filter(({ file }) => !form.has('baseRevision') || tickedEntries.has(getEntry(file)));
  const plan = await office.contentRepository.planPublication(includedDrafts);
  // Versions whose changes this form has shown, compared with the same revision: left out, they stay seen.
  const seenVersions = form.get('baseRevision') === `${plan.baseRevision}` ? form.getAll('seenVersion') : [];
  const { findOtherUsesOfOldTexts } = await import('./copied-texts.ts');
  const copies = findOtherUsesOfOldTexts(plan.changes, plan.files).map((copy) => {
    const key = [copy.file, ...copy.path].join('/');
    return { ...copy, key, isConfirmed: form.getAll('confirmedCopy').includes(key) };
  });
  return { plan, includedDrafts, drafts, addresses, seenVersions, copies };
}

async function showPublishPage(
  request: StaffRequest,
  settings: StaffPageSettings = {},
  publicationIssues?: readonly ContentIssue[],
) {
  const props = await loadPublishPageProps(request, publicationIssues);
  return sendStaffPage(request, <PublishPage {...props} />, { ...settings, url: publishPath });
}

type PublishPageProps = Awaited<ReturnType<typeof loadPublishPageProps>>;

/**
 * Resolves to the props of the page.
 * @param publicationIssues issues found by publishing: pages that cannot be rendered are found only then
 */
async function loadPublishPageProps(request: StaffRequest, publicationIssues?: readonly ContentIssue[]) {
  const { office, session, form } = request;
  const [{ plan, includedDrafts, drafts, addresses, seenVersions, copies }, published] = [
    await loadPlan(request),
    await office.contentRepository.readPublishedContent(),
  ];
  const { groupChangesByFile, formatEditUrl, formatFileTitle, formatFileAndFieldTitle } =
    await import('./changed-files.ts');
  const schedules = (await office.revisionStore.listSchedules()).filter(
    (one) => one.by === session.person && isStillScheduled(one, drafts),
  );
  return {
    baseRevision: plan.baseRevision,
    changedFiles: groupChangesByFile(published.files, plan.files, addresses),
    drafts: drafts
      .filter(({ file }) => !addresses.has(file))
      .map((draft) => ({
        file: draft.file,
        title: formatFileTitle(draft.file, draft.value ?? draft.base),
        editUrl: formatEditUrl({ file: draft.file, path: [] }),
        scheduledAt: schedules.find(({ drafts }) => drafts.some(({ file }) => file === draft.file))?.at,
        isIncluded: includedDrafts.includes(draft),
      })),
    // A draft that was never shown must not be published.
    seenVersions: drafts
      .filter((draft) => includedDrafts.includes(draft) || seenVersions.includes(formatDraftVersion(draft)))
      .map(formatDraftVersion),
    copies: copies.map(({ sourceFile, text, key, isConfirmed, ...field }) => ({
      key,
      text,
      isConfirmed,
      title: formatFileAndFieldTitle(field, plan.files),
      sourceTitle: formatFileTitle(sourceFile, plan.files[sourceFile]),
      editUrl: formatEditUrl(field),
    })),
    issues: (publicationIssues ?? plan.issues).map((issue) => ({
      editUrl: formatEditUrl(issue),
      text: `${formatFileAndFieldTitle(issue, plan.files)} ${issue.message}`,
    })),
    changesNeedingRelease: await describeChangesNeedingRelease(plan.changes, plan.files, published.releaseFiles),
    reason: form.get('reason') ?? '',
    at: form.get('at') ?? '',
    timeZone: office.getContent().office.timeZone,
  };
}

const formatDraftVersion = ({ file, savedAt }: Draft): string => `${file} ${savedAt.toISOString()}`;

const overtakenMessage =
  'Nothing is published yet: content was changed since you opened this page, and is shown as it is now. Look again.';
const leftOutMessage =
  'Nothing is published yet: some of it had been left out, and its changes are shown only now. Look at them, and press again.';
const invalidTimeMessage = 'Choose a time from now on, within a year. Nothing is published yet.';
const unusedTimeMessage =
  'Nothing is published yet: you chose a time. Press “Publish at this time”, or remove it to publish now.';
const stillCopiedMessage =
  'Nothing is published yet: some of it still says what the entry says that it was copied from. Change each text, or confirm it.';
const refusalMessages = {
  reason: 'Say in one line, of up to 200 characters, why this changes. Nothing is published yet.',
  faults: 'Nothing is published yet: some of it is not right.',
  unchanged: 'There is nothing to publish: the site says this already. You can discard your draft in the editor.',
  overtaken: overtakenMessage,
} as const;

/** Renders the changes of a publication, and the field for its reason. */
export function PublishPage(props: PublishPageProps) {
  const { baseRevision, drafts, seenVersions, copies, issues, changesNeedingRelease, reason, at, timeZone } = props;
  const isEmpty = drafts.length === 0;
  return (
    <OfficePage
      title="Publish"
      lead={
        isEmpty
          ? 'You have changed nothing that is not published.'
          : 'This is what visitors will read instead. Nothing is published before you press the button below.'
      }
      currentPath="/content"
    >
      {isEmpty ? (
        <a href="/content/edit" className="button button-primary">
          Edit the content
        </a>
      ) : (
        <form method="post" action="/content/publish" className="grid max-w-text gap-7">
          <HiddenFields fields={{ baseRevision, seenVersion: seenVersions }} />
          {issues.length > 0 ? <IssueList issues={issues} /> : null}
          {copies.length > 0 ? <CopiedTexts copies={copies} /> : null}
          <DraftChanges {...props} />
          {changesNeedingRelease.length > 0 ? <ReleaseChanges changesNeedingRelease={changesNeedingRelease} /> : null}
          <TextField
            name="reason"
            label="Why, in one line"
            hint="Required, for everybody who looks at the revisions later."
            required
            maxLength={200}
            defaultValue={reason}
          />
          <TextField
            name="at"
            type="datetime-local"
            label="At a time, if not now"
            hint={`In the time of ${timeZone}. A time that the clocks skip counts as an hour later; of one that they repeat, the first counts.`}
            defaultValue={at}
          />
          <div className="row">
            <SubmitButton className="button button-primary">Publish now</SubmitButton>
            <button type="submit" name="intent" value="schedule" className="button">
              Publish at this time
            </button>
            <button type="submit" name="intent" value="look" formNoValidate className="button">
              Show the changes again
            </button>
            <ButtonLink to={drafts[0]?.editUrl ?? ''}>Go on editing</ButtonLink>
          </div>
        </form>
      )}
    </OfficePage>
  );
}

function IssueList({ issues }: Pick<PublishPageProps, 'issues'>) {
  return (
    <div role="alert" className="notice is-problem mb-0">
      <h2>{pluralise(issues.length, 'field is', 'fields are')} not right yet</h2>
      <ul className="mt-[0.4rem] grid gap-[0.3rem]">
        {issues.map(({ editUrl, text }) => (
          <li key={`${editUrl} ${text}`}>
            <a href={editUrl} className="link target inline-flex">
              <UserText text={text} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders copied texts of new entries, each with a checkbox to confirm it. */
function CopiedTexts({ copies }: Pick<PublishPageProps, 'copies'>) {
  return (
    <fieldset className="notice is-problem mb-0">
      <legend className="float-left w-full">
        <h2>Still the words of another</h2>
      </legend>
      <p className="clear-both text-quiet">Change each, or confirm that it is meant.</p>
      {copies.map(({ key, title, sourceTitle, text, editUrl, isConfirmed }) => (
        <div key={key} className="mt-3">
          <a href={editUrl} className="link target inline-flex">
            <UserText text={title} />
          </a>
          <label className="target gap-3">
            <input type="checkbox" name="confirmedCopy" value={key} defaultChecked={isConfirmed} />
            <span>
              Still says what <UserText text={sourceTitle} /> says: <UserText text={text} />
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

function DraftChanges({ changedFiles, drafts }: Pick<PublishPageProps, 'changedFiles' | 'drafts'>) {
  return (
    <fieldset className="grid gap-7">
      <legend className="float-left">
        <h2>Your drafts</h2>
      </legend>
      <p className="clear-both">
        {pluralise(drafts.filter(({ isIncluded }) => isIncluded).length, 'text', 'texts')} will be published. Leave out
        what is not ready.
      </p>
      {drafts.map(({ file, title, isIncluded, scheduledAt }) => {
        const { fields = [] } = changedFiles.find((one) => one.file === file) ?? {};
        return (
          <section key={file} className="clear-both">
            <h3>
              <UserText text={title} />
            </h3>
            <label className="target gap-3">
              <input type="checkbox" name="file" value={file} defaultChecked={isIncluded} />
              <span>
                Publish this
                <span className="sr-only">
                  : <UserText text={title} />
                </span>
              </span>
            </label>
            {scheduledAt && (
              <p className="text-quiet">
                Scheduled: <DateTime at={scheduledAt} />. If it is published before, what was scheduled with it is held
                then.
              </p>
            )}
            {isIncluded ? null : <p className="text-quiet">Left out: your draft stays as it is.</p>}
            {isIncluded && fields.length === 0 ? <p className="text-quiet">The site says this already.</p> : null}
            <ChangedFieldList fields={fields} />
          </section>
        );
      })}
    </fieldset>
  );
}

function ReleaseChanges({ changesNeedingRelease }: Pick<PublishPageProps, 'changesNeedingRelease'>) {
  return (
    <section>
      <h2>Complete only when the site’s software is next updated</h2>
      <p>You need not do anything. Until then:</p>
      <UserTextList texts={changesNeedingRelease} />
    </section>
  );
}
