import type { UnsentFile } from '../../enquiries/unsent-files.ts';
import { formatFileSize } from '../../text/format-file-size.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import { findTotalProblem } from '../shared/uploads.ts';
import { UserText } from '../shared/user-text.tsx';

/** Keeps the files of a form that is not sent, if a reply can have them beside the earlier ones. Drops what was unticked. */
export async function keepUnsentFiles({ office, session, form, upload }: StaffRequest, enquiryId: string) {
  const { listUnsentFiles, storeUnsentFiles } = office.enquiries;
  const owner = { enquiryId, person: session.person };
  const ticked = form.getAll('unsent');
  const droppedIds = form.getAll('listed').filter((id) => !ticked.includes(id));
  const kept = (await listUnsentFiles(owner)).filter(({ id }) => !droppedIds.includes(id));
  const isTooMuch = findTotalProblem([...kept, ...upload.files]) !== undefined;
  await storeUnsentFiles(owner, droppedIds, isTooMuch ? [] : upload.files);
}

/** Resolves to why a reply cannot have its files; undefined if it can. */
export async function findFileProblem(request: StaffRequest, enquiryId: string): Promise<string | undefined> {
  const { office, session, form, upload } = request;
  if (upload.problem !== undefined) return upload.problem;
  // A form that is replayed has the names of its files alone.
  if (form.getAll('files').length > upload.files.length) return 'The files did not come along: choose them again.';
  const unsent = await office.enquiries.listUnsentFiles({ enquiryId, person: session.person });
  const ticked = unsent.filter(({ id }) => form.getAll('unsent').includes(id));
  if (ticked.length < form.getAll('unsent').length) return 'A file is not kept any longer: choose it again.';
  return findTotalProblem([...ticked, ...upload.files]);
}

/** Renders the files of a reply that was not sent. Those that stay ticked are sent with it. */
export function UnsentFileList({ files }: { files: readonly UnsentFile[] }) {
  if (files.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold">Files that are sent with it</legend>
      {files.map(({ id, name, size }) => (
        <label key={id} className="target gap-2 wrap-anywhere">
          <input type="hidden" name="listed" value={id} />
          <input type="checkbox" name="unsent" value={id} defaultChecked className="size-5 accent-lamp" />
          <span>
            <UserText text={name} />, {formatFileSize(size)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
