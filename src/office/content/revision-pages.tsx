import type { RevisionSummary } from '../../content/revisions.ts';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, SubmitButton } from '../shared/post-button.tsx';
import { SelectField } from '../shared/fields.tsx';
import { ChangedFileList } from './text-diff.tsx';

/** Registers GET /content/revisions and /content/revisions/NUMBER (`?with=` compares). */
export function registerRevisionRoutes({ get }: StaffRoutes): void {
  get('/content/revisions', async (request) =>
    sendStaffPage(request, <RevisionListPage revisions={await request.office.revisionStore.listRevisions()} />),
  );
  get('/content/revisions/:id', (request) => showRevision(request));
}

async function showRevision(request: StaffRequest) {
  const props = await loadRevisionPageProps(request);
  if (props === null) return sendError(request, 404, missingRevisionTexts);
  return sendStaffPage(request, <RevisionPage {...props} />, { url: `/content/revisions/${props.number}` });
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

/** Returns the number in a path; -1 if it is none. */
export function parseRevisionNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

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
            <a href={`/content/revisions/${revision.number}/undo`} className="link target inline-flex">
              Undo this one…<span className="sr-only"> Revision {revision.number}</span>
            </a>
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
        <ButtonLink to={`/content/revisions/${revisionNumber}/undo`}>Undo this one…</ButtonLink>
        <ButtonLink to="/content/revisions">All revisions</ButtonLink>
      </div>
      <form className="row mt-7 mb-7">
        <SelectField name="with" label="Compared with" options={options} defaultValue={`${comparedWith}`} />
        <SubmitButton>Compare</SubmitButton>
      </form>
      {changedFiles.length === 0 ? <p>They say the same.</p> : null}
      <ChangedFileList changedFiles={changedFiles} />
    </OfficePage>
  );
}

/** Renders reason, time and author of a revision. */
export function RevisionHead({ at, by, reason }: RevisionSummary) {
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
