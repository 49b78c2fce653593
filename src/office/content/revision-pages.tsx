import { compareContent } from '../../content/merge-content.ts';
import type { RevisionSummary } from '../../content/revisions.ts';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, PostButton, SubmitButton } from '../shared/post-button.tsx';
import { SelectField } from '../shared/fields.tsx';
import { ChangedFieldList } from './text-diff.tsx';
import { UndoReplyButton } from './content-page.tsx';

/** Registers GET /content/revisions, /content/revisions/NUMBER (`?with=` compares) and POST /content/revisions/NUMBER/draft. */
export function registerRevisionRoutes({ get, post }: StaffRoutes): void {
  get('/content/revisions', async (request) =>
    sendStaffPage(request, <RevisionListPage revisions={await request.office.revisionStore.listRevisions()} />),
  );
  get('/content/revisions/:id', (request) => showRevision(request));
  post('/content/revisions/:id/draft', createDraftsFromRevision, (_form, { url }) => ({
    returnPath: url.replace(/\/draft$/, ''),
  }));
}

/** Saves the differences from the published content as drafts; 409 if the person has drafts of the same files. */
async function createDraftsFromRevision(request: StaffRequest) {
  const { revisionStore, contentRepository } = request.office;
  const { person } = request.session;
  const [revision, published] = [
    await contentRepository.readRevision(parseRevisionNumber(request.params.id)),
    await contentRepository.readPublishedContent(),
  ];
  if (revision === null) return sendError(request, 404, missingRevisionTexts);
  const { files } = revision;
  const differing = new Set(compareContent(published.files, files).map(({ file }) => file));
  const ownDrafts = (await revisionStore.listDrafts({ by: person })).filter(({ file }) => differing.has(file));
  if (ownDrafts.length > 0) {
    const { formatFileTitle } = await import('./changed-files.ts');
    const titles = ownDrafts.map(({ file, value, base }) => formatFileTitle(file, value ?? base));
    const notice = createProblemNotice(ownDraftsFirstMessage, titles);
    return showRevision(request, { status: 409, notice });
  }
  for (const file of differing)
    await revisionStore.saveDraft(
      { file, by: person, base: published.files[file] ?? null, value: files[file] ?? null },
      null,
    );
  return redirectWithNotice(request.reply, '/content/publish', 'draft');
}

async function showRevision(request: StaffRequest, settings: StaffPageSettings = {}) {
  const props = await loadRevisionPageProps(request);
  if (props === null) return sendError(request, 404, missingRevisionTexts);
  return sendStaffPage(request, <RevisionPage {...props} />, {
    ...settings,
    url: `/content/revisions/${props.number}`,
  });
}

type RevisionPageProps = NonNullable<Awaited<ReturnType<typeof loadRevisionPageProps>>>;

/** Resolves to the props of the page; null if the revision, or the revision of `?with=`, is not stored. */
async function loadRevisionPageProps({ office, params, query }: StaffRequest) {
  const { revisionStore, contentRepository } = office;
  const revision = await contentRepository.readRevision(parseRevisionNumber(params.id));
  if (revision === null) return null;
  const { number } = revision;
  const otherNumber = parseRevisionNumber(query.get('with') ?? `${number - 1}`);
  // 0 is the content of the release.
  const release = { number: 0, files: (await contentRepository.readPublishedContent()).releaseFiles };
  const other = otherNumber === 0 ? release : await contentRepository.readRevision(otherNumber);
  // A missing previous revision is no error unless it was requested.
  if (other === null && query.has('with')) return null;
  const { number: comparedWith, files: before } = other ?? release;
  const { groupChangesByFile } = await import('./changed-files.ts');
  const changedFiles = groupChangesByFile(before, revision.files);
  return { number, comparedWith, revisions: await revisionStore.listRevisions(), changedFiles };
}

function parseRevisionNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const ownDraftsFirstMessage = 'You have drafts of the same parts. Publish or discard these first: nothing is changed.';
const missingRevisionTexts = {
  title: 'This revision is not stored',
  advice:
    'Revisions are stored for two years, and the last 200 always. Of this one the database has nothing that can be read.',
};

/** Renders the stored revisions, newest first. */
export function RevisionListPage({ revisions }: { revisions: readonly RevisionSummary[] }) {
  return (
    <OfficePage
      title="Revisions"
      lead="Each publication, the newest first. They are kept for two years, and the last 200 always."
      currentPath="/content"
    >
      {revisions.length === 0 ? <p>Nothing was published yet.</p> : null}
      <ol className="ruled max-w-text">
        {revisions.map((revision, index) => (
          <li key={revision.number}>
            <a href={`/content/revisions/${revision.number}`} className="link target inline-flex">
              Revision {revision.number}
            </a>
            {index === 0 ? ' – published now' : ''}
            <RevisionHead {...revision} />
          </li>
        ))}
      </ol>
    </OfficePage>
  );
}

/** Renders a revision and its differences from another, by default the previous one. */
export function RevisionPage({ number: revisionNumber, comparedWith, revisions, changedFiles }: RevisionPageProps) {
  const summary = revisions.find((revision) => revision.number === revisionNumber);
  const options = [...revisions.map((revision) => revision.number), 0]
    .filter((other) => other !== revisionNumber)
    .map((other) => ({ value: `${other}`, label: other === 0 ? 'what the site came with' : `number ${other}` }));
  return (
    <OfficePage
      title={`Revision ${revisionNumber}`}
      lead={summary && <RevisionHead {...summary} />}
      currentPath="/content"
    >
      <div className="row">
        {summary === revisions[0] ? (
          <UndoReplyButton revisionNumber={revisionNumber} />
        ) : (
          <PostButton action={`/content/revisions/${revisionNumber}/draft`} className="button button-primary">
            Make this the draft
          </PostButton>
        )}
        <ButtonLink to="/content/revisions">All revisions</ButtonLink>
      </div>
      <form className="row mt-7 mb-7">
        <SelectField name="with" label="Compared with" options={options} defaultValue={`${comparedWith}`} />
        <SubmitButton>Compare</SubmitButton>
      </form>
      {changedFiles.length === 0 ? <p>They say the same.</p> : null}
      {changedFiles.map(({ file, title, fields }) => (
        <section key={file} className="mt-5 max-w-text">
          <h2>
            <UserText text={title} />
          </h2>
          <ChangedFieldList fields={fields} />
        </section>
      ))}
    </OfficePage>
  );
}

function RevisionHead({ at, by, reason }: RevisionSummary) {
  return (
    <div>
      <p>
        <UserText text={reason} />
      </p>
      <p className="text-quiet">
        <DateTime at={at} />, <UserText text={by} />
      </p>
    </div>
  );
}
