import { readFieldHistory } from '../../content/field-history.ts';
import { type FieldRef, getField, isEqualJson, setField } from '../../content/merge-content.ts';
import { getThumbnailPath, listPictures } from '../../content/picture-files.ts';
import { sendError } from '../shared/error-responses.tsx';
import { createProblemNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, PostButton } from '../shared/post-button.tsx';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { UserText } from '../shared/user-text.tsx';
import { formatFieldHistoryUrl } from './field-hash.ts';
import { parseRevisionNumber, RevisionHead } from './revision-pages.tsx';

/** Registers GET and POST /content/history, the earlier wordings of the field in its query. */
export function registerFieldHistoryRoutes({ get, post }: StaffRoutes): void {
  get('/content/history', (request) => showFieldHistory(request));
  post('/content/history', putIntoDraft, (_form, { url }) => ({ returnPath: url }));
}

/** Saves an earlier wording in the person's draft, if the draft is still the one that the page showed. */
async function putIntoDraft(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const { field, draft, published, files } = await loadDraftedField(request);
  const { file } = field;
  const number = parseRevisionNumber(form.get('number') ?? '');
  const earlierFiles =
    number === 0 ? published.releaseFiles : (await office.contentRepository.readRevision(number))?.files;
  const value = earlierFiles && getField(earlierFiles, field);
  if (value === undefined || !files[file]) return refuse(request, 'This wording cannot be put back any more.');
  const base = draft ? draft.base : published.files[file];
  const input = { file, base, value: setField(files, field, value)[file], known: form.get('known') || null };
  const { editingActions } = await import('./editing.ts');
  const state = await editingActions.keep(office, session.person, JSON.stringify(input));
  if (!state || state.isOvertaken) return refuse(request, 'Nothing was changed: your draft is another one by now.');
  const { formatFieldEditUrl } = await import('./changed-files.ts');
  return reply.redirect(formatFieldEditUrl(field), 303);
}

const refuse = (request: StaffRequest, text: string) =>
  showFieldHistory(request, { status: 409, notice: createProblemNotice(text) });

async function showFieldHistory(request: StaffRequest, settings: StaffPageSettings = {}) {
  const props = await loadFieldHistoryProps(request);
  if (props === null) return sendError(request, 404);
  return sendStaffPage(request, <FieldHistoryPage {...props} />, settings);
}

/** Resolves to the field of the query, and the content as the editor shows it to the person. */
async function loadDraftedField({ office, session, query }: StaffRequest) {
  const [file, path] = [query.get('file') ?? '', query.getAll('field')];
  const index = path.findIndex((key) => /^\d+$/.test(key));
  // Entries of a list have no lasting place: the list is the field.
  const field: FieldRef = { file, path: index < 0 ? path : path.slice(0, index) };
  const published = await office.contentRepository.readPublishedContent();
  const [draft] = await office.revisionStore.listDrafts({ file, by: session.person });
  return { field, draft, published, files: draft ? { ...published.files, [file]: draft.value } : published.files };
}

type FieldHistoryPageProps = NonNullable<Awaited<ReturnType<typeof loadFieldHistoryProps>>>;

/** Resolves to the props of the page; null if the query names no field. */
async function loadFieldHistoryProps(request: StaffRequest) {
  const { field, draft, files } = await loadDraftedField(request);
  const { findFieldSchema } = await import('../../content/field-schema.ts');
  if (!findFieldSchema(field.file, field.path)) return null;
  const { wordings, oldestNumber } = await readFieldHistory(request.office, field);
  const { formatFieldValue, formatFieldEditUrl, formatFileAndFieldTitle } = await import('./changed-files.ts');
  return {
    title: formatFileAndFieldTitle(field, files),
    url: formatFieldHistoryUrl(field),
    editUrl: formatFieldEditUrl(field),
    known: draft?.savedAt.toISOString() ?? '',
    oldestNumber,
    wordings: wordings.map(({ revision, value }) => ({
      revision,
      text: value === undefined ? 'It was not there.' : formatFieldValue(field, value) || 'It was empty.',
      pictures: listPictures(value).map((picture) => getThumbnailPath(picture.file)),
      canPutBack: Boolean(files[field.file]) && value !== undefined && !isEqualJson(value, getField(files, field)),
    })),
  };
}

/** Renders the wordings of a field, newest first. */
export function FieldHistoryPage({ title, url, editUrl, known, oldestNumber, wordings }: FieldHistoryPageProps) {
  return (
    <OfficePage title={`History of ${title}`} lead="Each wording, the newest first." currentPath="/content">
      <ButtonLink to={editUrl}>Back to the editor</ButtonLink>
      <ol className="ruled mt-5 max-w-text">
        {wordings.map(({ revision, text, pictures, canPutBack }, index) => (
          <li key={revision?.number ?? 0}>
            {revision ? <RevisionHead {...revision} /> : <p className="text-quiet">The site came with this</p>}
            <p className="words my-2">
              <UserText text={text} />
            </p>
            {pictures.map((path) => (
              <img key={path} src={path} alt="" className="mb-2 max-h-40 max-w-full" />
            ))}
            {canPutBack ? (
              <PostButton
                action={url}
                fields={{ known, number: revision?.number ?? 0 }}
                label={`Put it into the draft: wording ${index + 1}`}
              >
                Put it into the draft
              </PostButton>
            ) : null}
          </li>
        ))}
      </ol>
      {oldestNumber > 1 ? (
        <p>What was published before revision {oldestNumber} is not shown: the oldest wording may be older.</p>
      ) : null}
    </OfficePage>
  );
}
