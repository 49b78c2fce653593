import { setField, type FieldRef } from '../../content/merge-content.ts';
import type { ContentIssue } from '../../content/content-issues.ts';
import { sendError } from '../shared/error-responses.tsx';
import { isReplayedForm } from '../shared/form.ts';
import { createProblemNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import {
  promptReauthIfNeeded,
  replayWholeForm,
  sendStaffPage,
  type StaffPageSettings,
  type StaffRequest,
  type StaffRoutes,
} from '../shared/staff-request.ts';
import { UserText } from '../shared/user-text.tsx';
import { finishPublication } from './publish.tsx';
import { IssueList } from './publish-page.tsx';
import { parseRevisionNumber, RevisionHead } from './revision-pages.tsx';
import { ChangedFieldList, ChangedFileList } from './text-diff.tsx';

/** Registers GET and POST /content/revisions/NUMBER/undo. */
export function registerUndoRoutes({ get, post }: StaffRoutes): void {
  get('/content/revisions/:id/undo', (request) => showUndoPage(request));
  post('/content/revisions/:id/undo', undoRevision, replayWholeForm);
}

/** Publishes the content without what the revision changed, if the page showed the present content. */
async function undoRevision(request: StaffRequest) {
  const { office, session, form, params } = request;
  const refuse = (status: number, text: string, issues?: readonly ContentIssue[]) =>
    showUndoPage(request, { status, notice: createProblemNotice(text) }, issues);
  if (isReplayedForm(form)) return refuse(200, 'You are signed in again. Nothing is undone yet.');
  const reauthentication = promptReauthIfNeeded(request, 'publish');
  if (reauthentication !== null) return reauthentication;
  const plan = await loadUndoPlan(request);
  if (plan === null) return sendError(request, 404, cannotUndoTexts);
  const { baseRevision, files } = plan;
  if (form.get('baseRevision') !== `${baseRevision}`) return refuse(409, refusalMessages.overtaken);
  const reason = `Undo revision ${parseRevisionNumber(params.id)}`;
  const result = await office.contentRepository.publish({ by: session.person, reason, files, baseRevision });
  if (result.outcome === 'published') return finishPublication(request, result.number, 'undo', reason);
  if (result.outcome === 'faults') return refuse(422, refusalMessages.faults, result.issues);
  return refuse(409, refusalMessages[result.outcome === 'overtaken' ? 'overtaken' : 'unchanged']);
}

async function loadUndoPlan({ office, params, form }: StaffRequest) {
  const chosen = new Set(form.getAll('takenBack'));
  const number = parseRevisionNumber(params.id);
  return office.contentRepository.planUndo(number, (field) => chosen.has(formatKey(field)));
}

const formatKey = ({ file, path }: FieldRef) => JSON.stringify([file, ...path]);

type UndoPageProps = NonNullable<Awaited<ReturnType<typeof loadUndoPageProps>>>;

/** Resolves to the props of the page; null if the revision, or the one before it, is not stored. */
async function loadUndoPageProps(request: StaffRequest, publicationIssues?: readonly ContentIssue[]) {
  const { contentRepository, revisionStore } = request.office;
  const plan = await loadUndoPlan(request);
  if (plan === null) return null;
  const { files: published } = await contentRepository.readPublishedContent();
  const { groupChangesByFile, formatFieldEditUrl, formatFileAndFieldTitle } = await import('./changed-files.ts');
  const number = parseRevisionNumber(request.params.id);
  return {
    number,
    summary: (await revisionStore.listRevisions()).find((revision) => revision.number === number),
    baseRevision: plan.baseRevision,
    changedFiles: groupChangesByFile(published, plan.files),
    conflicts: plan.conflicts.map(({ earlierValue, isTakenBack, ...field }) => ({
      key: formatKey(field),
      isTakenBack,
      title: formatFileAndFieldTitle(field, published),
      fields: groupChangesByFile(published, setField(published, field, earlierValue)).flatMap(({ fields }) => fields),
    })),
    canUndo: plan.conflicts.length + plan.changes.length > 0 || plan.isUnreadable,
    issues: (publicationIssues ?? plan.issues).map((issue) => ({
      editUrl: formatFieldEditUrl(issue),
      text: `${formatFileAndFieldTitle(issue, plan.files)} ${issue.message}`,
    })),
  };
}

async function showUndoPage(
  request: StaffRequest,
  settings: StaffPageSettings = {},
  publicationIssues?: readonly ContentIssue[],
) {
  const props = await loadUndoPageProps(request, publicationIssues);
  if (props === null) return sendError(request, 404, cannotUndoTexts);
  return sendStaffPage(request, <UndoPage {...props} />, settings);
}

const cannotUndoTexts = {
  title: 'This cannot be undone',
  advice: 'The revision, or the one before it, is not stored any more. Change the texts in the editor.',
};
const refusalMessages = {
  overtaken: 'Nothing is undone yet: somebody has published meanwhile. Look again.',
  faults: 'Nothing is undone yet: what would stand then is not right.',
  unchanged: 'Nothing is undone: the site says this already.',
};

/** Renders what undoing a revision changes, and the choice where the same was changed again since. */
export function UndoPage({ number, summary, baseRevision, changedFiles, conflicts, canUndo, issues }: UndoPageProps) {
  return (
    <OfficePage
      title={`Undo revision ${number}`}
      lead={summary && <RevisionHead {...summary} />}
      currentPath="/content"
    >
      <form method="post" className="grid max-w-text gap-7">
        <HiddenFields fields={{ baseRevision }} />
        {issues.length > 0 ? <IssueList issues={issues} /> : null}
        {canUndo ? (
          <p>This is taken back, and nothing that came after it. Visitors read it as soon as you press the button.</p>
        ) : (
          <p>Nothing of what it changed is on the site any more.</p>
        )}
        <ChangedFileList changedFiles={changedFiles} />
        {conflicts.length > 0 ? <ConflictChoices conflicts={conflicts} /> : null}
        <div className="row">
          {canUndo ? <SubmitButton className="button button-primary">Undo this one</SubmitButton> : null}
          <ButtonLink to="/content/revisions">All revisions</ButtonLink>
        </div>
      </form>
    </OfficePage>
  );
}

function ConflictChoices({ conflicts }: Pick<UndoPageProps, 'conflicts'>) {
  return (
    <fieldset className="notice mb-0">
      <legend className="float-left w-full">
        <h2>Changed again since</h2>
      </legend>
      <p className="clear-both text-quiet">These stay as they are now, unless you tick them.</p>
      {conflicts.map(({ key, title, fields, isTakenBack }) => (
        <div key={key} className="mt-3">
          <label className="target gap-3">
            <input type="checkbox" name="takenBack" value={key} defaultChecked={isTakenBack} />
            <span>
              Take back, with what came after: <UserText text={title} />
            </span>
          </label>
          <ChangedFieldList fields={fields} />
        </div>
      ))}
    </fieldset>
  );
}
